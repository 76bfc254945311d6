//! The engine, in the background where that is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use outflank_classic::{Evaluation, EvaluationKind, Player};
use outflank_engine::{SolveOptions, solve};
use outflank_gametree::Limits;
use outflank_othello::{Position, Square};
use outflank_study::{ClassicValuer, Valued, Valuer};

/// Depth of hints in plies, far from the end.
const HINT_DEPTH: u32 = 7;
/// With so few empty squares hints are exact.
const EXACT_HINTS_FROM: u32 = 14;

/// How the engine plays.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) player: Player,
    /// Time for a move.
    pub(super) time: Option<Duration>,
    /// With so few empty squares it plays exactly.
    pub(super) exact_from: usize,
}

/// A move that the engine chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Choice {
    pub(super) square: Square,
    /// What it expects to win by, in discs.
    pub(super) score: f64,
    /// Whether that is what best play of both sides leads to.
    pub(super) exact: bool,
}

impl Engine {
    /// Its name.
    pub(super) fn name(&self) -> String {
        self.player.to_string()
    }

    /// A move in a position that has one; none only if `stop` became true.
    pub(super) fn choose(&self, position: &Position, stop: &Arc<AtomicBool>) -> Option<Choice> {
        let choice = if position.empties().len() <= self.exact_from {
            let options = SolveOptions::default().with_stop(Arc::clone(stop));
            let solution = solve(position, &options);
            solution.best.map(|square| Choice {
                square,
                score: f64::from(solution.lower),
                exact: solution.complete,
            })
        } else {
            let mut limits = Limits::unlimited().with_stop(Arc::clone(stop));
            limits.time = self.time;
            let report = self.player.choose(position, &limits);
            report.best.map(|square| Choice {
                square,
                score: report.score.discs(),
                exact: report.score.is_exact(),
            })
        };
        choice.filter(|_| !stop.load(Ordering::Relaxed))
    }
}

/// The moves of a position, best first, as a hint shows them; none if `stop`
/// became true.
pub(super) fn hint(position: &Position, stop: &Arc<AtomicBool>) -> Option<Vec<Valued>> {
    let valuer = ClassicValuer {
        evaluation: Evaluation::new(EvaluationKind::Phased),
        depth: HINT_DEPTH,
        exact_from: EXACT_HINTS_FROM,
        stop: Arc::clone(stop),
        ..ClassicValuer::default()
    };
    valuer.value_moves(position)
}

/// Work that goes on while the person does something else. Dropping it ends
/// the work soon, without waiting for that end.
pub(super) struct Background<T> {
    result: Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Background<T> {
    /// Starts `work`, which is handed the flag that ends it early.
    pub(super) fn start(
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> std::io::Result<Self> {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        // Large boards need a deep stack.
        let builder = std::thread::Builder::new().stack_size(outflank_engine::STACK);
        builder.spawn(move || {
            // Nobody waits any more if the work was dropped meanwhile.
            let _ = sender.send(work(&flag));
        })?;
        Ok(Self { result, stop })
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
    }
}
