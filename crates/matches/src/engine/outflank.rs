//! The strong player in a tournament.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Effort, Reach, Selectivity, SolveOptions, Solver};
use outflank_othello::{Game, Square};

use super::{Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// MiB of a player's transposition table.
const HASH: usize = 64;

/// The strong player: the trained evaluation, and exact play near the end.
#[derive(Clone, Debug)]
pub struct OutflankEngine {
    label: String,
    evaluation: Option<Arc<Evaluation>>,
    limit: MoveLimit,
    spare: Spare,
}

/// Solvers whose games are over, which remember nothing: a new table has to be
/// handed out by the system first, and that takes long beside a short game.
type Spare = Arc<Mutex<Vec<Solver>>>;

impl OutflankEngine {
    /// A player with the weights shipped, or with others; `label` follows the
    /// word `outflank` in its name. A depth is a level.
    #[must_use]
    pub fn new(
        label: impl Into<String>,
        evaluation: Option<Arc<Evaluation>>,
        limit: MoveLimit,
    ) -> Self {
        Self {
            label: label.into(),
            evaluation,
            limit,
            spare: Spare::default(),
        }
    }
}

impl MatchEngine for OutflankEngine {
    fn name(&self) -> String {
        format!("outflank{}{}", self.label, self.limit)
    }

    fn varies(&self) -> bool {
        self.limit.varies()
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let Some(evaluation) = &self.evaluation else {
            return Ok(());
        };
        let found = evaluation.shape();
        match openings.iter().find(|opening| opening.shape() != found) {
            Some(opening) => Err(EngineError::new(format!(
                "weights for a board of {found}: expected weights for {}",
                opening.shape()
            ))),
            None => Ok(()),
        }
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(OutflankPlayer {
            engine: self.clone(),
            solver: None,
        }))
    }
}

/// So many plies as the textbook player searches them: nothing is left out, and the
/// end of the game is seen only where it is so near.
pub const fn full_width(depth: u32) -> Reach {
    Reach {
        depth,
        selectivity: Selectivity::NONE,
        exact_to: 0,
        end_to: 0,
    }
}

/// The strong player in one game.
struct OutflankPlayer {
    engine: OutflankEngine,
    /// Made before the first move, with the flag that ends the tournament.
    solver: Option<Solver>,
}

impl OutflankPlayer {
    fn new_solver(&self, stop: &Arc<AtomicBool>) -> Result<Solver, EngineError> {
        let spare = &self.engine.spare;
        let spare = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(mut solver) = spare {
            solver.stop_by(Arc::clone(stop));
            return Ok(solver);
        }
        let mut options = SolveOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(stop));
        if let Some(evaluation) = &self.engine.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let refuse = |error| EngineError::new(format!("no memory for {HASH} MiB: {error}"));
        let mut solver = Solver::new(options).map_err(refuse)?;
        solver.warm_up();
        Ok(solver)
    }
}

impl Drop for OutflankPlayer {
    fn drop(&mut self) {
        // After a panic the solver may be in any state.
        if let (Some(mut solver), false) = (self.solver.take(), std::thread::panicking()) {
            solver.forget();
            let spare = &self.engine.spare;
            let mut spare = spare.lock().unwrap_or_else(PoisonError::into_inner);
            spare.push(solver);
        }
    }
}

impl MatchPlayer for OutflankPlayer {
    fn prepare(&mut self, _opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        self.solver = Some(self.new_solver(stop)?);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError> {
        let position = game.position();
        let effort = match self.engine.limit {
            MoveLimit::Depth(level) => Effort::Reach(Reach::level(level)),
            MoveLimit::Plies(depth) => Effort::Reach(full_width(depth)),
            MoveLimit::Time(time) => Effort::Time(time),
            MoveLimit::Clock => Effort::Clock(MoveLimit::clock(clock)?),
        };
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.new_solver(stop)?,
        };
        let thought = solver.choose(position, effort, 1, |_| true);
        self.solver = Some(solver);
        let found = thought.moves.first().map(|found| found.square);
        found
            .or_else(|| position.legal_moves().first())
            .ok_or_else(|| EngineError::new("there is no legal move"))
    }
}
