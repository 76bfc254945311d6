//! What the splitting of nodes costs.

use std::sync::atomic::Ordering;

use crate::search::split_counts::{Count, TOTALS};
use crate::search::virtual_processors;

/// Counts of all searches since the last [`reset`].
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// Nodes split.
    pub splits: u64,
    /// Times that a thread went to work for a split of another.
    pub joins: u64,
    /// Splits that were cut off.
    pub cuts: u64,
    /// Returns from waiting for a message.
    pub wakes: u64,
    /// Locks taken.
    pub locks: u64,
    /// Locks that another thread held.
    pub blocked: u64,
    /// Nodes of moves whose search was aborted.
    pub vain_nodes: u64,
    /// Seconds that threads waited, all together.
    pub idle_seconds: f64,
    /// Updates of the total of nodes.
    pub polls: u64,
    /// Results that a table did not keep, since another thread was writing to the bucket.
    pub table_writes: u64,
    /// Lookups that failed, since another thread was writing to the bucket.
    pub table_reads: u64,
}

/// Returns the counts.
#[must_use]
pub fn counts() -> Counts {
    let total = |what: Count| TOTALS[what as usize].load(Ordering::Relaxed);
    Counts {
        splits: total(Count::Splits),
        joins: total(Count::Joins),
        cuts: total(Count::Cuts),
        wakes: total(Count::Wakes),
        locks: total(Count::Locks),
        blocked: total(Count::Blocked),
        vain_nodes: total(Count::VainNodes),
        idle_seconds: total(Count::IdleNanos) as f64 / 1e9,
        polls: total(Count::Polls),
        table_writes: total(Count::TableWrites),
        table_reads: total(Count::TableReads),
    }
}

/// Searches from now on run on that number of virtual processors, or on real ones if 0. Returns the
/// time of the searches before in nodes.
pub fn set_virtual_processors(threads: usize) -> u64 {
    virtual_processors::set(threads)
}

/// Sets all counts to zero.
pub fn reset() {
    for total in &TOTALS {
        total.store(0, Ordering::Relaxed);
    }
}
