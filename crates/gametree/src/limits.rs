//! How far and how long a search may go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How deep a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Single moves.
    Plies(u32),
    /// All moves of one side in a row count as one.
    Turns(u32),
    /// To the end of the game.
    Unlimited,
}

impl Depth {
    /// A smaller depth than [`Depth::Unlimited`] as a number of plies or turns.
    #[must_use]
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::Plies(depth) | Self::Turns(depth) => Some(depth),
            Self::Unlimited => None,
        }
    }
}

/// The bounds of one search. Whatever is reached first ends it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Depth at which the heuristic stands for the outcome.
    pub depth: Depth,
    /// Most states entered.
    pub nodes: Option<u64>,
    /// Longest duration.
    pub time: Option<Duration>,
    /// Ends the search soon after it becomes true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    const fn to_depth(depth: Depth) -> Self {
        Self {
            depth,
            nodes: None,
            time: None,
            stop: None,
        }
    }

    /// A depth in single moves.
    #[must_use]
    pub const fn plies(plies: u32) -> Self {
        Self::to_depth(Depth::Plies(plies))
    }

    /// A depth in turns: the search goes on until the mover has changed
    /// `turns` times.
    #[must_use]
    pub const fn turns(turns: u32) -> Self {
        Self::to_depth(Depth::Turns(turns))
    }

    /// To the end of the game.
    #[must_use]
    pub const fn unlimited() -> Self {
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

/// The clock and the stop flag are read once in this many nodes.
const CHECK_INTERVAL: u64 = 1 << 11;

/// Watches over the limits of one search.
pub(crate) struct Watch {
    most_nodes: u64,
    next_check: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    stopped: bool,
}

impl Watch {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            next_check: 0,
            // A time beyond all clocks is no limit.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
            stopped: false,
        }
    }

    /// Whether the search has to end, `nodes` states having been entered.
    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_check {
            self.check(nodes);
        }
        self.stopped
    }

    fn check(&mut self, nodes: u64) {
        self.next_check = (nodes + CHECK_INTERVAL).min(self.most_nodes);
        let told = self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed));
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= told || late || nodes >= self.most_nodes;
    }
}
