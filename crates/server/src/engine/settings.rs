//! What the engine may use, and how much of it one request may ask for.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Reach, SolveOptions};

/// What the engine may use, and how much of it one request may ask for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads that search together.
    pub threads: usize,
    /// MiB of the transposition table that all analyses share. The tables beside it
    /// take up to half as much more.
    pub hash_mib: usize,
    /// Weights in place of those shipped, or for boards that have none.
    pub weights: Option<Arc<Evaluation>>,
    /// No search takes longer.
    pub time: Duration,
    /// No search is of a higher level.
    pub level: u32,
    /// Sessions that may be open at a time.
    pub open: usize,
    /// Sessions that one client may have open at a time.
    pub open_per_client: usize,
}

impl Default for Settings {
    /// One thread, 256 MiB, an hour for a search, 128 sessions, six a client: as many
    /// connections as a browser opens to one server.
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 256,
            weights: None,
            time: Duration::from_secs(3600),
            level: Reach::MOST_LEVEL,
            open: 128,
            open_per_client: 6,
        }
    }
}

impl Settings {
    /// How a solver with a table of so many MiB is made.
    pub(super) fn options(&self, mib: usize) -> SolveOptions {
        let options = SolveOptions::default()
            .with_threads(self.threads)
            .with_hash(mib);
        match &self.weights {
            Some(weights) => options.with_evaluation(Arc::clone(weights)),
            None => options,
        }
    }
}
