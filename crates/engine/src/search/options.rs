//! Options of a searcher.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::Shape;

use super::feature::{DisabledFeatures, Feature};
use crate::evaluation::Evaluation;
use crate::tier::Tier;

/// Table size, threads, CPU tier, evaluation and stop flag of a searcher.
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
    /// One thread, a table of 64 MiB, the fastest tier of this processor.
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
    /// Sets the size of the transposition table in MiB, at least 1. The system allocates memory as
    /// it is used; positions with few empties use less.
    #[must_use]
    pub const fn with_hash(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// Sets the number of threads, at least 1. Exact scores do not depend on the number of threads;
    /// with one thread, node counts are reproducible.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the CPU tier.
    ///
    /// # Panics
    ///
    /// Panics if the processor does not support `tier`.
    #[must_use]
    pub fn with_tier(mut self, tier: Tier) -> Self {
        assert!(tier.is_available(), "this processor cannot run {tier}");
        self.tier = tier;
        self
    }

    /// Ends searches a few milliseconds after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Replaces the evaluation on boards of the shape of `evaluation`.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Arc<Evaluation>) -> Self {
        self.evaluation = Some(evaluation);
        self
    }

    /// Returns the evaluation for a shape, if there is one.
    pub(super) fn evaluation_for(&self, shape: Shape) -> Option<&Evaluation> {
        Evaluation::for_shape(self.evaluation.as_ref(), shape)
    }

    /// Disables a feature, to measure what it contributes.
    #[must_use]
    pub const fn without(mut self, feature: Feature) -> Self {
        self.disabled = self.disabled.with(feature);
        self
    }
}
