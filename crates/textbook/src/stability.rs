//! Stable and unstable discs (P. S. Rosenbloom 1982, "A world-championship-level
//! Othello program", Artificial Intelligence 19).

use outflank_othello::{Bitboard, Board, Color, Position, Square, with_board};

use crate::geometry::Geometry;

/// Returns the stable discs of both sides: those that no continuation of the game flips.
///
/// A disc is safe along an axis if
///
/// - its whole line, from edge or hole to edge or hole, is full;
/// - a neighbouring square on the axis is off the board or a hole: a flip needs a disc on each
///   side;
/// - a neighbouring disc on the axis is stable and of the same colour: a flip would also have to
///   flip it, or start from its square.
///
/// A rule for two stable neighbours of any colour would be redundant. Each of them is safe along
/// the axis because of an unbroken row of discs to an edge or a hole, so the line is full.
///
/// A disc that is safe along all four axes is stable. The function applies the rules to all squares
/// at once until nothing changes. The rules are sound but incomplete: they miss a few stable discs,
/// such as some that only parity protects.
#[inline]
pub(crate) fn stable_discs<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>) -> B {
    let empties = board.empties(geometry.layout());
    let mut stable = board.occupied();
    let mut safe = [B::EMPTY; 4];
    for (safe, axis) in safe.iter_mut().zip(geometry.axes()) {
        *safe = axis.border() | !axis.lines_through(empties);
        stable &= *safe;
        // The rules need some discs that are safe without stable neighbours. In the opening there
        // are none, and checking two axes usually shows that.
        if stable.is_empty() {
            return B::EMPTY;
        }
    }
    loop {
        let grown = grow(geometry, board, &safe, stable);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// Applies the rules once, given the discs known to be stable.
#[inline]
fn grow<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>, safe: &[B; 4], stable: B) -> B {
    let (own, other) = (stable & board.mover(), stable & board.opponent());
    let mut grown = board.occupied();
    for (axis, &safe) in geometry.axes().iter().zip(safe) {
        let beside_own = axis.behind(own) | axis.before(own);
        let beside_other = axis.behind(other) | axis.before(other);
        grown &= safe | board.mover() & beside_own | board.opponent() & beside_other;
    }
    grown
}

/// Returns the opponent's discs that a move of the mover flips.
pub(crate) fn flippable<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>) -> B {
    let layout = geometry.layout();
    let moves = board.legal_moves(layout);
    let flips = moves.indices().map(|index| board.flips(index, layout));
    flips.fold(B::EMPTY, |all, flips| all | flips)
}

/// The stability of a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscStatus {
    /// No continuation of the game flips it.
    Stable,
    /// Neither stable nor unstable.
    SemiStable,
    /// A legal move of the other side flips it if that side moves next.
    Unstable,
}

/// The discs of both sides by [`DiscStatus`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statuses<B> {
    pub(crate) stable: B,
    pub(crate) unstable: B,
}

impl<B: Bitboard> Statuses<B> {
    pub(crate) fn new(geometry: &Geometry<B>, board: Board<B>) -> Self {
        Self {
            stable: stable_discs(geometry, board),
            unstable: flippable(geometry, board) | flippable(geometry, board.pass()),
        }
    }

    fn at(&self, index: u32) -> DiscStatus {
        match (self.stable.has(index), self.unstable.has(index)) {
            (true, _) => DiscStatus::Stable,
            (false, true) => DiscStatus::Unstable,
            (false, false) => DiscStatus::SemiStable,
        }
    }
}

/// Returns the discs of a position with their colour and stability, in reading order.
///
/// ```
/// use outflank_textbook::{DiscStatus, disc_statuses};
/// use outflank_othello::{Position, Shape};
///
/// // Either side can flip any of the other's discs.
/// let start = Position::start(Shape::STANDARD);
/// let statuses = disc_statuses(&start);
/// assert_eq!(statuses.len(), 4);
/// assert!(statuses.iter().all(|&(_, _, status)| status == DiscStatus::Unstable));
/// ```
#[must_use]
pub fn disc_statuses(position: &Position) -> Vec<(Square, Color, DiscStatus)> {
    let mover = position.mover();
    with_board!(position, |layout, board| {
        let statuses = Statuses::new(&Geometry::new(layout), board);
        let owner = |index| match board.mover().has(index) {
            true => mover,
            false => mover.opponent(),
        };
        let status = |index| (layout.square(index), owner(index), statuses.at(index));
        board.occupied().indices().map(status).collect()
    })
}

#[cfg(test)]
mod tests;
