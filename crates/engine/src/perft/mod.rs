//! Fast perft, generic over the kernels of a tier.
//!
//! `left` is the number of discs still to be played, `passes` the number of passes on the
//! way. If passes are free, the depth is reached at `left == 0`. If a pass is a ply, it is reached
//! at `left == passes`, and deeper nodes count only for free passes.

use outflank_othello::{Bitboard, Board, Layout, PerftCounts, Position};

use crate::search::{Entries, Geometry};
use crate::tier::{Tier, with_kernels};

/// Counts of [`perft`] under both rules for passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// A pass is a ply: [`PassCounting::Ply`](outflank_othello::PassCounting::Ply).
    pub ply: PerftCounts,
    /// A pass is free: [`PassCounting::Free`](outflank_othello::PassCounting::Free).
    pub free: PerftCounts,
}

/// Counts the leaves `depth` plies below a position under both rules for passes in a single
/// traversal. The counts equal those of [`outflank_othello::perft`].
///
/// Boards of more than 8 columns or rows have only a portable tier.
///
/// ```
/// use outflank_engine::{Tier, perft};
/// use outflank_othello::{Position, Shape};
///
/// let start = Position::start(Shape::STANDARD);
/// let counts = perft(&start, 9, Tier::best());
/// assert_eq!(counts.ply.leaves, 3_005_288);
/// assert_eq!(counts.free.leaves, 3_005_320);
/// ```
///
/// # Panics
///
/// Panics if the processor does not support `tier`.
#[must_use]
pub fn perft(position: &Position, depth: u32, tier: Tier) -> Perft {
    assert!(tier.is_available(), "this processor cannot run {tier}");
    with_kernels!(tier, position.shape(), kernels => walk_from(kernels, position, depth))
}

fn walk_from<K: Entries>(kernels: K, position: &Position, depth: u32) -> Perft {
    let Some(layout) = Layout::new(position.shape()) else {
        unreachable!("the board has the width of its shape");
    };
    let board = Board::narrow(position.widened_board());
    let mut counts = Perft::default();
    kernels.perft(board, &Geometry::new(layout), depth, 0, &mut counts);
    counts
}

/// Counts a node and its subtree.
#[inline(always)]
pub(crate) fn count<K: Entries>(
    kernels: K,
    board: Board<K::Word>,
    geometry: &Geometry<K::Word>,
    left: u32,
    passes: u32,
    counts: &mut Perft,
) {
    let moves = kernels.legal_moves(board, geometry);
    if left < 2 || moves.is_empty() {
        count_small(kernels, board, geometry, moves, left, passes, counts);
        return;
    }
    counts.reach(left, passes);
    if left > 2 {
        for index in moves.indices() {
            kernels.perft(
                play(kernels, board, index, geometry),
                geometry,
                left - 1,
                passes,
                counts,
            );
        }
        return;
    }
    // The last ply is not played: each legal move there is a leaf. Leaves are added up in
    // registers.
    let mut leaves = 0;
    let mut parents = 0;
    for index in moves.indices() {
        let child = play(kernels, board, index, geometry);
        let replies = kernels.legal_moves(child, geometry).count();
        if replies == 0 {
            kernels.perft(child, geometry, 1, passes, counts);
        } else {
            parents += 1;
            leaves += u64::from(replies);
        }
    }
    counts.reach_parents(parents, leaves, passes);
}

/// Counts a node at the depth, one ply before it, or without a legal move.
#[inline(always)]
fn count_small<K: Entries>(
    kernels: K,
    board: Board<K::Word>,
    geometry: &Geometry<K::Word>,
    moves: K::Word,
    left: u32,
    passes: u32,
    counts: &mut Perft,
) {
    if left == 1 && !moves.is_empty() {
        counts.reach_parents(1, u64::from(moves.count()), passes);
        return;
    }
    counts.reach(left, passes);
    if left == 0 {
        return;
    }
    if kernels.legal_moves(board.pass(), geometry).is_empty() {
        counts.end(left, passes);
    } else {
        kernels.perft(board.pass(), geometry, left, passes + 1, counts);
    }
}

#[inline(always)]
fn play<K: Entries>(
    kernels: K,
    board: Board<K::Word>,
    index: u32,
    geometry: &Geometry<K::Word>,
) -> Board<K::Word> {
    board.after(
        index,
        kernels.flips(index, board.mover(), board.opponent(), geometry),
    )
}

impl Perft {
    /// Counts a node, which is a leaf if it is at the depth.
    #[inline(always)]
    fn reach(&mut self, left: u32, passes: u32) {
        self.free.nodes += 1;
        self.free.leaves += u64::from(left == 0);
        self.ply.nodes += u64::from(left >= passes);
        self.ply.leaves += u64::from(left == passes);
    }

    /// Counts a finished game as a leaf; its node has already been counted.
    #[inline(always)]
    fn end(&mut self, left: u32, passes: u32) {
        self.free.leaves += 1;
        self.ply.leaves += u64::from(left > passes);
    }

    /// Counts nodes with one disc still to be played, and their `leaves` moves.
    #[inline(always)]
    fn reach_parents(&mut self, parents: u64, leaves: u64, passes: u32) {
        self.free.nodes += parents + leaves;
        self.free.leaves += leaves;
        match passes {
            0 => {
                self.ply.nodes += parents + leaves;
                self.ply.leaves += leaves;
            }
            1 => {
                self.ply.nodes += parents;
                self.ply.leaves += parents;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
