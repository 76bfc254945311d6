//! Search limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

/// The depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// In single moves.
    Plies(u32),
    /// In turns: consecutive moves of one side count as one.
    Turns(u32),
    /// To the end of the game.
    Unlimited,
}

impl Depth {
    /// Returns the number of plies or turns, or `None` for [`Depth::Unlimited`].
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::Plies(depth) | Self::Turns(depth) => Some(depth),
            Self::Unlimited => None,
        }
    }

    /// Returns a depth of `number` in the same unit.
    #[must_use]
    pub const fn with_number(self, number: u32) -> Self {
        match self {
            Self::Plies(_) => Self::Plies(number),
            Self::Turns(_) => Self::Turns(number),
            Self::Unlimited => Self::Unlimited,
        }
    }

    /// Returns the depth that remains after a move. Calls `is_turn_over` only for a depth in turns.
    pub(crate) fn below(self, is_turn_over: impl FnOnce() -> bool) -> Self {
        match self {
            Self::Plies(plies) => Self::Plies(plies.saturating_sub(1)),
            Self::Turns(turns) if is_turn_over() => Self::Turns(turns.saturating_sub(1)),
            other => other,
        }
    }

    pub(crate) const fn is_zero(self) -> bool {
        matches!(self, Self::Plies(0) | Self::Turns(0))
    }
}

/// Converts a number to a depth in plies.
impl From<u32> for Depth {
    fn from(plies: u32) -> Self {
        Self::Plies(plies)
    }
}

/// The limits of a search. The search ends at the first one reached.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Depth at which the heuristic scores unfinished games.
    pub depth: Depth,
    /// Maximum number of states to enter.
    pub nodes: Option<u64>,
    /// Maximum duration.
    pub time: Option<Duration>,
    /// Ends the search soon after it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl SearchLimits {
    /// Returns limits on the depth alone; a number is a depth in plies.
    #[must_use]
    pub fn to_depth(depth: impl Into<Depth>) -> Self {
        Self {
            depth: depth.into(),
            nodes: None,
            time: None,
            stop: None,
        }
    }

    /// Returns a depth limit in single moves.
    #[must_use]
    pub fn plies(plies: u32) -> Self {
        Self::to_depth(plies)
    }

    /// Returns a depth limit in turns: the search continues until the side to move has
    /// changed `turns` times.
    #[must_use]
    pub fn turns(turns: u32) -> Self {
        Self::to_depth(Depth::Turns(turns))
    }

    /// Returns limits that never end the search before the game does.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::to_depth(Depth::Unlimited)
    }

    /// Enters at most `nodes` states.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Searches no longer than `time`.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Stops soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }
}

/// The number of nodes between checks of the clock and the stop flag.
const CHECK_INTERVAL: u64 = 1 << 11;

/// Checks the limits of a running search.
pub(crate) struct LimitCheck {
    max_nodes: u64,
    next_check: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    is_reached: bool,
}

impl LimitCheck {
    pub(crate) fn new(limits: &SearchLimits) -> Self {
        Self {
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            next_check: 0,
            // Ignore a deadline that the clock cannot represent.
            deadline: (limits.time).and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
            is_reached: false,
        }
    }

    /// Returns whether a limit has been reached after `nodes` states.
    #[inline]
    pub(crate) fn is_reached(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_check {
            self.check(nodes);
        }
        self.is_reached
    }

    fn check(&mut self, nodes: u64) {
        self.next_check = (nodes + CHECK_INTERVAL).min(self.max_nodes);
        let stop = self.stop.as_ref();
        let is_stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_late = self.deadline.is_some_and(|at| Instant::now() >= at);
        self.is_reached |= is_stopped || is_late || nodes >= self.max_nodes;
    }
}
