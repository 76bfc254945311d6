//! How long to think about a move when the whole game is timed.

use std::time::Duration;

use super::Clock;

/// At most this share of the time left goes into one move.
const MOST_OF_LEFT: f64 = 0.5;

/// The time to spend on a move of a side whose clock shows `clock`, with
/// `empties` empty squares on the board.
pub(super) fn time_for_move(clock: Clock, empties: u32) -> Duration {
    // The two sides share the empty squares; a pass of the other side is one
    // move more for this one, so the count is on the careful side.
    let own_moves = empties.div_ceil(2);
    let share = clock.left / (2 * own_moves + 2);
    (share + clock.increment / 2).min(clock.left.mul_f64(MOST_OF_LEFT))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game of 60 moves in which every move takes just its time.
    fn is_enough(clock: &str) -> bool {
        let mut clock: Clock = clock.parse().unwrap();
        (1..=60).rev().step_by(2).all(|empties| {
            let after = clock.after_move(time_for_move(clock, empties));
            after.map(|after| clock = after).is_some()
        })
    }

    #[test]
    fn the_clock_lasts_for_the_game() {
        for clock in ["1", "0.001", "10+0.1", "0.1+10", "3600+30"] {
            assert!(is_enough(clock), "{clock}");
        }
    }
}
