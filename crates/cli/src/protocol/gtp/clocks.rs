//! Time by the client's settings.

use std::time::Duration;

use outflank_engine::Clock;
use outflank_othello::Color;

use crate::protocol::TimeLeft;

/// The clocks of both sides.
///
/// `time_settings MAIN PERIOD STONES` sets them, in seconds:
///
/// - `MAIN 0 0` is time for the whole game, which the engine deals out to its
///   moves.
/// - `MAIN PERIOD STONES` is time for the game and then periods, in each of which
///   so many moves have to be made. While the main time lasts, each move is given a
///   part of it and a move's share of a period, for that is there when the main
///   time runs out. In a period each move is given what is left of it, shared out
///   evenly to the moves still due, but for a tenth or 100 ms, the less of both,
///   which is kept for the way of the answer.
/// - `0 0 0`, and a period without moves to be made in it, is no limit.
///
/// `time_left COLOR SECONDS STONES` says where a clock stands, in the main time if
/// `STONES` is 0 and else in a period. Where a client leaves that out the engine
/// counts the time of its own searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks {
    settings: Option<Settings>,
    sides: [Side; 2],
}

/// What both sides have at the beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    main: Duration,
    period: Option<Period>,
}

/// Time in which some moves have to be made, at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Period {
    time: Duration,
    moves: u32,
}

/// What one side has left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Side {
    #[default]
    Unlimited,
    Main(Duration),
    Period(Period),
}

/// So much of a move's time is kept back at most, and no more than a tenth of it.
const MARGIN: Duration = Duration::from_millis(100);

impl Period {
    /// The share of one move.
    fn share(self) -> Duration {
        self.time / self.moves.max(1)
    }
}

impl Settings {
    fn side(self) -> Side {
        match self.period {
            Some(period) if self.main.is_zero() => Side::Period(period),
            _ => Side::Main(self.main),
        }
    }
}

impl Clocks {
    /// Sets both clocks, as `time_settings` says.
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

    /// Sets both clocks to the beginning of a game.
    pub fn restart(&mut self) {
        self.sides = [self.settings.map_or(Side::Unlimited, Settings::side); 2];
    }

    /// Says where a clock stands, as `time_left` does.
    pub fn tell(&mut self, color: Color, time: Duration, moves: u32) {
        *self.side(color) = match moves {
            0 => Side::Main(time),
            moves => Side::Period(Period { time, moves }),
        };
    }

    /// Takes the time of a move off a clock.
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

    /// What a side may use for its next move.
    #[must_use]
    pub fn left(&self, color: Color) -> TimeLeft {
        match self.sides[index(color)] {
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
        &mut self.sides[index(color)]
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
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
    fn settings_mean_what_the_specification_says() {
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
    fn a_clock_is_where_the_client_says() {
        let mut clocks = clocks(60, 30, 5);
        clocks.tell(Color::White, seconds(10), 0);
        assert_eq!(clocks.left(Color::White), clock(16, 6));
        assert_eq!(clocks.left(Color::Black), clock(66, 6));
        clocks.tell(Color::White, Duration::from_millis(600), 3);
        let share = Duration::from_millis(180);
        assert_eq!(clocks.left(Color::White), TimeLeft::Move(share));
        clocks.restart();
        assert_eq!(clocks.left(Color::White), clock(66, 6));
    }

    #[test]
    fn moves_are_counted_where_the_client_says_nothing() {
        let mut clocks = clocks(10, 8, 2);
        let mut left = |spent| {
            clocks.spend(Color::Black, seconds(spent));
            clocks.left(Color::Black)
        };
        let margin = Duration::from_millis(100);
        assert_eq!(left(4), clock(10, 4));
        // The main time is over: a period of two moves.
        assert_eq!(left(7), TimeLeft::Move(seconds(4) - margin));
        assert_eq!(left(2), TimeLeft::Move(seconds(6) - margin));
        assert_eq!(left(5), TimeLeft::Move(seconds(4) - margin));
    }

    #[test]
    fn a_clock_does_not_fall_below_zero() {
        let mut clocks = clocks(10, 0, 0);
        clocks.spend(Color::Black, seconds(11));
        assert_eq!(clocks.left(Color::Black), clock(0, 0));
        clocks.tell(Color::White, Duration::ZERO, 1);
        assert_eq!(clocks.left(Color::White), TimeLeft::Move(Duration::ZERO));
    }
}
