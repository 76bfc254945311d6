//! Search limits from the settings of the user and of the client.

use std::time::Duration;

use outflank_engine::{Clock, Limits};

/// Limits set by the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Depth, as of a level.
    pub limits: Option<Limits>,
    /// Maximum time per move.
    pub move_time: Option<Duration>,
}

/// The time that a client leaves for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLeft {
    /// No limit.
    #[default]
    Unlimited,
    /// Time for this move.
    Move(Duration),
    /// A clock for this move and all later ones.
    Clock(Clock),
}

impl Strength {
    /// Returns the limits of a search. Without a depth, time alone limits it; without a
    /// time too, the default level does.
    #[must_use]
    pub fn limits(self, left: TimeLeft) -> Limits {
        let (time, clock) = match left {
            TimeLeft::Unlimited => (self.move_time, None),
            TimeLeft::Move(time) => {
                let least = self.move_time.map_or(time, |own| own.min(time));
                (Some(least), None)
            }
            TimeLeft::Clock(clock) => (self.move_time, Some(clock)),
        };
        let depth = match self.limits {
            Some(limits) => limits,
            None if time.is_some() || clock.is_some() => Limits::UNLIMITED,
            None => Limits::default(),
        };
        Limits {
            time,
            clock,
            ..depth
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn without_a_level_time_alone_limits() {
        let default = Strength::default();
        assert_eq!(default.limits(TimeLeft::Unlimited), Limits::default());
        let timed = default.limits(TimeLeft::Move(SECOND));
        assert_eq!(timed, Limits::UNLIMITED.with_time(SECOND));
    }

    #[test]
    fn level_and_time_combine() {
        let clock = Clock {
            left: 60 * SECOND,
            increment: Duration::ZERO,
        };
        let own = Strength {
            limits: Some(Limits::level(3)),
            move_time: Some(2 * SECOND),
        };
        let limits = own.limits(TimeLeft::Clock(clock));
        let expected = Limits::level(3).with_time(2 * SECOND).with_clock(clock);
        assert_eq!(limits, expected);
        for (left, least) in [(1, 1), (3, 2)] {
            let limits = own.limits(TimeLeft::Move(left * SECOND));
            assert_eq!(limits.time, Some(least * SECOND));
        }
    }
}
