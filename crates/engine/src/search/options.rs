//! How positions are to be solved.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::Shape;

use super::feature::{DisabledFeatures, Feature};
use crate::evaluation::Evaluation;
use crate::tier::Tier;

/// Bytes of stack that a search needs on the largest boards: a node takes some
/// kilobytes, and there are up to 124 above one another, passes not counted.
pub const STACK: usize = 16 << 20;

/// How positions are to be solved.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) tier: Tier,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) disabled: DisabledFeatures,
    pub(super) evaluation: Option<Arc<Evaluation>>,
}

impl Default for SearchOptions {
    /// One thread, a transposition table of 64 MiB, no limit of time, the best
    /// tier of this processor.
    fn default() -> Self {
        Self {
            hash_mib: 64,
            threads: 1,
            tier: Tier::best(),
            stop: Arc::new(AtomicBool::new(false)),
            disabled: DisabledFeatures::default(),
            evaluation: None,
        }
    }
}

impl SearchOptions {
    /// Takes `mib` MiB for the transposition table, at least one. The system
    /// hands them out as they are used: positions with few empty squares use
    /// less.
    #[must_use]
    pub const fn with_hash(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// Searches with `threads` threads, at least one. The score does not depend
    /// on their number; with one the number of nodes is always the same.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Searches with the code for another kind of processor.
    ///
    /// # Panics
    ///
    /// If this processor cannot run it.
    #[must_use]
    pub fn with_tier(mut self, tier: Tier) -> Self {
        assert!(tier.is_available(), "this processor cannot run {tier}");
        self.tier = tier;
        self
    }

    /// Gives up soon after `stop` becomes true, within some milliseconds.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Values positions by these weights instead of those shipped, or where none are
    /// shipped, on boards of their shape.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Arc<Evaluation>) -> Self {
        self.evaluation = Some(evaluation);
        self
    }

    /// The weights for a shape, if there are any.
    pub(super) fn evaluation_for(&self, shape: Shape) -> Option<&Evaluation> {
        Evaluation::for_shape(self.evaluation.as_ref(), shape)
    }

    /// Searches without a feature, to measure what it is worth.
    #[must_use]
    pub const fn without(mut self, feature: Feature) -> Self {
        self.disabled = self.disabled.with(feature);
        self
    }
}
