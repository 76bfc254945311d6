//! Solves many positions at once, one per thread. This takes less processor time than splitting
//! each search between all threads, and keeps every thread busy.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread::Builder;

use anyhow::{Context as _, Result};
use outflank_engine::{SearchRequest, SearchResult, Searcher};

/// Solves each request with one of the searchers. Calls `finish` with the results in the order of
/// the requests until `finish` returns `false`.
pub(super) fn solve_each(
    requests: &[SearchRequest],
    searchers: &mut [Searcher],
    mut finish: impl FnMut(usize, &SearchResult) -> Result<bool>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        for searcher in searchers {
            let (next, sender) = (&next, sender.clone());
            let work = move || {
                while let place = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(request) = requests.get(place)
                {
                    let result = searcher.search(request);
                    if sender.send((place, result)).is_err() {
                        // Stop: the receiver of the results is gone.
                        return;
                    }
                }
            };
            let thread = Builder::new().spawn_scoped(scope, work);
            thread.context("cannot start the threads")?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut place = 0;
        for (solved, result) in receiver {
            early.insert(solved, result);
            while let Some(result) = early.remove(&place) {
                if !finish(place, &result)? {
                    return Ok(());
                }
                place += 1;
            }
        }
        Ok(())
    })
}
