//! How far to search, by what the user and the client say.

use std::time::Duration;

use outflank_engine::{Clock, Reach};

use super::searcher::Limit;

/// Level of the engine if neither the user nor the client says anything.
pub const DEFAULT_LEVEL: u32 = 12;

/// How strong the engine plays, by the wish of its user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// No search goes farther.
    pub reach: Option<Reach>,
    /// No search takes longer.
    pub move_time: Option<Duration>,
}

/// The time that a client leaves for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLeft {
    /// As much as the engine likes.
    #[default]
    Unlimited,
    /// So much for this move.
    Move(Duration),
    /// What a clock has for this and all later moves.
    Clock(Clock),
}

impl Strength {
    /// How far to search for a move. Whatever is limited by nothing but time goes
    /// as far as the time allows; without any wish it is the [`DEFAULT_LEVEL`].
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
    fn without_a_level_time_alone_limits() {
        let nobody = Strength::default();
        let level = nobody.limit(TimeLeft::Unlimited);
        assert_eq!(level.reach, Reach::level(DEFAULT_LEVEL));
        assert_eq!((level.move_time, level.clock), (None, None));
        let timed = nobody.limit(TimeLeft::Move(SECOND));
        assert_eq!(
            (timed.reach, timed.move_time),
            (Reach::UNLIMITED, Some(SECOND))
        );
    }

    #[test]
    fn a_level_and_a_time_both_hold() {
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
