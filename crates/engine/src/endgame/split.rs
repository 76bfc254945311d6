//! Nodes searched by several threads together.
//!
//! Young brothers wait (Feldmann 1993, "Game tree search on massively parallel
//! systems"): the first move of a node is searched alone, and if it does not
//! cut off, threads without work take the others. The owner of such a split
//! takes moves too; when none are left it helps those that still work for it.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_othello::Bitboard;

use super::hot::Hot;
use super::null_window::search_one;
use super::ordering::Candidate;
use super::thread::Thread;

/// A node whose moves are being searched by several threads.
pub(crate) struct Split<W> {
    /// The split within whose search this one was made.
    parent: Option<Arc<Self>>,
    candidates: Vec<Candidate<W>>,
    empties: u32,
    odd: u8,
    alpha: i32,
    /// Number of candidates taken.
    taken: AtomicUsize,
    /// Threads at work here beside the owner.
    helpers: AtomicUsize,
    /// A score over α was found: nothing else here is wanted.
    is_cut: AtomicBool,
    /// Best score and its square.
    best: Mutex<(i32, u8)>,
    /// Positions reached by the helpers.
    nodes: AtomicU64,
}

impl<W> Split<W> {
    /// Whether this or a split above is no longer wanted.
    pub(crate) fn is_cut(&self) -> bool {
        let mut split = self;
        loop {
            if split.is_cut.load(Ordering::Relaxed) {
                return true;
            }
            match &split.parent {
                Some(parent) => split = parent,
                None => return false,
            }
        }
    }

    fn has_candidates(&self) -> bool {
        !self.is_cut.load(Ordering::Relaxed)
            && self.taken.load(Ordering::Relaxed) < self.candidates.len()
    }

    fn is_within(&self, other: &Self) -> bool {
        let mut split = self;
        loop {
            if std::ptr::eq(split, other) {
                return true;
            }
            match &split.parent {
                Some(parent) => split = parent,
                None => return false,
            }
        }
    }
}

/// The splits that wait for helpers, and those who could help.
pub(crate) struct Pool<W> {
    open: Mutex<Vec<Arc<Split<W>>>>,
    changed: Condvar,
    /// Threads without work.
    idle: AtomicUsize,
    finished: AtomicBool,
}

/// A thread that panicked is reported when it is joined; what it held is still
/// whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Bitboard> Pool<W> {
    pub(crate) fn new() -> Self {
        Self {
            open: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// Whether a thread waits for work.
    #[inline]
    pub(crate) fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Sends all helpers home.
    pub(crate) fn finish(&self) {
        let guard = lock(&self.open);
        self.finished.store(true, Ordering::Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    fn publish(&self, split: &Arc<Split<W>>) {
        lock(&self.open).push(Arc::clone(split));
        self.changed.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split<W>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins an open split that `wanted` accepts.
    fn join(
        &self,
        open: &[Arc<Split<W>>],
        wanted: impl Fn(&Split<W>) -> bool,
    ) -> Option<Arc<Split<W>>> {
        let split = open
            .iter()
            .filter(|split| split.has_candidates() && wanted(split))
            .max_by_key(|split| split.empties)?;
        // Under the lock, so that the owner sees every helper once it has
        // withdrawn the split.
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(split))
    }

    /// Works for whoever splits a node, until the pool is finished.
    pub(crate) fn help<H: Hot<Word = W>>(&self, thread: &mut Thread<'_, H>) {
        let mut open = lock(&self.open);
        loop {
            if self.finished.load(Ordering::Relaxed) {
                return;
            }
            if let Some(split) = self.join(&open, |_| true) {
                drop(open);
                self.work_for(thread, &split);
                open = lock(&self.open);
            } else {
                self.idle.fetch_add(1, Ordering::Relaxed);
                open = self
                    .changed
                    .wait(open)
                    .unwrap_or_else(PoisonError::into_inner);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Searches moves of a joined split until none are left.
    fn work_for<H: Hot<Word = W>>(&self, thread: &mut Thread<'_, H>, split: &Arc<Split<W>>) {
        let above = thread.split.replace(Arc::clone(split));
        let (nodes, is_void) = (thread.nodes, thread.is_void);
        thread.is_void = false;
        take_moves(thread, split);
        split
            .nodes
            .fetch_add(thread.nodes - nodes, Ordering::Relaxed);
        thread.nodes = nodes;
        thread.is_void = is_void;
        thread.split = above;
        // The lock orders everything written here before what the owner reads
        // once it finds that nobody works for it any more.
        let guard = lock(&self.open);
        split.helpers.fetch_sub(1, Ordering::Release);
        drop(guard);
        self.changed.notify_all();
    }

    /// Waits for the helpers of one's own split, helping them meanwhile.
    fn wait_for_helpers<H: Hot<Word = W>>(
        &self,
        thread: &mut Thread<'_, H>,
        split: &Arc<Split<W>>,
    ) {
        let mut open = lock(&self.open);
        while split.helpers.load(Ordering::Acquire) > 0 {
            if let Some(other) = self.join(&open, |other| other.is_within(split)) {
                drop(open);
                self.work_for(thread, &other);
                open = lock(&self.open);
            } else {
                self.idle.fetch_add(1, Ordering::Relaxed);
                // Woken by whoever publishes or leaves a split; the time is a
                // safeguard only.
                let waited = self.changed.wait_timeout(open, Duration::from_millis(5));
                (open, _) = waited.unwrap_or_else(PoisonError::into_inner);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

/// Takes moves of a split one by one and searches them.
fn take_moves<H: Hot>(thread: &mut Thread<'_, H>, split: &Split<H::Word>) {
    while split.has_candidates() {
        let place = split.taken.fetch_add(1, Ordering::Relaxed);
        let Some(candidate) = split.candidates.get(place) else {
            return;
        };
        let score = search_one(thread, candidate, split.empties, split.odd, split.alpha);
        if thread.is_void {
            return;
        }
        let mut best = lock(&split.best);
        if score > best.0 {
            *best = (score, candidate.index);
            if score > split.alpha {
                split.is_cut.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Searches the moves `rest` of a node, of whose others `best` is the best, by
/// as many threads as come.
pub(crate) fn search_together<H: Hot>(
    thread: &mut Thread<'_, H>,
    rest: Vec<Candidate<H::Word>>,
    empties: u32,
    odd: u8,
    alpha: i32,
    best: (i32, u8),
) -> (i32, u8) {
    let pool = thread.pool;
    let split = Arc::new(Split {
        parent: thread.split.clone(),
        candidates: rest,
        empties,
        odd,
        alpha,
        taken: AtomicUsize::new(0),
        helpers: AtomicUsize::new(0),
        is_cut: AtomicBool::new(false),
        best: Mutex::new(best),
        nodes: AtomicU64::new(0),
    });
    pool.publish(&split);
    // The owner too stops when a helper finds the cut.
    let above = thread.split.replace(Arc::clone(&split));
    take_moves(thread, &split);
    pool.withdraw(&split);
    pool.wait_for_helpers(thread, &split);
    thread.split = above;
    thread.nodes += split.nodes.load(Ordering::Relaxed);
    // A cut found here makes only the search below void, not this node.
    thread.is_void = false;
    thread.check_void();
    *lock(&split.best)
}
