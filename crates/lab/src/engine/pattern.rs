//! The strong player in a contest.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Effort, Reach, SolveOptions, Solver};
use outflank_othello::{Game, Square};

use super::{Clock, Engine, EngineError, MoveLimit, Player};

/// MiB of a player's transposition table.
const HASH: usize = 64;

/// The strong player: the trained evaluation, and exact play near the end.
#[derive(Clone, Debug)]
pub struct PatternEngine {
    label: String,
    evaluation: Option<Arc<Evaluation>>,
    limit: MoveLimit,
}

impl PatternEngine {
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
        }
    }
}

impl Engine for PatternEngine {
    fn name(&self) -> String {
        format!("outflank{}{}", self.label, self.limit)
    }

    fn varies(&self) -> bool {
        self.limit.varies()
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn Player>, EngineError> {
        Ok(Box::new(PatternPlayer {
            engine: self.clone(),
            solver: None,
        }))
    }
}

/// The strong player in one game.
struct PatternPlayer {
    engine: PatternEngine,
    /// Made before the first move, with the flag that ends the contest.
    solver: Option<Solver>,
}

impl PatternPlayer {
    fn new_solver(&self, stop: &Arc<AtomicBool>) -> Result<Solver, EngineError> {
        let mut options = SolveOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(stop));
        if let Some(evaluation) = &self.engine.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let refuse = |error| EngineError::new(format!("no memory for {HASH} MiB: {error}"));
        Solver::new(options).map_err(refuse)
    }
}

impl Player for PatternPlayer {
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
