//! Search limits.

use std::time::Duration;

use super::parameters::SELECTIVE_FROM;
use super::probcut::Selectivity;
use super::result::ScoredMove;
use crate::clock::Clock;

/// How far a position is searched. The limits combine: the first limit reached ends the search.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Limits;
///
/// let limits = Limits::level(14).with_time(Duration::from_secs(2));
/// assert_eq!(limits.depth, 14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// Midgame search depth in plies, at least 1; passes are not counted.
    pub depth: u32,
    /// Whether iterative deepening precedes exact scores. Without it, solving a position proves
    /// bounds on the score one by one.
    pub deepens: bool,
    /// ProbCut confidence of midgame searches.
    pub selectivity: Selectivity,
    /// Empties at or below which the score is exact.
    pub exact_from: u32,
    /// Number of empties at or below which the search reaches the end of the game, with
    /// `selectivity`.
    pub end_from: u32,
    /// Node budget, which a search may exceed by a few thousand nodes. With one thread, repeating
    /// the same search ends it at the same node.
    pub nodes: Option<u64>,
    /// Time for the move.
    pub time: Option<Duration>,
    /// Game clock; the search uses part of its time.
    pub clock: Option<Clock>,
}

impl Limits {
    /// Searches every depth, then to the end of the game.
    pub const UNLIMITED: Self = Self {
        depth: 60,
        deepens: true,
        selectivity: Selectivity::MIN,
        exact_from: 128,
        end_from: 128,
        nodes: None,
        time: None,
        clock: None,
    };

    /// Exact scores, without iterative deepening.
    pub const SOLVE: Self = Self {
        depth: 1,
        deepens: false,
        ..Self::UNLIMITED
    };

    /// Searches `plies` plies deep at 73 %. No endgame beyond that depth is solved.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self {
            depth: plies,
            exact_from: 0,
            end_from: 0,
            ..Self::UNLIMITED
        }
    }

    /// Returns the same limits with another ProbCut confidence.
    #[must_use]
    pub const fn with_selectivity(mut self, selectivity: Selectivity) -> Self {
        self.selectivity = selectivity;
        self
    }

    /// Returns the same limits with exact scores at or below `empties` empties.
    #[must_use]
    pub const fn with_exact_from(mut self, empties: u32) -> Self {
        self.exact_from = empties;
        self
    }

    /// Returns the same limits with a node budget.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Returns the same limits with a time for the move.
    #[must_use]
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Returns the same limits with a game clock.
    #[must_use]
    pub const fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Returns `true` if nodes or time are limited, so that a search may end within an iteration.
    #[must_use]
    pub const fn is_budgeted(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }
}

/// Depth and selectivity of one iteration.
pub(super) type Iteration = (u32, Selectivity);

/// Returns the iterations of a search, in order.
pub(super) fn iterations(empties: u32, limits: &Limits) -> Vec<Iteration> {
    let is_exact = empties <= limits.exact_from;
    let reaches_end = is_exact || empties <= limits.end_from;
    let last = if reaches_end {
        // A deeper search costs nearly as much as a search to the end.
        empties.saturating_sub(10).clamp(1, limits.depth.max(1))
    } else {
        limits.depth.clamp(1, empties)
    };
    let midgame = if is_exact {
        Selectivity::MIN
    } else {
        limits.selectivity
    };
    let mut iterations: Vec<Iteration> = (1..=last).map(|depth| (depth, midgame)).collect();
    if reaches_end {
        let last = if is_exact {
            Selectivity::NONE
        } else {
            limits.selectivity
        };
        let selective = Selectivity::ALL.into_iter().zip(SELECTIVE_FROM);
        let selective =
            selective.filter(|&(selectivity, from)| empties > from && selectivity < last);
        iterations.extend(selective.map(|(selectivity, _)| (empties, selectivity)));
        iterations.push((empties, last));
    }
    iterations
}

/// Returns the number of completed iterations that found `known`, if those are enough moves.
pub(super) fn completed(iterations: &[Iteration], known: &[ScoredMove], count: usize) -> usize {
    let found = known.iter().map(|found| (found.depth, found.selectivity));
    let shallowest = found.min().filter(|_| known.len() >= count);
    let is_last = |shallowest| iterations.iter().rposition(|&other| other == shallowest);
    shallowest.and_then(is_last).map_or(0, |last| last + 1)
}
