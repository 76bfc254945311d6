//! The progress of a search, written by the worker and read by requests.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_api::{ApiError, Snapshot};
use outflank_engine::{ScoredMove, SearchProgress};

/// The progress of a search.
#[derive(Debug)]
pub(super) struct SearchMonitor {
    state: Mutex<State>,
    changed: Condvar,
}

/// The phase of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It has had no time slice yet.
    Queued,
    /// It runs or waits for its next slice.
    Searching,
    /// It is complete.
    Done,
    /// It ended without a result.
    Failed(ApiError),
}

impl Phase {
    /// Returns whether the search has ended.
    const fn is_over(&self) -> bool {
        matches!(self, Self::Done | Self::Failed(_))
    }
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// The number of changes.
    changes: u64,
    moves: Arc<[ScoredMove]>,
    /// The nodes of the finished slices.
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
                changes: 0,
                moves: Arc::new([]),
                nodes: 0,
                time: Duration::ZERO,
                slice: None,
            }),
            changed: Condvar::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state unless the search has ended, and wakes the waiting threads.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        if !state.phase.is_over() {
            change(&mut state);
            state.changes += 1;
            self.changed.notify_all();
        }
    }

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

    pub(super) fn report(&self, moves: &Arc<[ScoredMove]>) {
        self.change(|state| state.moves = Arc::clone(moves));
    }

    pub(super) fn end_slice(&self) {
        self.change(State::end_slice);
    }

    pub(super) fn complete(&self, moves: Arc<[ScoredMove]>) {
        self.change(|state| {
            state.end_slice();
            state.moves = moves;
            state.phase = Phase::Done;
        });
    }

    pub(super) fn fail(&self, error: ApiError) {
        self.change(|state| {
            state.end_slice();
            state.phase = Phase::Failed(error);
        });
    }

    pub(super) fn now(&self) -> (Phase, Snapshot) {
        let state = self.state();
        let (nodes, time) = state.slice.as_ref().map_or((0, Duration::ZERO), |slice| {
            (slice.nodes(), slice.began.elapsed())
        });
        let snapshot = Snapshot {
            ahead: None,
            moves: Arc::clone(&state.moves),
            nodes: state.nodes + nodes,
            time: state.time + time,
        };
        (state.phase.clone(), snapshot)
    }

    /// Blocks until the search ends. After `pause`, also returns on a change, or at the latest
    /// after another `most`.
    pub(super) fn wait(&self, pause: Duration, most: Duration) {
        let state = self.state();
        let changes = state.changes;
        let is_running = |state: &mut State| !state.phase.is_over();
        let waited = self.changed.wait_timeout_while(state, pause, is_running);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let is_same = |state: &mut State| !state.phase.is_over() && state.changes == changes;
        let waited = self.changed.wait_timeout_while(state, most, is_same);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
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
