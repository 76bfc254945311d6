//! The strong player in a contest.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Reach, SolveOptions, Solver};
use outflank_othello::{Game, Square};

use super::limit::Reached;
use super::{Clock, Engine, EngineError, MoveLimit, Player};

/// MiB of a player's transposition table.
const HASH: usize = 64;

/// A search that has taken this share of its time begins no deeper one, since
/// that would hardly come to its end.
const SHARE_TO_GO_ON: f64 = 0.5;

/// Time that is kept back of each move, for what comes after the search.
const RESERVE: Duration = Duration::from_millis(3);

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
        let began = Instant::now();
        let reached = self.engine.limit.for_move(game, clock)?;
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.new_solver(stop)?,
        };
        let thought = match reached {
            Reached::Depth(level) => solver.think(position, Reach::level(level), 1, |_| true),
            Reached::Time(time) => {
                let time = time.saturating_sub(RESERVE).max(time / 2);
                solver.limit_time(Some(time));
                solver.think(position, Reach::UNLIMITED, 1, |_| {
                    began.elapsed() < time.mul_f64(SHARE_TO_GO_ON)
                })
            }
        };
        self.solver = Some(solver);
        let found = thought.moves.first().map(|found| found.square);
        found
            .or_else(|| position.legal_moves().first())
            .ok_or_else(|| EngineError::new("there is no legal move"))
    }
}
