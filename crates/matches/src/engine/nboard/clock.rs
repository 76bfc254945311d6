//! The clock sent to a program.

use std::time::Duration;

use outflank_othello::format::{Clock as GgfClock, Period};

use crate::engine::TimeControl;

/// Maximum time in GGF, `99:59:59`, in seconds.
const MAX_SECONDS: u64 = 100 * 3600 - 1;

/// The clock of one side as the program computes it from what we send: the main time and increment
/// in `TI`, in whole seconds, and the times of that side's moves, which have fractions.
///
/// The times sent, including those of the opening, compensate for the rounding, so the program sees
/// the time that is really left. It never sees more, unless the side has less than a second and has
/// not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SentClock {
    left: Duration,
    increment: Duration,
}

impl SentClock {
    /// Creates the clock at the start of a game. A time per move is sent as a clock with
    /// that increment, from which unused time is deducted.
    pub(super) fn new(time: TimeControl) -> Self {
        let increment = match time {
            // An increment that is too large is corrected with the next move. One that is too small
            // could not be corrected.
            TimeControl::Move(time) => seconds_up(time),
            TimeControl::Game(clock) => clock.increment.as_secs(),
        };
        let capped = |seconds: u64| Duration::from_secs(seconds.min(MAX_SECONDS));
        Self {
            left: capped(Self::initial(time).as_secs().max(1)),
            increment: capped(increment),
        }
    }

    /// Returns the actual time before the first move.
    pub(super) const fn initial(time: TimeControl) -> Duration {
        match time {
            TimeControl::Move(time) => time,
            TimeControl::Game(clock) => clock.left,
        }
    }

    /// Returns the clock in GGF form.
    pub(super) fn control(self) -> GgfClock {
        let period = |time: Duration| Period {
            // At most `MAX_SECONDS`.
            seconds: time.as_secs() as u32,
            moves: None,
        };
        GgfClock {
            initial: Some(period(self.left)),
            increment: (!self.increment.is_zero()).then(|| period(self.increment)),
            extension: None,
        }
    }

    /// Returns the time to send for the last move, in hundredths of a second, so that the
    /// clock then shows `left`.
    pub(super) fn time_until(&mut self, left: Duration) -> Duration {
        let before = self.left.saturating_add(self.increment);
        let spent = before.saturating_sub(left).as_micros().div_ceil(10_000);
        let spent = Duration::from_millis(10 * spent as u64);
        self.left = before.saturating_sub(spent);
        spent
    }
}

fn seconds_up(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> SentClock {
        SentClock::new(TimeControl::Game(text.parse().unwrap()))
    }

    fn move_time(seconds: f64) -> SentClock {
        SentClock::new(TimeControl::Move(Duration::from_secs_f64(seconds)))
    }

    /// Returns the time sent for the last move, and what the clock then shows.
    fn spend(clock: &mut SentClock, left: f64) -> (f64, f64) {
        let spent = clock.time_until(Duration::from_secs_f64(left));
        (spent.as_secs_f64(), clock.left.as_secs_f64())
    }

    #[test]
    fn clocks_are_sent_in_whole_seconds() {
        let text = |clock: SentClock| clock.control().to_string();
        assert_eq!(text(clock("600")), "10:00");
        assert_eq!(text(clock("10.9+1.9")), "00:10/00:01");
        assert_eq!(text(clock("10+0.1")), "00:10");
        assert_eq!(text(clock("0.1")), "00:01");
        assert_eq!(text(clock("20000000000")), "99:59:59");
        assert_eq!(text(move_time(5.0)), "00:05/00:05");
        assert_eq!(text(move_time(2.5)), "00:02/00:03");
        assert_eq!(text(move_time(0.1)), "00:01/00:01");
    }

    #[test]
    fn move_times_correct_the_clock() {
        let mut clock = clock("10.5+0.5");
        // A move that takes two seconds, after which the increment is added.
        assert_eq!(spend(&mut clock, 9.0), (1.0, 9.0));
        // Less than the increment: the clock cannot gain more, and catches up later.
        assert_eq!(spend(&mut clock, 9.3), (0.0, 9.0));
        assert_eq!(spend(&mut clock, 8.0), (1.0, 8.0));
        // Fractions are sent in hundredths, so that the clock never shows more than is left.
        assert_eq!(spend(&mut clock, 7.4999), (0.51, 7.49));
    }

    #[test]
    fn a_clock_below_a_second_is_corrected_by_the_first_move() {
        assert_eq!(spend(&mut clock("0.5"), 0.25), (0.75, 0.25));
    }

    #[test]
    fn a_time_per_move_is_restored_after_each_move() {
        for (seconds, first, later) in [(5.0, 5.0, 5.0), (2.5, 2.5, 3.0), (0.25, 1.75, 1.0)] {
            let mut clock = move_time(seconds);
            assert_eq!(spend(&mut clock, seconds), (first, seconds));
            assert_eq!(spend(&mut clock, seconds), (later, seconds));
        }
    }
}
