//! Search limits from the user's options and the client's clock.

use std::time::Duration;

use outflank_engine::{Clock, Reach};

use super::searcher::Limit;

/// The level if neither the user nor the client sets a limit.
pub const DEFAULT_LEVEL: u32 = 12;

/// The limits that the user sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Depth and selectivity of every search.
    pub reach: Option<Reach>,
    /// Time per move.
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
    /// A clock for this and all later moves.
    Clock(Clock),
}

impl Strength {
    /// Combines the user's limits with the time that the client leaves. Without a level
    /// time alone limits the search; without either it is the [`DEFAULT_LEVEL`].
    #[must_use]
    pub fn limit(self, left: TimeLeft) -> Limit {
        let (move_time, clock) = match left {
            TimeLeft::Unlimited => (self.move_time, None),
            TimeLeft::Move(time) => {
                let least = self.move_time.map_or(time, |own| own.min(time));
                (Some(least), None)
            }
            TimeLeft::Clock(clock) => (self.move_time, Some(clock)),
        };
        let is_timed = move_time.is_some() || clock.is_some();
        let reach = self.reach.unwrap_or_else(|| {
            if is_timed {
                Reach::UNLIMITED
            } else {
                Reach::level(DEFAULT_LEVEL)
            }
        });
        Limit {
            reach,
            move_time,
            clock,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn without_a_level_time_is_the_only_limit() {
        let unlimited = Strength::default();
        let level = unlimited.limit(TimeLeft::Unlimited);
        assert_eq!(level.reach, Reach::level(DEFAULT_LEVEL));
        assert_eq!((level.move_time, level.clock), (None, None));
        let timed = unlimited.limit(TimeLeft::Move(SECOND));
        assert_eq!(
            (timed.reach, timed.move_time),
            (Reach::UNLIMITED, Some(SECOND))
        );
    }

    #[test]
    fn level_and_time_combine() {
        let clock = Clock {
            left: 60 * SECOND,
            increment: Duration::ZERO,
        };
        let own = Strength {
            reach: Some(Reach::level(3)),
            move_time: Some(2 * SECOND),
        };
        let limit = own.limit(TimeLeft::Clock(clock));
        assert_eq!(limit.reach, Reach::level(3));
        assert_eq!(
            (limit.move_time, limit.clock),
            (Some(2 * SECOND), Some(clock))
        );
        for (left, least) in [(1, 1), (3, 2)] {
            let limit = own.limit(TimeLeft::Move(left * SECOND));
            assert_eq!(limit.move_time, Some(least * SECOND));
        }
    }
}
