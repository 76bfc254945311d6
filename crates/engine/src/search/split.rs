//! Nodes searched by several threads together.
//!
//! Young brothers wait (Feldmann 1993, "Game tree search on massively parallel
//! systems"): the first move of a node is searched alone, and if it does not
//! cut off, threads without work take the others. The owner of such a split
//! takes moves too; when none are left it helps those that still work for it.

use std::sync::{Arc, PoisonError};
#[cfg(not(loom))]
use std::time::Duration;

use super::probcut::Selectivity;
use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// A thread that searches moves of splits.
pub(crate) trait Worker {
    /// A move as this thread wants it.
    type Move;

    /// The score of a move of the split in which the thread works, and its
    /// square; none if the score is no longer wanted.
    fn search(&mut self, split: &Split<Self::Move>, candidate: &Self::Move) -> Option<(i32, u8)>;

    /// The split in which the thread works.
    fn split(&mut self) -> &mut Option<Arc<Split<Self::Move>>>;
}

/// How the moves of a node are to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Empty squares of the node, and its quarters with an odd number of them.
    pub(crate) empties: u32,
    pub(crate) odd: u8,
    pub(crate) alpha: i32,
    /// Plies left; none: to the end of the game, and α is in discs.
    pub(crate) depth: Option<u32>,
    pub(crate) selectivity: Selectivity,
}

/// A node whose moves are being searched by several threads.
pub(crate) struct Split<M> {
    /// The split within whose search this one was made.
    parent: Option<Arc<Self>>,
    candidates: Vec<M>,
    pub(crate) node: Node,
    /// Number of candidates taken.
    taken: AtomicUsize,
    /// Threads at work here beside the owner.
    helpers: AtomicUsize,
    /// A score over α was found: nothing else here is wanted.
    is_cut: AtomicBool,
    /// Best score and its square.
    best: Mutex<(i32, u8)>,
}

impl<M> Split<M> {
    /// A node within the work of `parent` whose `candidates` are left to search;
    /// `best` is the best score of the others and its square.
    pub(crate) fn new(
        parent: Option<Arc<Self>>,
        candidates: Vec<M>,
        node: Node,
        best: (i32, u8),
    ) -> Arc<Self> {
        Arc::new(Self {
            parent,
            candidates,
            node,
            taken: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(best),
        })
    }

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

/// Splits with moves to take.
type Open<M> = Vec<Arc<Split<M>>>;

/// The splits that wait for helpers, and those who could help.
pub(crate) struct Pool<M> {
    open: Mutex<Open<M>>,
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

impl<M> Pool<M> {
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

    fn publish(&self, split: &Arc<Split<M>>) {
        lock(&self.open).push(Arc::clone(split));
        self.changed.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split<M>>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins an open split that `wanted` accepts.
    fn join(
        &self,
        open: &[Arc<Split<M>>],
        wanted: impl Fn(&Split<M>) -> bool,
    ) -> Option<Arc<Split<M>>> {
        let split = open
            .iter()
            .filter(|split| split.has_candidates() && wanted(split))
            .max_by_key(|split| split.node.empties)?;
        // Under the lock, so that the owner sees every helper once it has
        // withdrawn the split.
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(split))
    }

    /// Works for whoever splits a node, until the pool is finished.
    pub(crate) fn help<T: Worker<Move = M>>(&self, thread: &mut T) {
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
                let waited = self.changed.wait(open);
                open = waited.unwrap_or_else(PoisonError::into_inner);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Searches moves of a joined split until none are left.
    fn work_for<T: Worker<Move = M>>(&self, thread: &mut T, split: &Arc<Split<M>>) {
        let above = thread.split().replace(Arc::clone(split));
        take_moves(thread, split);
        *thread.split() = above;
        // The lock orders everything written here before what the owner reads
        // once it finds that nobody works for it any more.
        let guard = lock(&self.open);
        split.helpers.fetch_sub(1, Ordering::Release);
        drop(guard);
        self.changed.notify_all();
    }

    /// Searches a split together with as many threads as come: the best score
    /// and its square.
    pub(crate) fn search_together<T: Worker<Move = M>>(
        &self,
        thread: &mut T,
        split: &Arc<Split<M>>,
    ) -> (i32, u8) {
        self.publish(split);
        // The owner too stops when a helper finds the cut.
        let above = thread.split().replace(Arc::clone(split));
        take_moves(thread, split);
        self.withdraw(split);
        self.wait_for_helpers(thread, split);
        *thread.split() = above;
        *lock(&split.best)
    }

    /// Waits for the helpers of one's own split, helping them meanwhile.
    fn wait_for_helpers<T: Worker<Move = M>>(&self, thread: &mut T, split: &Arc<Split<M>>) {
        let mut open = lock(&self.open);
        while split.helpers.load(Ordering::Acquire) > 0 {
            if let Some(other) = self.join(&open, |other| other.is_within(split)) {
                drop(open);
                self.work_for(thread, &other);
                open = lock(&self.open);
            } else {
                self.idle.fetch_add(1, Ordering::Relaxed);
                open = self.wait(open);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Sleeps until somebody publishes or leaves a split.
    #[cfg(not(loom))]
    fn wait<'a>(&self, open: MutexGuard<'a, Open<M>>) -> MutexGuard<'a, Open<M>> {
        // The time is a safeguard only.
        let waited = self.changed.wait_timeout(open, Duration::from_millis(5));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Sleeps until somebody publishes or leaves a split, without the
    /// safeguard: the model checker is to find a wake-up that is missing.
    #[cfg(loom)]
    fn wait<'a>(&self, open: MutexGuard<'a, Open<M>>) -> MutexGuard<'a, Open<M>> {
        let waited = self.changed.wait(open);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes moves of a split one by one and searches them.
fn take_moves<T: Worker>(thread: &mut T, split: &Split<T::Move>) {
    while split.has_candidates() {
        let place = split.taken.fetch_add(1, Ordering::Relaxed);
        let Some(candidate) = split.candidates.get(place) else {
            return;
        };
        let Some((score, square)) = thread.search(split, candidate) else {
            return;
        };
        let mut best = lock(&split.best);
        if score > best.0 {
            *best = (score, square);
            if score > split.node.alpha {
                split.is_cut.store(true, Ordering::Relaxed);
            }
        }
    }
}
