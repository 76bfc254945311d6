//! The engine, in the background where that is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_classic::{Evaluation, EvaluationKind, Player};
use outflank_engine::{SolveOptions, solve};
use outflank_gametree::Limits;
use outflank_othello::{Position, Square};
use outflank_study::{ClassicValuer, Valued, Valuer};

/// With so few empty squares the engine plays exactly.
const EXACT_FROM: usize = 14;
/// Depth of hints in plies, far from the end.
const HINT_DEPTH: u32 = 7;

/// How the engine plays.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    player: Player,
    time: Option<Duration>,
}

impl Engine {
    pub(super) const fn new(player: Player, time: Option<Duration>) -> Self {
        Self { player, time }
    }

    /// Its name.
    pub(super) fn name(&self) -> String {
        self.player.to_string()
    }

    /// A move in a position that has one; none only if `stop` became true.
    pub(super) fn choose(&self, position: &Position, stop: &Arc<AtomicBool>) -> Option<Square> {
        if position.empties().len() <= EXACT_FROM {
            let options = SolveOptions::default().with_stop(Arc::clone(stop));
            return solve(position, &options).best;
        }
        let mut limits = Limits::unlimited().with_stop(Arc::clone(stop));
        limits.time = self.time;
        self.player.choose(position, &limits).best
    }
}

/// The moves of a position, best first, as a hint shows them; none if `stop`
/// became true.
pub(super) fn hint(position: &Position, stop: &Arc<AtomicBool>) -> Option<Vec<Valued>> {
    let valuer = ClassicValuer {
        evaluation: Evaluation::new(EvaluationKind::Phased),
        depth: HINT_DEPTH,
        exact_from: EXACT_FROM as u32,
        stop: Arc::clone(stop),
        ..ClassicValuer::default()
    };
    valuer.value_moves(position)
}

/// Work that goes on while the person does something else.
pub(super) struct Background<T> {
    result: Receiver<T>,
    stop: Arc<AtomicBool>,
    worker: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work`, which is handed the flag that ends it early.
    pub(super) fn start(work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let worker = std::thread::spawn(move || {
            // Nobody waits any more if the work was dropped meanwhile.
            let _ = sender.send(work(&flag));
        });
        Self {
            result,
            stop,
            worker: Some(worker),
        }
    }

    /// The result, once it is there. An error means that the work died.
    pub(super) fn poll(&self) -> Result<Option<T>, TryRecvError> {
        match self.result.try_recv() {
            Ok(result) => Ok(Some(result)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(worker) = self.worker.take() {
            // A panic of the worker was printed already.
            let _ = worker.join();
        }
    }
}
