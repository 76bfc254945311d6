//! The engine, in the background where that is wanted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_classic::Player;
use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{Effort, Reach, SolveOptions, Solver, solve};
use outflank_gametree::Limits;
use outflank_othello::{Position, Square};
use outflank_study::{EngineValuer, Valued, Valuer};

/// Level of hints.
const HINT_LEVEL: u32 = 10;
/// With so few empty squares hints are exact.
const EXACT_HINTS_FROM: u32 = 16;
/// MiB of the table that hints use.
const HINT_HASH: usize = 64;

/// How the engine plays.
#[derive(Clone, Debug)]
pub(super) enum Opponent {
    Outflank(OutflankPlayer),
    Textbook(TextbookPlayer),
}

/// The strong player.
#[derive(Clone, Debug)]
pub(super) struct OutflankPlayer {
    pub(super) name: String,
    pub(super) effort: Effort,
    /// One search at a time; all share what they find.
    pub(super) solver: Arc<Mutex<Solver>>,
}

/// The textbook player.
#[derive(Clone, Debug)]
pub(super) struct TextbookPlayer {
    pub(super) player: Player,
    /// Time for a move.
    pub(super) time: Option<Duration>,
    /// With so few empty squares it plays exactly.
    pub(super) exact_from: usize,
}

/// A move that the engine chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EngineMove {
    pub(super) square: Square,
    /// What it expects to win by, in discs.
    pub(super) score: f64,
    /// Whether that is what best play of both sides leads to.
    pub(super) exact: bool,
}

impl Opponent {
    /// Its name.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Outflank(strong) => strong.name.clone(),
            Self::Textbook(textbook) => textbook.player.to_string(),
        }
    }

    /// A move in a position that has one; none only if `stop` became true.
    pub(super) fn choose(&self, position: &Position, stop: &Arc<AtomicBool>) -> Option<EngineMove> {
        let choice = match self {
            Self::Outflank(strong) => strong.choose(position, strong.effort, stop),
            Self::Textbook(textbook) => textbook.choose(position, stop),
        };
        choice.filter(|_| !stop.load(Ordering::Relaxed))
    }

    /// Thinks while the opponent does, if that makes the next move better: a player
    /// with a limit of time then finds much of its search done.
    pub(super) fn ponder(&self, position: &Position) -> Option<Background<()>> {
        let Self::Outflank(strong) = self else {
            return None;
        };
        if !matches!(strong.effort, Effort::Time(_)) || position.is_over() {
            return None;
        }
        let (strong, position) = (strong.clone(), *position);
        let without_end = Effort::Reach(Reach::UNLIMITED);
        // Nothing is lost but time where no thread can be had.
        Background::start(move |stop| {
            strong.choose(&position, without_end, stop);
        })
        .ok()
    }
}

impl OutflankPlayer {
    fn choose(
        &self,
        position: &Position,
        effort: Effort,
        stop: &Arc<AtomicBool>,
    ) -> Option<EngineMove> {
        let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        solver.stop_by(Arc::clone(stop));
        let thought = solver.choose(position, effort, 1, |_| true);
        thought.moves.first().map(|found| EngineMove {
            square: found.square,
            score: f64::from(found.value) / f64::from(UNITS_PER_DISC),
            exact: found.is_exact,
        })
    }
}

impl TextbookPlayer {
    fn choose(&self, position: &Position, stop: &Arc<AtomicBool>) -> Option<EngineMove> {
        if position.empties().len() <= self.exact_from {
            let options = SolveOptions::default().with_stop(Arc::clone(stop));
            let solution = solve(position, &options);
            return solution.best.map(|square| EngineMove {
                square,
                score: f64::from(solution.lower),
                exact: solution.complete,
            });
        }
        let mut limits = Limits::unlimited().with_stop(Arc::clone(stop));
        limits.time = self.time;
        let report = self.player.choose(position, &limits);
        report.best.map(|square| EngineMove {
            square,
            score: report.score.discs(),
            exact: report.score.is_exact(),
        })
    }
}

/// The moves of a position, best first, as a hint shows them; none if `stop`
/// became true, or without memory for the search.
pub(super) fn hint(position: &Position, stop: &Arc<AtomicBool>) -> Option<Vec<Valued>> {
    let reach = Reach {
        exact_to: EXACT_HINTS_FROM,
        end_to: EXACT_HINTS_FROM,
        ..Reach::level(HINT_LEVEL)
    };
    let options = SolveOptions::default().with_hash(HINT_HASH);
    let valuer = EngineValuer::new(Effort::Reach(reach), &options, 1, Arc::clone(stop));
    valuer.ok()?.value_moves(position)
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
