//! What the splitting of nodes costs, counted with the feature `bench-support` alone.

#[cfg(feature = "bench-support")]
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "bench-support")]
use super::virtual_processors;

/// What is counted.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "bench-support"),
    expect(
        dead_code,
        reason = "some are counted by code that only `bench-support` has"
    )
)]
pub(crate) enum Count {
    /// Nodes split.
    Splits,
    /// Times that a thread went to work for a split of another.
    Joins,
    /// Splits that were cut off.
    Cuts,
    /// Returns from waiting for a message.
    Wakes,
    /// Locks taken.
    Locks,
    /// Locks that another thread held.
    Blocked,
    /// Nodes of moves whose search was aborted.
    VainNodes,
    /// Nanoseconds that threads waited.
    IdleNanos,
    /// Updates of the total of nodes.
    Polls,
    /// Results that the table did not keep, since another thread was writing to the bucket.
    TableWrites,
    /// Lookups that failed, since another thread was writing to the bucket.
    TableReads,
}

/// The number of [`Count`]s.
#[cfg(feature = "bench-support")]
pub(crate) const COUNTS: usize = Count::TableReads as usize + 1;

#[cfg(feature = "bench-support")]
pub(crate) static TOTALS: [AtomicU64; COUNTS] = [const { AtomicU64::new(0) }; COUNTS];

/// Adds to a count; without `bench-support` nothing.
#[inline(always)]
pub(crate) fn count(what: Count, by: u64) {
    #[cfg(feature = "bench-support")]
    TOTALS[what as usize].fetch_add(by, Ordering::Relaxed);
    #[cfg(not(feature = "bench-support"))]
    let _ = (what, by);
}

/// A thread waits until this is dropped.
pub(crate) struct Waiting {
    #[cfg(feature = "bench-support")]
    began: std::time::Instant,
}

impl Waiting {
    pub(crate) fn new() -> Self {
        #[cfg(feature = "bench-support")]
        virtual_processors::block();
        Self {
            #[cfg(feature = "bench-support")]
            began: std::time::Instant::now(),
        }
    }
}

#[cfg(feature = "bench-support")]
impl Drop for Waiting {
    fn drop(&mut self) {
        virtual_processors::resume();
        count(Count::Wakes, 1);
        count(Count::IdleNanos, self.began.elapsed().as_nanos() as u64);
    }
}
