//! Nodes searched by several threads.
//!
//! Young brothers wait (Feldmann 1993, "Game tree search on massively parallel systems"):
//! the first move of a node is searched alone, and if it does not cut off, idle threads
//! take the others. The owner of a split node takes moves too; when none are left, it helps the
//! threads that still work for it (the *helpful master*).
//!
//! Each thread has a list of its splits. A thread without work searches the lists of all
//! threads and takes a move of the largest split (*work stealing*). If there is no such split, the
//! thread sets its bit in a mask, looks once more, and sleeps. The owner of a new split clears bits
//! and wakes the corresponding threads. The threads share no common lock or list.
//!
//! A cut-off marks its split and increments a counter. A thread checks the splits above it for
//! marks only when the counter has changed since its last check.

use std::sync::{Arc, PoisonError};

use super::probcut::Selectivity;
use crate::sync::{AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};

/// A thread that searches moves of split nodes.
pub(crate) trait Worker {
    /// A move.
    type Move;

    /// Searches `candidate`, a move of the split that the thread works for; `index` is its index
    /// among the moves of the split. Returns its score and square, or `None` if the search is
    /// aborted.
    fn search(
        &mut self,
        split: &Split<Self::Move>,
        index: usize,
        candidate: &Self::Move,
    ) -> Option<(i32, u8)>;

    /// Returns the state of this thread in the pool.
    fn worker(&mut self) -> &mut WorkerState<Self::Move>;
}

/// The state of a thread in the pool.
pub(crate) struct WorkerState<M> {
    /// The number of the thread's slot.
    slot: usize,
    /// The innermost split that the thread works for, if any.
    split: Option<Arc<Split<M>>>,
    /// The counter of cut-offs when the thread last looked at the splits above, or [`NOT_LOOKED`].
    cuts_seen: u64,
}

/// The thread has not looked at the splits above for cut-offs.
const NOT_LOOKED: u64 = u64::MAX;

impl<M> WorkerState<M> {
    /// Moves to another split. Returns the previous one.
    fn change(&mut self, split: Option<Arc<Split<M>>>) -> Option<Arc<Split<M>>> {
        self.cuts_seen = NOT_LOOKED;
        std::mem::replace(&mut self.split, split)
    }

    /// Makes a split of the current node. `candidates` are the moves still to be searched; `best`
    /// is the best score so far and its square.
    pub(crate) fn split(&self, candidates: Vec<M>, node: Node, best: (i32, u8)) -> Arc<Split<M>> {
        Arc::new(Split {
            parent: self.split.clone(),
            owner: self.slot,
            candidates,
            node,
            taken: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            is_owner_idle: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
            best: Mutex::new(best),
        })
    }
}

/// How the moves of a split node are searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Empties of the node, and its quadrants with an odd number of empties.
    pub(crate) empties: u32,
    pub(crate) odd: u8,
    pub(crate) alpha: i32,
    /// Depth in plies; `None` to search to the end of the game, with α in discs.
    pub(crate) depth: Option<u32>,
    pub(crate) selectivity: Selectivity,
}

/// A node whose moves are searched by several threads.
pub(crate) struct Split<M> {
    /// The split during whose search this split was made.
    parent: Option<Arc<Self>>,
    /// The slot of the thread that made the split.
    owner: usize,
    candidates: Vec<M>,
    pub(crate) node: Node,
    /// The number of moves taken.
    taken: AtomicUsize,
    /// The number of threads at work here, not counting the owner.
    helpers: AtomicUsize,
    /// Whether the owner waits for its helpers and can help them.
    is_owner_idle: AtomicBool,
    /// Whether a score above α was found, so that no other search at this node matters.
    is_cut: AtomicBool,
    /// The best score and its square.
    best: Mutex<(i32, u8)>,
}

impl<M> Split<M> {
    /// Returns this split and the splits that enclose it.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |split| split.parent.as_deref())
    }

    fn has_candidates(&self) -> bool {
        self.taken.load(Ordering::Relaxed) < self.candidates.len()
            && !self.is_cut.load(Ordering::Relaxed)
    }

    /// Estimates how long a move takes.
    fn size(&self) -> u32 {
        self.node.depth.unwrap_or(self.node.empties)
    }
}

/// A value on its own pair of cache lines, because processors fetch lines in pairs.
#[repr(align(128))]
struct CachePadded<T>(T);

