//! The progress of a search, written by the worker and read by requests.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::ScoredMove;
use outflank_engine::SearchProgress;
use tokio::sync::watch;

use super::snapshot::{Failure, Phase, Snapshot};

/// The progress of a search.
#[derive(Debug)]
pub(super) struct SearchMonitor {
    state: Mutex<State>,
    /// Wakes blocked threads.
    ended: Condvar,
    /// Counts changes and wakes asynchronous tasks.
    changes: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    moves: Arc<[ScoredMove]>,
    /// Nodes of finished slices.
    nodes: u64,
    time: Duration,
    slice: Option<Slice>,
}

/// The running slice.
#[derive(Debug)]
struct Slice {
    began: Instant,
    nodes_before: u64,
    progress: Arc<SearchProgress>,
}

impl Slice {
    fn nodes(&self) -> u64 {
        self.progress.nodes() - self.nodes_before
    }
}

impl SearchMonitor {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                phase: Phase::Queued,
                moves: Arc::new([]),
                nodes: 0,
                time: Duration::ZERO,
                slice: None,
            }),
            ended: Condvar::new(),
            changes: watch::Sender::new(0),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state unless the search has ended, and wakes the waiting.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        if matches!(state.phase, Phase::Done | Phase::Failed(_)) {
            return;
        }
        change(&mut state);
        if matches!(state.phase, Phase::Done | Phase::Failed(_)) {
            self.ended.notify_all();
        }
        drop(state);
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Starts a slice.
    pub(super) fn begin_slice(&self, progress: Arc<SearchProgress>) {
        self.change(|state| {
            state.phase = Phase::Searching;
            state.slice = Some(Slice {
                began: Instant::now(),
                nodes_before: progress.nodes(),
                progress,
            });
        });
    }

    /// Reports moves.
    pub(super) fn report(&self, moves: Vec<ScoredMove>) {
        self.change(|state| state.moves = moves.into());
    }

    /// Ends a slice.
    pub(super) fn end_slice(&self) {
        self.change(State::end_slice);
    }

    /// Completes the search.
    pub(super) fn complete(&self, moves: Vec<ScoredMove>) {
        self.change(|state| {
            state.end_slice();
            state.moves = moves.into();
            state.phase = Phase::Done;
        });
    }

    /// Ends the search without a result.
    pub(super) fn fail(&self, failure: Failure) {
        self.change(|state| {
            state.end_slice();
            state.phase = Phase::Failed(failure);
        });
    }

    /// Returns the current state.
    pub(super) fn snapshot(&self) -> Snapshot {
        let state = self.state();
        let (nodes, time) = state.slice.as_ref().map_or((0, Duration::ZERO), |slice| {
            (slice.nodes(), slice.began.elapsed())
        });
        Snapshot {
            phase: state.phase,
            moves: Arc::clone(&state.moves),
            nodes: state.nodes + nodes,
            time: state.time + time,
        }
    }

    /// Subscribes to changes.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Blocks until the search has ended.
    pub(super) fn wait(&self) {
        let mut state = self.state();
        while !matches!(state.phase, Phase::Done | Phase::Failed(_)) {
            let woken = self.ended.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn end_slice(&mut self) {
        if let Some(slice) = self.slice.take() {
            self.nodes += slice.nodes();
            self.time += slice.began.elapsed();
        }
    }
}
