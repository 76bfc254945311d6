//! Nodes searched by several threads.
//!
//! Young brothers wait (Feldmann 1993, "Game tree search on massively parallel systems"):
//! the first move of a node is searched alone, and if it does not cut off, idle threads
//! take the others. The owner of a split node takes moves too; when none are left it helps
//! the threads that still work for it.

use std::sync::{Arc, PoisonError};
#[cfg(not(loom))]
use std::time::Duration;

use super::probcut::Selectivity;
use crate::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// A thread that searches moves of split nodes.
pub(crate) trait Worker {
    /// A move.
    type Move;

    /// Searches a move of the split that the thread works for. Returns its score and
    /// square, or `None` if the search is aborted.
    fn search(&mut self, split: &Split<Self::Move>, candidate: &Self::Move) -> Option<(i32, u8)>;

    /// The split that the thread works for.
    fn split(&mut self) -> &mut Option<Arc<Split<Self::Move>>>;
}

/// How the moves of a split node are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Empties of the node, and its quadrants with an odd number of them.
    pub(crate) empties: u32,
    pub(crate) odd: u8,
    pub(crate) alpha: i32,
    /// Depth in plies; `None`: to the end of the game, with α in discs.
    pub(crate) depth: Option<u32>,
    pub(crate) selectivity: Selectivity,
}

/// A node whose moves are searched by several threads.
pub(crate) struct Split<M> {
    /// The split during whose search this one was made.
    parent: Option<Arc<Self>>,
    candidates: Vec<M>,
    pub(crate) node: Node,
    /// Number of moves taken.
    taken: AtomicUsize,
    /// Threads at work here, the owner left out.
    helpers: AtomicUsize,
    /// Whether a score over α was found, which makes all other searches here obsolete.
    is_cut: AtomicBool,
    /// The best score and its square.
    best: Mutex<(i32, u8)>,
}

impl<M> Split<M> {
    /// Makes a split within the work of `parent`. `candidates` are still to be searched,
    /// `best` is the best score so far and its square.
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

    /// Returns `true` if this or an enclosing split was cut off.
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

/// Splits with moves left.
type Open<M> = Vec<Arc<Split<M>>>;

/// The splits that wait for helpers, and the idle threads.
pub(crate) struct Pool<M> {
    open: Mutex<Open<M>>,
    changed: Condvar,
    /// Number of idle threads.
    idle: AtomicUsize,
    finished: AtomicBool,
}

/// A panic is reported when the thread is joined; the data stays valid.
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

    /// Returns `true` if a thread is idle.
    #[inline]
    pub(crate) fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    /// Dismisses all helpers.
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
        // Under the lock, so that the owner sees every helper once it has withdrawn the
        // split.
        split.helpers.fetch_add(1, Ordering::Relaxed);
        Some(Arc::clone(split))
    }

    /// Works for any split until the pool is finished.
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
        // The lock orders all writes here before the owner's reads after it finds no helper.
        let guard = lock(&self.open);
        split.helpers.fetch_sub(1, Ordering::Release);
        drop(guard);
        self.changed.notify_all();
    }

    /// Searches a split together with idle threads. Returns the best score and its square.
    pub(crate) fn search_together<T: Worker<Move = M>>(
        &self,
        thread: &mut T,
        split: &Arc<Split<M>>,
    ) -> (i32, u8) {
        self.publish(split);
        // The owner too stops when a helper finds a cut-off.
        let above = thread.split().replace(Arc::clone(split));
        take_moves(thread, split);
        self.withdraw(split);
        self.wait_for_helpers(thread, split);
        *thread.split() = above;
        *lock(&split.best)
    }

    /// Waits for the helpers of a split and helps them meanwhile.
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

    /// Sleeps until a split is published or left.
    #[cfg(not(loom))]
    fn wait<'a>(&self, open: MutexGuard<'a, Open<M>>) -> MutexGuard<'a, Open<M>> {
        // The timeout is only a safeguard.
        let waited = self.changed.wait_timeout(open, Duration::from_millis(5));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Sleeps until a split is published or left, without the safeguard: the model
    /// checker is to find a missing wake-up.
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