/// A thread as the others see it.
struct Slot<M> {
    /// The splits that the thread owns, outermost first.
    owned: Mutex<Vec<Arc<Split<M>>>>,
    /// Whether the thread must look for work again before it sleeps.
    is_woken: Mutex<bool>,
    changed: Condvar,
}

/// The threads of a search.
pub(crate) struct Pool<M> {
    slots: Box<[CachePadded<Slot<M>>]>,
    /// Number of slots taken.
    taken: AtomicUsize,
    /// One bit for each slot: whether its thread is free to work for any split.
    idle: Box<[CachePadded<AtomicU64>]>,
    /// Number of cut-offs.
    cuts: CachePadded<AtomicU64>,
    is_finished: AtomicBool,
}

/// Locks a mutex even after a panic, which is reported when the thread is joined; the data stays
/// valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<M> Pool<M> {
    /// Makes a pool of at most `threads` threads.
    pub(crate) fn new(threads: usize) -> Self {
        let slot = || Slot {
            owned: Mutex::new(Vec::new()),
            is_woken: Mutex::new(false),
            changed: Condvar::new(),
        };
        let words = threads.div_ceil(64);
        Self {
            slots: (0..threads).map(|_| CachePadded(slot())).collect(),
            taken: AtomicUsize::new(0),
            idle: (0..words).map(|_| CachePadded(AtomicU64::new(0))).collect(),
            cuts: CachePadded(AtomicU64::new(0)),
            is_finished: AtomicBool::new(false),
        }
    }

    /// Adds a thread.
    pub(crate) fn worker(&self) -> WorkerState<M> {
        let slot = self.taken.fetch_add(1, Ordering::Relaxed);
        WorkerState {
            slot,
            split: None,
            cuts_seen: NOT_LOOKED,
        }
    }

    /// Ends all helpers.
    pub(crate) fn finish(&self) {
        self.is_finished.store(true, Ordering::Relaxed);
        for slot in 0..self.slots.len() {
            self.wake(slot);
        }
    }

    /// Returns `true` if the search has several threads.
    #[inline]
    pub(crate) fn has_helpers(&self) -> bool {
        self.slots.len() > 1
    }

    /// Makes the thread of a slot look for work again.
    fn wake(&self, slot: usize) {
        let CachePadded(slot) = &self.slots[slot];
        *lock(&slot.is_woken) = true;
        slot.changed.notify_one();
    }

    /// Sleeps until the thread of a slot is woken.
    fn sleep(&self, slot: usize) {
        let CachePadded(slot) = &self.slots[slot];
        loop {
            let mut is_woken = lock(&slot.is_woken);
            if std::mem::take(&mut *is_woken) {
                return;
            }
            drop(slot.changed.wait(is_woken));
        }
    }

    /// Returns `true` if a split that the thread works for was cut off.
    #[inline]
    pub(crate) fn is_cut(&self, worker: &mut WorkerState<M>) -> bool {
        let Some(split) = &worker.split else {
            return false;
        };
        // Acquire: the marks of all counted cut-offs are visible.
        let cuts = self.cuts.0.load(Ordering::Acquire);
        if cuts == worker.cuts_seen {
            return false;
        }
        worker.cuts_seen = cuts;
        split
            .chain()
            .any(|split| split.is_cut.load(Ordering::Relaxed))
    }

    /// Wakes threads that may help with a newly listed split.
    fn call(&self, split: &Split<M>) {
        let above = split.parent.iter().flat_map(|parent| parent.chain());
        for around in above {
            if around.is_owner_idle.load(Ordering::Relaxed) {
                self.wake(around.owner);
            }
        }
        self.wake_idle(split.candidates.len().saturating_sub(1));
    }

    /// Wakes at most `wanted` idle threads.
    fn wake_idle(&self, mut wanted: usize) {
        for (place, CachePadded(word)) in self.idle.iter().enumerate() {
            let mut bits = word.load(Ordering::Relaxed);
            while bits != 0 && wanted > 0 {
                let bit = bits & bits.wrapping_neg();
                bits ^= bit;
                if word.fetch_and(!bit, Ordering::Relaxed) & bit != 0 {
                    self.wake(64 * place + bit.trailing_zeros() as usize);
                    wanted -= 1;
                }
            }
        }
    }

    /// Joins the largest split that has moves left and for which `wanted` returns `true`.
    fn join(&self, wanted: impl Fn(&Split<M>) -> bool) -> Option<Arc<Split<M>>> {
        loop {
            let mut largest: Option<Arc<Split<M>>> = None;
            for CachePadded(slot) in &self.slots {
                let owned = lock(&slot.owned);
                let open = owned
                    .iter()
                    .find(|split| split.has_candidates() && wanted(split));
                if let Some(split) = open
                    && largest
                        .as_ref()
                        .is_none_or(|largest| largest.size() < split.size())
                {
                    largest = Some(Arc::clone(split));
                }
            }
            let split = largest?;
            // The lock ensures that the owner sees every helper once it has taken the split from
            // the list.
            let owned = lock(&self.slots[split.owner].0.owned);
            if owned.iter().any(|other| Arc::ptr_eq(other, &split)) {
                split.helpers.fetch_add(1, Ordering::Relaxed);
                drop(owned);
                return Some(split);
            }
        }
    }

    /// Works for any split until the pool is finished.
    pub(crate) fn help<T: Worker<Move = M>>(&self, thread: &mut T) {
        let slot = thread.worker().slot;
        let (CachePadded(word), bit) = (&self.idle[slot / 64], 1 << (slot % 64));
        // This is checked first, because after a panic the lists may still have splits.
        while !self.is_finished.load(Ordering::Relaxed) {
            // If a split is listed after this thread has looked, the owner of the split sees the
            // bit.
            word.fetch_or(bit, Ordering::Relaxed);
            if let Some(split) = self.join(|_| true) {
                if word.fetch_and(!bit, Ordering::Relaxed) & bit == 0 {
                    // Another thread has just woken this one, perhaps for another split, so wake
                    // another thread instead.
                    self.wake_idle(1);
                }
                self.work_for(thread, &split);
            } else {
                self.sleep(slot);
            }
        }
    }

    /// Searches moves of a split that the thread has joined.
    fn work_for<T: Worker<Move = M>>(&self, thread: &mut T, split: &Arc<Split<M>>) {
        // Also runs after a panic; otherwise the owner would wait forever.
        let _leave = LeaveOnDrop(self, split);
        let before = thread.worker().change(Some(Arc::clone(split)));
        self.take_moves(thread, split);
        thread.worker().change(before);
    }

    /// Searches a split together with other threads. Returns the best score and its square.
    pub(crate) fn search_together<T: Worker<Move = M>>(
        &self,
        thread: &mut T,
        split: &Arc<Split<M>>,
    ) -> (i32, u8) {
        let above = thread.worker().change(Some(Arc::clone(split)));
        let owned = &self.slots[split.owner].0.owned;
        lock(owned).push(Arc::clone(split));
        self.call(split);
        self.take_moves(thread, split);
        lock(owned).pop();
        self.wait_for_helpers(thread, split);
        thread.worker().change(above);
        *lock(&split.best)
    }

    /// Waits for the helpers of a split, and helps them while it waits.
    fn wait_for_helpers<T: Worker<Move = M>>(&self, thread: &mut T, split: &Split<M>) {
        let within = |other: &Split<M>| other.chain().any(|other| std::ptr::eq(other, split));
        // Acquire: everything that the helpers have written is visible.
        while split.helpers.load(Ordering::Acquire) > 0 {
            // This works like the bit of an idle thread.
            split.is_owner_idle.store(true, Ordering::Relaxed);
            if let Some(other) = self.join(within) {
                split.is_owner_idle.store(false, Ordering::Relaxed);
                self.work_for(thread, &other);
            } else if split.helpers.load(Ordering::Relaxed) > 0 {
                self.sleep(split.owner);
            }
        }
    }

    /// Takes moves of a split one by one and searches them.
    fn take_moves<T: Worker<Move = M>>(&self, thread: &mut T, split: &Arc<Split<M>>) {
        while !split.is_cut.load(Ordering::Relaxed) {
            let index = split.taken.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = split.candidates.get(index) else {
                return;
            };
            let Some((score, square)) = thread.search(split, index, candidate) else {
                return;
            };
            let mut best = lock(&split.best);
            if score > best.0 {
                *best = (score, square);
                if score > split.node.alpha && !split.is_cut.swap(true, Ordering::Relaxed) {
                    self.cuts.0.fetch_add(1, Ordering::Release);
                }
            }
        }
    }
}

/// Removes a helper from its split when dropped.
struct LeaveOnDrop<'a, M>(&'a Pool<M>, &'a Split<M>);

impl<M> Drop for LeaveOnDrop<'_, M> {
    fn drop(&mut self) {
        let Self(pool, split) = self;
        if split.helpers.fetch_sub(1, Ordering::Release) == 1 {
            pool.wake(split.owner);
        }
    }
}
