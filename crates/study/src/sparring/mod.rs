//! The sparring partner: an engine that [gives discs away](GiveAway), plays a given
//! [opening](OpeningLine), and starts from a random [balanced](BalancedStart) position.
//!
//! All of these choose among moves scored by an [`Analyzer`](crate::Analyzer).

mod balanced_start;
mod give_away;
mod opening_line;

pub use balanced_start::{BalancedError, BalancedGame, BalancedStart};
pub use give_away::GiveAway;
pub use opening_line::OpeningLine;

use outflank_othello::Position;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns a generator seeded by `seed` and the position, so that games are reproducible.
pub(crate) fn seeded(seed: u64, position: &Position) -> Xoshiro256PlusPlus {
    let board = position.widened_board();
    let mut mixed = seed ^ 0x9e37_79b9_7f4a_7c15;
    for word in [board.mover(), board.opponent()] {
        for half in [word as u64, (word >> 64) as u64] {
            mixed = (mixed.rotate_left(29) ^ half).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
    }
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}
