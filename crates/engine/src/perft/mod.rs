//! Fast perft.

mod walk;

use outflank_othello::{Board, Layout, PerftCounts, Position};

use crate::search::{Entries, Geometry};
use crate::tier::{Tier, with_kernels};
pub(crate) use walk::count;

/// Counts of [`perft`], by both rules for passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// A pass is a ply: [`PassCounting::Ply`](outflank_othello::PassCounting::Ply).
    pub ply: PerftCounts,
    /// A pass is free: [`PassCounting::Free`](outflank_othello::PassCounting::Free).
    pub free: PerftCounts,
}

/// Counts the leaves `depth` plies below a position by both rules for passes in a single
/// walk; the counts are those of [`outflank_othello::perft`].
///
/// Boards of more than 8 columns or rows have a portable tier only.
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
/// If the processor does not support `tier`.
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

#[cfg(test)]
mod tests;
