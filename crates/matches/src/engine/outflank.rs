//! Outflank's engine.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Selectivity};
use outflank_othello::Game;

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// Size of a player's transposition table in MiB.
const HASH: usize = 64;

/// Outflank's engine, with the shipped weights or others.
#[derive(Clone, Debug)]
pub struct OutflankEngine {
    label: String,
    evaluation: Option<Arc<Evaluation>>,
    limit: MoveLimit,
    move_time: Option<Duration>,
    spare: Spare,
}

/// Cleared searchers of finished games: allocating a new table is slow compared with a
/// short game.
type Spare = Arc<Mutex<Vec<Searcher>>>;

impl OutflankEngine {
    /// Creates an engine with the shipped weights, or with others; `label` follows
    /// `outflank` in its name.
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
            move_time: None,
            spare: Spare::default(),
        }
    }

    /// Adds a limit on the time per move.
    #[must_use]
    pub fn with_move_time(self, move_time: Option<Duration>) -> Self {
        Self { move_time, ..self }
    }
}

impl MatchEngine for OutflankEngine {
    fn name(&self) -> String {
        let time = MoveLimit::time_suffix(self.move_time);
        format!("outflank{}{}{time}", self.label, self.limit)
    }

    fn is_deterministic(&self) -> bool {
        self.limit.is_deterministic()
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
            searcher: None,
        }))
    }
}

/// Returns a full-width search of `depth` plies: no selectivity and no endgame search.
#[must_use]
pub const fn full_width(depth: u32) -> Limits {
    Limits::depth(depth).with_selectivity(Selectivity::NONE)
}

/// The engine in one game.
struct OutflankPlayer {
    engine: OutflankEngine,
    /// Created before the first move, with the stop flag.
    searcher: Option<Searcher>,
}

impl OutflankPlayer {
    fn new_searcher(&self, stop: &Arc<AtomicBool>) -> Result<Searcher, EngineError> {
        let spare = &self.engine.spare;
        let spare = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(mut searcher) = spare {
            searcher.stop_by(Arc::clone(stop));
            return Ok(searcher);
        }
        let mut options = SearchOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(stop));
        if let Some(evaluation) = &self.engine.evaluation {
            options = options.with_evaluation(Arc::clone(evaluation));
        }
        let refuse = |error| EngineError::new(format!("no memory for {HASH} MiB: {error}"));
        let mut searcher = Searcher::new(options).map_err(refuse)?;
        searcher.warm_up();
        Ok(searcher)
    }
}

impl Drop for OutflankPlayer {
    fn drop(&mut self) {
        // After a panic the searcher may be inconsistent.
        if let (Some(mut searcher), false) = (self.searcher.take(), std::thread::panicking()) {
            searcher.clear();
            let spare = &self.engine.spare;
            let mut spare = spare.lock().unwrap_or_else(PoisonError::into_inner);
            spare.push(searcher);
        }
    }
}

impl MatchPlayer for OutflankPlayer {
    fn prepare(&mut self, _opening: &Game, stop: &Arc<AtomicBool>) -> Result<(), EngineError> {
        self.searcher = Some(self.new_searcher(stop)?);
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<ChosenMove, EngineError> {
        let position = game.position();
        let limits = match self.engine.limit {
            MoveLimit::Depth(level) => Limits::level(level),
            MoveLimit::Plies(depth) => full_width(depth),
            MoveLimit::Time(time) => Limits::UNLIMITED.with_time(time),
            MoveLimit::Clock if clock.is_none() => return Err(MoveLimit::no_clock()),
            MoveLimit::Clock => Limits::UNLIMITED,
        };
        // A clock and a time per move are additional limits.
        let limits = self
            .engine
            .move_time
            .map_or(limits, |time| limits.with_time(time));
        let limits = clock.map_or(limits, |clock| limits.with_clock(clock));
        let mut searcher = match self.searcher.take() {
            Some(searcher) => searcher,
            None => self.new_searcher(stop)?,
        };
        let result = searcher.search(&SearchRequest::new(position, limits), |_| true);
        self.searcher = Some(searcher);
        if let Some(best) = result.best() {
            return Ok(ChosenMove {
                square: best.square,
                score: Some(best.discs()),
            });
        }
        let first = position.legal_moves().first().map(ChosenMove::from);
        first.ok_or_else(|| EngineError::new("there is no legal move"))
    }
}
