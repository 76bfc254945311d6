//! What a sparring partner does that an engine by itself does not: it [gives discs
//! away](GiveAway), plays an [opening](OpeningLine) that one wants to train, and
//! [starts](BalancedStart) from a position that is new to both sides and fair.
//!
//! All of it is a matter of choosing among moves that somebody else valued: nothing
//! here searches.

mod balanced_start;
mod give_away;
mod opening_line;

pub use balanced_start::{BalancedError, BalancedGame, BalancedStart};
pub use give_away::GiveAway;
pub use opening_line::OpeningLine;

use outflank_othello::Position;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chance that depends on a seed and a position alone: the same game is played the
/// same way again, and no position like the last.
fn chance(seed: u64, position: &Position) -> Xoshiro256PlusPlus {
    let board = position.widened_board();
    // Mixed well enough by the generator's own seeding; nothing is secret here.
    let mut mixed = seed ^ 0x9e37_79b9_7f4a_7c15;
    for word in [board.mover(), board.opponent()] {
        for half in [word as u64, (word >> 64) as u64] {
            mixed = (mixed.rotate_left(29) ^ half).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
    }
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}
