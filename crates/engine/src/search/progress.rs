//! Progress of a running search, for other threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use outflank_othello::Square;

/// Progress of a running search, for other threads to read.
///
/// Nodes and bounds are updated one after the other, so they may be a few milliseconds apart.
#[derive(Debug, Default)]
pub struct SearchProgress {
    nodes: AtomicU64,
    bounds: Mutex<Option<SolveBounds>>,
}

/// Proven bounds on the score of the position being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveBounds {
    /// Lower bound on the score in discs.
    pub lower: i32,
    /// Upper bound on the score in discs.
    pub upper: i32,
    /// The running null-window search tests whether the score is at least this many discs.
    pub tested: i32,
    /// The move that reaches the lower bound.
    pub best: Option<Square>,
}

impl SearchProgress {
    /// Returns the number of nodes; up to a few thousand of the latest may be missing.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the proven bounds, or `None` before the first search.
    #[must_use]
    pub fn bounds(&self) -> Option<SolveBounds> {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn report(&self, bounds: SolveBounds) {
        let mut kept = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(bounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_round_trips() {
        let progress = SearchProgress::default();
        assert_eq!(progress.bounds(), None);
        for best in [None, Square::new(0, 0), Square::new(15, 7)] {
            for (lower, upper, tested) in [(-64, 64, 0), (-128, 128, 129), (2, 2, 2)] {
                let bounds = SolveBounds {
                    lower,
                    upper,
                    tested,
                    best,
                };
                progress.report(bounds);
                assert_eq!(progress.bounds(), Some(bounds));
            }
        }
        progress.add_nodes(3);
        assert_eq!(progress.nodes(), 3);
    }
}
