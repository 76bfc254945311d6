//! Search limits from the settings of the user and of the client.

use std::time::Duration;

use outflank_engine::{Clock, Limits};

/// The time that a client allows for a move.
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

impl TimeLeft {
    /// Returns the limits of a search within the user's `own`. Without `own`, only the time limits
    /// the search; without a time either, the default level applies.
    #[must_use]
    pub fn limits(self, own: Option<Limits>) -> Limits {
        let limits = own.unwrap_or(match self {
            Self::Unlimited => Limits::default(),
            Self::Move(_) | Self::Clock(_) => Limits::UNLIMITED,
        });
        match self {
            Self::Unlimited => limits,
            Self::Move(time) => limits.with_time(limits.time.map_or(time, |own| own.min(time))),
            Self::Clock(clock) => limits.with_clock(clock),
        }
    }
}

/// Replaces the level or depth of the user's limits.
pub(super) fn with_level(own: Option<Limits>, level: u32) -> Limits {
    let Limits { time, nodes, .. } = own.unwrap_or_default();
    Limits {
        time,
        nodes,
        ..Limits::level(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn without_a_level_only_time_limits_a_search() {
        assert_eq!(TimeLeft::Unlimited.limits(None), Limits::default());
        let timed = TimeLeft::Move(SECOND).limits(None);
        assert_eq!(timed, Limits::UNLIMITED.with_time(SECOND));
    }

    #[test]
    fn level_and_time_combine() {
        let clock = Clock {
            left: 60 * SECOND,
            increment: Duration::ZERO,
        };
        let own = Limits::level(3).with_time(2 * SECOND);
        let limits = TimeLeft::Clock(clock).limits(Some(own));
        assert_eq!(limits, own.with_clock(clock));
        for (left, least) in [(1, 1), (3, 2)] {
            let limits = TimeLeft::Move(left * SECOND).limits(Some(own));
            assert_eq!(limits.time, Some(least * SECOND));
        }
        assert_eq!(
            with_level(Some(own), 5),
            Limits::level(5).with_time(2 * SECOND)
        );
    }
}
