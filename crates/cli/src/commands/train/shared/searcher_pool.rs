//! Threads with a searcher each.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{SearchOptions, Searcher};
use rayon::prelude::*;

use crate::context::Context;
use crate::options::{ThreadsOption, with_own};

/// Threads with a searcher each, which Ctrl-C stops.
pub(crate) struct SearcherPool {
    pool: rayon::ThreadPool,
    searchers: Vec<Mutex<Searcher>>,
}

impl SearcherPool {
    /// Starts the threads; `hash` is the table size of a searcher in MiB.
    pub(crate) fn new(
        threads: ThreadsOption,
        hash: usize,
        evaluation: Option<Arc<Evaluation>>,
        context: &Context,
    ) -> Result<Self> {
        let options = SearchOptions::default().with_hash(hash);
        let options = options.with_stop(Arc::clone(&context.interrupted));
        let options = with_own(options, evaluation);
        let searcher = |_| Searcher::new(options.clone()).map(Mutex::new);
        let searchers = (0..threads.count()).map(searcher).collect::<Result<_, _>>();
        Ok(Self {
            pool: threads.pool()?,
            searchers: searchers.context("no memory for the transposition tables")?,
        })
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.searchers.len()
    }

    /// Maps each item with the searcher of a thread, in order.
    pub(crate) fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T, &mut Searcher) -> R + Sync,
    ) -> Vec<R> {
        let work = |item| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let searcher = self.searchers[thread].lock();
            work(item, &mut searcher.unwrap_or_else(PoisonError::into_inner))
        };
        let items = items.into_par_iter().with_max_len(1);
        self.pool.install(|| items.map(work).collect())
    }
}
