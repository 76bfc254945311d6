//! The client's clocks.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_othello::Color;

use crate::TimeLeft;

/// The clocks of both sides.
///
/// `time_settings MAIN PERIOD STONES` sets them, in seconds:
///
/// - `MAIN 0 0` is the time for the whole game, which the engine distributes over its
///   moves.
/// - `MAIN PERIOD STONES` is a main time followed by periods, in each of which `STONES`
///   moves must be made. During the main time each move gets a part of it, plus one
///   move's share of a period, which becomes available when the main time runs out. In a
///   period, each move gets an equal share of the remaining time, less a margin for the
///   response: a tenth of it, at most 100 ms.
/// - `0 0 0`, and a period without moves, mean no limit.
///
/// `time_left COLOR SECONDS STONES` sets one clock: the main time if `STONES` is 0, and
/// otherwise a period. If the client does not send it, the engine deducts the time of its
/// own searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks {
    settings: Option<Settings>,
    sides: [Side; 2],
}

/// The clock of both sides at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    main: Duration,
    period: Option<Period>,
}

/// A time in which a given number of moves, at least one, must be made.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Period {
    time: Duration,
    moves: u32,
}

/// The time left for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Side {
    #[default]
    Unlimited,
    Main(Duration),
    Period(Period),
}

/// Maximum margin per move; it is never more than a tenth of the time.
const MARGIN: Duration = Duration::from_millis(100);

impl Period {
    /// Returns the share of one move.
    fn share(self) -> Duration {
        self.time / self.moves.max(1)
    }
}

impl Clocks {
    /// Sets both clocks, as `time_settings` does.
    pub fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let is_limited = match (period.is_zero(), moves) {
            (true, _) => !main.is_zero(),
            (false, moves) => moves > 0,
        };
        self.settings = is_limited.then_some(Settings {
            main,
            period: (!period.is_zero()).then_some(Period {
                time: period,
                moves,
            }),
        });
        self.restart();
    }

    /// Resets both clocks for a new game.
    pub fn restart(&mut self) {
        let side = self.settings.map(|settings| match settings.period {
            Some(period) if settings.main.is_zero() => Side::Period(period),
            _ => Side::Main(settings.main),
        });
        self.sides = [side.unwrap_or_default(); 2];
    }

    /// Sets one clock, as `time_left` does.
    pub fn set_left(&mut self, color: Color, time: Duration, moves: u32) {
        *self.side(color) = match moves {
            0 => Side::Main(time),
            moves => Side::Period(Period { time, moves }),
        };
    }

    /// Deducts the time of a move.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let period = self.settings.and_then(|settings| settings.period);
        let side = self.side(color);
        *side = match (*side, period) {
            (Side::Unlimited, _) => Side::Unlimited,
            (Side::Main(left), Some(period)) if left <= time => Side::Period(period),
            (Side::Main(left), _) => Side::Main(left.saturating_sub(time)),
            (Side::Period(now), Some(period)) if now.moves <= 1 => Side::Period(period),
            (Side::Period(now), _) => Side::Period(Period {
                time: now.time.saturating_sub(time),
                moves: now.moves.saturating_sub(1).max(1),
            }),
        };
    }

    /// Returns the time for a side's next move.
    #[must_use]
    pub fn left(&self, color: Color) -> TimeLeft {
        match self.sides[color as usize] {
            Side::Unlimited => TimeLeft::Unlimited,
            Side::Main(left) => {
                let period = self.settings.and_then(|settings| settings.period);
                let increment = period.map(Period::share).unwrap_or_default();
                TimeLeft::Clock(Clock {
                    left: left.saturating_add(increment),
                    increment,
                })
            }
            Side::Period(period) => {
                let share = period.share();
                TimeLeft::Move(share - MARGIN.min(share / 10))
            }
        }
    }

    fn side(&mut self, color: Color) -> &mut Side {
        &mut self.sides[color as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(main: u64, period: u64, moves: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(seconds(main), seconds(period), moves);
        clocks
    }

    fn clock(left: u64, increment: u64) -> TimeLeft {
        TimeLeft::Clock(Clock {
            left: seconds(left),
            increment: seconds(increment),
        })
    }

    #[test]
    fn settings_follow_the_specification() {
        let black = |clocks: Clocks| clocks.left(Color::Black);
        assert_eq!(black(clocks(0, 0, 0)), TimeLeft::Unlimited);
        assert_eq!(black(clocks(60, 10, 0)), TimeLeft::Unlimited);
        assert_eq!(black(clocks(60, 0, 0)), clock(60, 0));
        assert_eq!(black(clocks(60, 0, 5)), clock(60, 0));
        assert_eq!(black(clocks(60, 30, 5)), clock(66, 6));
        let margin = Duration::from_millis(100);
        assert_eq!(black(clocks(0, 30, 5)), TimeLeft::Move(seconds(6) - margin));
    }

    #[test]
    fn the_client_sets_a_clock() {
        let mut clocks = clocks(60, 30, 5);
        clocks.set_left(Color::White, seconds(10), 0);
        assert_eq!(clocks.left(Color::White), clock(16, 6));
        assert_eq!(clocks.left(Color::Black), clock(66, 6));
        clocks.set_left(Color::White, Duration::from_millis(600), 3);
        let share = Duration::from_millis(180);
        assert_eq!(clocks.left(Color::White), TimeLeft::Move(share));
        clocks.restart();
        assert_eq!(clocks.left(Color::White), clock(66, 6));
    }

    #[test]
    fn move_times_are_deducted_unless_the_client_sets_the_clock() {
        let mut clocks = clocks(10, 8, 2);
        let mut left = |spent| {
            clocks.spend(Color::Black, seconds(spent));
            clocks.left(Color::Black)
        };
        let margin = Duration::from_millis(100);
        assert_eq!(left(4), clock(10, 4));
        // The main time is used up: a period of two moves.
        assert_eq!(left(7), TimeLeft::Move(seconds(4) - margin));
        assert_eq!(left(2), TimeLeft::Move(seconds(6) - margin));
        assert_eq!(left(5), TimeLeft::Move(seconds(4) - margin));
    }

    #[test]
    fn a_clock_does_not_fall_below_zero() {
        let mut clocks = clocks(10, 0, 0);
        clocks.spend(Color::Black, seconds(11));
        assert_eq!(clocks.left(Color::Black), clock(0, 0));
        clocks.set_left(Color::White, Duration::ZERO, 1);
        assert_eq!(clocks.left(Color::White), TimeLeft::Move(Duration::ZERO));
    }
}
