//! What the searching thread tells and others read.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::SearchProgress;
use outflank_study::ScoredMove;
use tokio::sync::watch;

use super::snapshot::{Failure, Phase, Snapshot};

/// A search as others see it.
#[derive(Debug)]
pub(super) struct SearchMonitor {
    state: Mutex<State>,
    /// For those who wait on a thread of their own.
    ended: Condvar,
    /// For those who wait on none: counts what was told.
    told: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    moves: Arc<[ScoredMove]>,
    /// Without the turn that it has just now.
    nodes: u64,
    time: Duration,
    turn: Option<Turn>,
}

/// The engine works for this search.
#[derive(Debug)]
struct Turn {
    began: Instant,
    nodes_before: u64,
    progress: Arc<SearchProgress>,
}

impl Turn {
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
                turn: None,
            }),
            ended: Condvar::new(),
            told: watch::Sender::new(0),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, unless the search has ended, and tells it.
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
        self.told.send_modify(|told| *told += 1);
    }

    /// The engine begins to work for this search.
    pub(super) fn begin_turn(&self, progress: Arc<SearchProgress>) {
        self.change(|state| {
            state.phase = Phase::Searching;
            state.turn = Some(Turn {
                began: Instant::now(),
                nodes_before: progress.nodes(),
                progress,
            });
        });
    }

    /// The search found something.
    pub(super) fn tell(&self, moves: Vec<ScoredMove>) {
        self.change(|state| state.moves = moves.into());
    }

    /// The engine goes on to another search.
    pub(super) fn end_turn(&self) {
        self.change(State::end_turn);
    }

    /// The search came to its end with these moves.
    pub(super) fn complete(&self, moves: Vec<ScoredMove>) {
        self.change(|state| {
            state.end_turn();
            state.moves = moves.into();
            state.phase = Phase::Done;
        });
    }

    /// The search ended without coming to its end.
    pub(super) fn fail(&self, failure: Failure) {
        self.change(|state| {
            state.end_turn();
            state.phase = Phase::Failed(failure);
        });
    }

    /// What is known now.
    pub(super) fn snapshot(&self) -> Snapshot {
        let state = self.state();
        let (nodes, time) = state.turn.as_ref().map_or((0, Duration::ZERO), |turn| {
            (turn.nodes(), turn.began.elapsed())
        });
        Snapshot {
            phase: state.phase,
            moves: Arc::clone(&state.moves),
            nodes: state.nodes + nodes,
            time: state.time + time,
        }
    }

    /// Tells of all that changes from now on.
    pub(super) fn listen(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }

    /// Waits on this thread until the search has ended.
    pub(super) fn wait(&self) {
        let mut state = self.state();
        while !matches!(state.phase, Phase::Done | Phase::Failed(_)) {
            let woken = self.ended.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn end_turn(&mut self) {
        if let Some(turn) = self.turn.take() {
            self.nodes += turn.nodes();
            self.time += turn.began.elapsed();
        }
    }
}
