//! The clock that a program is told.

use std::time::Duration;

use outflank_othello::format::{Clock as TimeControl, Period};

use crate::engine::TimeControl as GivenTime;

/// The longest time that is told, with the figures that a clock has: `99:59:59`.
const LONGEST: u64 = 100 * 3600 - 1;

/// The clock of one side as a program computes it from what it is told: the time of
/// the game and the increment in `TI`, which has whole seconds, and the times of
/// that side's moves, which have fractions.
///
/// The times are therefore told such that the clock comes to what is really left,
/// those of the opening, which bring increments too, among them. A program is at no
/// time told more than that, unless it has less than a second and has not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ToldClock {
    left: Duration,
    increment: Duration,
}

impl ToldClock {
    /// The clock at the start of a game. A time for each move is a clock that gets
    /// that time after each move and loses what was not used of it.
    pub(super) fn new(time: GivenTime) -> Self {
        let increment = match time {
            // What is told too much of an increment goes off with the next move;
            // what is told too little could not come back.
            GivenTime::Move(time) => seconds_up(time),
            GivenTime::Game(clock) => clock.increment.as_secs(),
        };
        let told = |seconds: u64| Duration::from_secs(seconds.min(LONGEST));
        Self {
            left: told(Self::at_first(time).as_secs().max(1)),
            increment: told(increment),
        }
    }

    /// What is really left before the first move.
    pub(super) const fn at_first(time: GivenTime) -> Duration {
        match time {
            GivenTime::Move(time) => time,
            GivenTime::Game(clock) => clock.left,
        }
    }

    /// The clock as GGF has it.
    pub(super) fn control(self) -> TimeControl {
        let period = |time: Duration| Period {
            // No time is longer than that.
            seconds: time.as_secs() as u32,
            moves: None,
        };
        TimeControl {
            initial: Some(period(self.left)),
            increment: (!self.increment.is_zero()).then(|| period(self.increment)),
            extension: None,
        }
    }

    /// The time, in hundredths of a second, that the last move is told to have
    /// taken, so that `left` is what the clock has.
    pub(super) fn come_to(&mut self, left: Duration) -> Duration {
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

    fn clock(text: &str) -> ToldClock {
        ToldClock::new(GivenTime::Game(text.parse().unwrap()))
    }

    fn move_time(seconds: f64) -> ToldClock {
        ToldClock::new(GivenTime::Move(Duration::from_secs_f64(seconds)))
    }

    /// What the last move is told to have taken, and what the clock then has.
    fn told(clock: &mut ToldClock, left: f64) -> (f64, f64) {
        let spent = clock.come_to(Duration::from_secs_f64(left));
        (spent.as_secs_f64(), clock.left.as_secs_f64())
    }

    #[test]
    fn clocks_are_told_in_whole_seconds() {
        let text = |clock: ToldClock| clock.control().to_string();
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
    fn move_times_bring_a_clock_to_what_is_left() {
        let mut clock = clock("10.5+0.5");
        // Two seconds for a move, with the increment.
        assert_eq!(told(&mut clock, 9.0), (1.0, 9.0));
        // Less than the increment: more is left than can be told, until later.
        assert_eq!(told(&mut clock, 9.3), (0.0, 9.0));
        assert_eq!(told(&mut clock, 8.0), (1.0, 8.0));
        // Fractions are told in hundredths, and never more than is left.
        assert_eq!(told(&mut clock, 7.4999), (0.51, 7.49));
    }

    #[test]
    fn a_clock_of_less_than_a_second_is_put_right_by_the_first_move() {
        assert_eq!(told(&mut clock("0.5"), 0.25), (0.75, 0.25));
    }

    #[test]
    fn a_time_a_move_is_left_before_each() {
        for (seconds, first, later) in [(5.0, 5.0, 5.0), (2.5, 2.5, 3.0), (0.25, 1.75, 1.0)] {
            let mut clock = move_time(seconds);
            assert_eq!(told(&mut clock, seconds), (first, seconds));
            assert_eq!(told(&mut clock, seconds), (later, seconds));
        }
    }
}
