//! Fast perft.

mod walk;

use outflank_othello::{Board, Layout, PerftCounts, Position, Shape};

use crate::search::{Entries, Geometry};
#[cfg(target_arch = "x86_64")]
use crate::tier::{Avx2, Avx512};
use crate::tier::{Portable, Tier, Wide};
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
    let (shape, wide) = (position.shape(), position.widened_board());
    if !shape.is_narrow() {
        return walk_from(Wide, shape, wide, depth);
    }
    let board = Board::narrow(wide);
    #[cfg(target_arch = "x86_64")]
    match (tier, Avx2::new(), Avx512::new()) {
        (Tier::Avx512, _, Some(tier)) => return walk_from(tier, shape, board, depth),
        (Tier::Avx2, Some(tier), _) => return walk_from(tier, shape, board, depth),
        _ => {}
    }
    walk_from(Portable, shape, board, depth)
}

fn walk_from<K: Entries>(kernels: K, shape: Shape, board: Board<K::Word>, depth: u32) -> Perft {
    let Some(layout) = Layout::new(shape) else {
        unreachable!("the board has the width of its shape");
    };
    let mut counts = Perft::default();
    kernels.perft(board, &Geometry::new(layout), depth, 0, &mut counts);
    counts
}

#[cfg(test)]
mod tests;
