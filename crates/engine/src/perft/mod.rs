//! Leaves of the game tree at the speed of the hardware.

mod rules;
mod walk;

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, PerftCounts, Position};

use crate::tier::Tier;
use rules::Rules;

/// What [`perft`] counted, in both ways of counting passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// A pass is a ply: [`PassCounting::Ply`](outflank_othello::PassCounting::Ply).
    pub ply: PerftCounts,
    /// A pass is free: [`PassCounting::Free`](outflank_othello::PassCounting::Free).
    pub free: PerftCounts,
}

/// Counts the leaves `depth` plies below a position, in one walk for both ways
/// of counting passes, as [`outflank_othello::perft`] counts them.
///
/// Boards of more than 8 columns or rows have portable code alone.
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
/// If this processor cannot run `tier`.
#[must_use]
pub fn perft(position: &Position, depth: u32, tier: Tier) -> Perft {
    assert!(tier.is_available(), "this processor cannot run {tier}");
    position.with_board(Count { depth, tier })
}

struct Count {
    depth: u32,
    tier: Tier,
}

impl BoardTask for Count {
    type Output = Perft;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> Perft {
        // From the width that the compiler does not know to one that it knows.
        if B::BITS == 64 {
            let board = Board::<u64>::narrow(board.widen());
            let layout = Layout::new(layout.shape());
            match self.tier {
                #[cfg(target_arch = "x86_64")]
                Tier::Avx512 => self.walk::<rules::avx512::This>(layout, board),
                #[cfg(target_arch = "x86_64")]
                Tier::Avx2 => self.walk::<rules::avx2::This>(layout, board),
                _ => self.walk::<rules::portable::This>(layout, board),
            }
        } else {
            let board = board.widen();
            self.walk::<rules::wide::This>(Layout::new(layout.shape()), board)
        }
    }
}

impl Count {
    fn walk<R: Rules>(self, layout: Option<Layout<R::Word>>, board: Board<R::Word>) -> Perft {
        let Some(layout) = layout else {
            unreachable!("a board has the width of its layout");
        };
        let mut counts = Perft::default();
        R::count(board, &layout, self.depth, 0, &mut counts);
        counts
    }
}

#[cfg(test)]
mod tests;
