//! What a board is worth at a glance, and after some plies.
//!
//! Here stands what orders the moves far from the end until an evaluation is
//! trained for it: [`Hot::guess`] is the value of a position, cheap, and
//! [`preview`] its probable value or bound at a depth. Whatever else gives these
//! two may take their place.

use outflank_othello::{Bitboard, Board};

use super::geometry::Geometry;
use super::hot::Hot;
use super::ordering::{Candidate, Ranked};

/// Most moves of any position: fewer than its empty squares.
pub(crate) const MOST_MOVES: usize = 128;

/// What a guess is made of, in sixteenths of one legal move. Found by coordinate
/// search: the numbers that made the trees of 15 tournament positions with 22
/// empty squares the smallest, a fifth smaller than the same sum set by hand.
mod worth {
    /// Each legal move.
    pub(super) const MOVE: i32 = 16;
    /// Corners among them count so much more.
    pub(super) const CORNER_MOVE: i32 = 16;
    /// Each empty square beside a disc of the opponent: a move to come.
    pub(super) const MOVE_TO_COME: i32 = 6;
    /// Each disc of the opponent beside an empty square.
    pub(super) const OPPOSING_FRONTIER: i32 = 6;
    /// Holding a corner.
    pub(super) const CORNER: i32 = 52;
    /// A disc diagonally inside an empty corner.
    pub(super) const X_SQUARE: i32 = -20;
    /// A disc beside an empty corner, on the edge.
    pub(super) const C_SQUARE: i32 = -4;
    /// A stable disc.
    pub(super) const STABLE: i32 = 8;
}

/// Units of a guess that go with one disc of the final score, roughly.
pub(crate) const UNITS_A_DISC: i32 = 12;

/// How good a board looks to its mover: moves, moves to come, frontier, corners,
/// the squares that give them away, stable discs.
#[inline(always)]
pub(crate) fn by_hand<H: Hot>(board: Board<H::Word>, geometry: &Geometry<H::Word>) -> i32 {
    side::<H>(board, geometry) - side::<H>(board.pass(), geometry)
}

/// What the mover of a board has.
#[inline(always)]
fn side<H: Hot>(board: Board<H::Word>, geometry: &Geometry<H::Word>) -> i32 {
    let free = geometry.mask & !board.occupied();
    let moves = H::reached(board, geometry) & free;
    let count = |set: H::Word| set.count() as i32;
    let mut value = worth::MOVE * count(moves)
        + worth::CORNER_MOVE * count(moves & geometry.corners)
        + worth::MOVE_TO_COME * count(geometry.around(board.opponent) & free)
        + worth::OPPOSING_FRONTIER * count(geometry.around(free) & board.opponent)
        + worth::CORNER * count(board.mover & geometry.corners);
    if !(board.mover & geometry.corners).is_empty() {
        // Without a corner there is hardly a stable disc.
        value += worth::STABLE * count(H::stable(board, geometry));
    }
    for near in &geometry.near_corners {
        if !(near.corner & free).is_empty() {
            value += worth::X_SQUARE * count(board.mover & near.x_square)
                + worth::C_SQUARE * count(board.mover & near.c_squares);
        }
    }
    value
}

/// How good a board looks to its mover `depth` plies on, by alpha-beta on the
/// guesses there: below `beta` no more than a lower bound is told apart. A
/// mover who has to pass is taken as he stands.
#[inline(always)]
pub(crate) fn preview<H: Hot>(
    board: Board<H::Word>,
    depth: u32,
    beta: i32,
    geometry: &Geometry<H::Word>,
) -> i32 {
    if depth == 1 {
        last_ply::<H>(board, beta, geometry)
    } else {
        H::preview(board, depth, LOWEST, beta, geometry)
    }
}

/// Below every guess, and negated above.
pub(crate) const LOWEST: i32 = -1_000_000;

/// Two plies and more of a [`preview`].
#[inline(always)]
pub(crate) fn deep_preview<H: Hot>(
    board: Board<H::Word>,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    geometry: &Geometry<H::Word>,
) -> i32 {
    if depth == 1 {
        return last_ply::<H>(board, beta, geometry);
    }
    let moves = H::reached(board, geometry) & geometry.mask & !board.occupied();
    let mut candidates = Ranked::<H::Word, MOST_MOVES>::new();
    for index in moves.indices() {
        let flips = H::flips(index, board.mover, board.opponent, geometry);
        let next = board.after(index, flips);
        let rank = if depth > 2 {
            -H::guess(next, geometry)
        } else {
            let replies = H::reached(next, geometry) & geometry.mask & !next.occupied();
            -((replies.count() + 2 * (replies & geometry.corners).count()) as i32)
        };
        candidates.push(Candidate {
            board: next,
            index: index as u8,
            rank,
        });
    }
    let mut best = LOWEST;
    while let Some(candidate) = candidates.pop_best() {
        let score = -H::preview(candidate.board, depth - 1, -beta, -alpha, geometry);
        best = best.max(score);
        alpha = alpha.max(score);
        if best >= beta {
            break;
        }
    }
    if best == LOWEST {
        H::guess(board, geometry)
    } else {
        best
    }
}

/// How good a board looks to its mover after his best-looking move.
#[inline(always)]
fn last_ply<H: Hot>(board: Board<H::Word>, beta: i32, geometry: &Geometry<H::Word>) -> i32 {
    let moves = H::reached(board, geometry) & geometry.mask & !board.occupied();
    let mut best = LOWEST;
    for index in moves.indices() {
        let flips = H::flips(index, board.mover, board.opponent, geometry);
        best = best.max(-H::guess(board.after(index, flips), geometry));
        if best >= beta {
            break;
        }
    }
    if best == LOWEST {
        H::guess(board, geometry)
    } else {
        best
    }
}
