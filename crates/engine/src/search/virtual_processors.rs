//! A search on more processors than the machine has, for measurements.
//!
//! The threads of the search run one at a time. Each has a clock that counts its nodes, and at
//! every node with many empties the thread whose clock is lowest goes on. A thread that waits
//! is set to the clock of the one that wakes it, and the time that waking takes. So the search
//! takes the course that it would take on as many equal processors, whatever else the machine
//! does, but for what processors lose by sharing caches and memory.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Time from a message to the thread at work: about 50 µs, in nodes.
const WAKE_NODES: u64 = 1_500;

/// A thread goes on until its clock is so far ahead of the lowest.
const AHEAD: u64 = 300;

/// The most threads.
const MOST: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    Ready,
    Blocked,
}

#[derive(Debug)]
struct Processors {
    /// Threads of the search; 0: real processors.
    threads: usize,
    states: [State; MOST],
    clocks: [u64; MOST],
    running: Option<usize>,
    /// The clock of the search at its end, all searches together.
    finished: u64,
}

static PROCESSORS: Mutex<Processors> = Mutex::new(Processors {
    threads: 0,
    states: [State::Absent; MOST],
    clocks: [0; MOST],
    running: None,
    finished: 0,
});

static TURNS: [Condvar; MOST] = [const { Condvar::new() }; MOST];

thread_local! {
    /// The number of this thread, if it runs on a virtual processor.
    static NUMBER: Cell<Option<usize>> = const { Cell::new(None) };
}

fn lock() -> MutexGuard<'static, Processors> {
    PROCESSORS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Processors {
    /// Lets the thread with the lowest clock run.
    fn choose(&mut self) {
        let ready = (0..self.threads).filter(|&number| self.states[number] == State::Ready);
        self.running = ready.min_by_key(|&number| self.clocks[number]);
        if let Some(number) = self.running {
            TURNS[number].notify_one();
        }
    }

    fn wake(&mut self, number: usize) {
        if self.states[number] == State::Blocked {
            let now = self.running.map_or(0, |number| self.clocks[number]);
            self.clocks[number] = self.clocks[number].max(now + WAKE_NODES);
            self.states[number] = State::Ready;
        }
    }
}

/// Waits until it is the turn of a thread.
fn await_turn(mut processors: MutexGuard<'static, Processors>, number: usize) {
    while processors.running != Some(number) {
        let waited = TURNS[number].wait(processors);
        processors = waited.unwrap_or_else(PoisonError::into_inner);
    }
}

/// Searches from now on have that number of virtual processors, or real ones if 0. Returns the time
/// of the searches before, in nodes.
pub(crate) fn set(threads: usize) -> u64 {
    assert!(threads <= MOST);
    let mut processors = lock();
    processors.threads = threads;
    std::mem::take(&mut processors.finished)
}

/// A thread begins; all wait until the last is there.
pub(crate) fn enter(number: usize) {
    let mut processors = lock();
    if processors.threads == 0 {
        return;
    }
    NUMBER.set(Some(number));
    processors.states[number] = State::Ready;
    processors.clocks[number] = 0;
    let is_ready = |state: &&State| **state == State::Ready;
    if processors.states.iter().filter(is_ready).count() == processors.threads {
        processors.choose();
    }
    await_turn(processors, number);
}

/// The thread that runs has searched nodes.
pub(crate) fn advance(nodes: u64) {
    let Some(number) = NUMBER.get() else {
        return;
    };
    let mut processors = lock();
    processors.clocks[number] += nodes;
    let now = processors.clocks[number];
    let is_behind = |other: usize| {
        processors.states[other] == State::Ready && processors.clocks[other] + AHEAD < now
    };
    if (0..processors.threads).any(is_behind) {
        processors.choose();
        await_turn(processors, number);
    }
}

/// The thread that runs is going to wait.
pub(crate) fn block() {
    if let Some(number) = NUMBER.get() {
        let mut processors = lock();
        processors.states[number] = State::Blocked;
        processors.choose();
    }
}

/// A thread has waited; goes on when it is its turn.
pub(crate) fn resume() {
    if let Some(number) = NUMBER.get() {
        await_turn(lock(), number);
    }
}

/// The thread that runs wakes another.
pub(crate) fn wake(number: usize) {
    if NUMBER.get().is_some() {
        lock().wake(number);
    }
}

/// The thread that runs ends.
pub(crate) fn leave(is_last_of_search: bool) {
    if let Some(number) = NUMBER.take() {
        let mut processors = lock();
        processors.states[number] = State::Absent;
        if is_last_of_search {
            processors.finished += processors.clocks[number];
        }
        processors.choose();
    }
}
