//! The textbook player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_classic::{Algorithm, Evaluation, search};
use outflank_gametree::SearchLimits;
use outflank_othello::{Game, Square};

use super::{Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// The textbook player: alpha-beta with one of the textbook evaluations.
#[derive(Clone, Debug)]
pub struct ClassicEngine {
    label: String,
    evaluation: Evaluation,
    limit: MoveLimit,
}

impl ClassicEngine {
    /// Creates a player whose name has `label` for its evaluation, to distinguish sets of
    /// parameters.
    #[must_use]
    pub fn new(label: impl Into<String>, evaluation: Evaluation, limit: MoveLimit) -> Self {
        Self {
            label: label.into(),
            evaluation,
            limit,
        }
    }
}

impl MatchEngine for ClassicEngine {
    fn name(&self) -> String {
        format!("classic:{}{}", self.label, self.limit)
    }

    fn is_deterministic(&self) -> bool {
        self.limit.is_deterministic()
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        // A search keeps no state between moves.
        Ok(Box::new(self.clone()))
    }
}

impl MatchPlayer for ClassicEngine {
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Square, EngineError> {
        let position = game.position();
        let timed = |time| {
            (
                Algorithm::Deepening,
                SearchLimits::unlimited().with_time(time),
            )
        };
        let (algorithm, limits) = match self.limit {
            MoveLimit::Depth(depth) | MoveLimit::Plies(depth) => {
                (Algorithm::AlphaBeta, SearchLimits::plies(depth))
            }
            MoveLimit::Time(time) => timed(time),
            MoveLimit::Clock => {
                let empties = position.empties().len() as u32;
                timed(MoveLimit::clock(clock)?.move_time(empties))
            }
        };
        let limits = limits.with_stop(Arc::clone(stop));
        let report = search(position, &self.evaluation, algorithm, &limits);
        report
            .best
            .or_else(|| position.legal_moves().first())
            .ok_or_else(|| EngineError::new("there is no legal move"))
    }
}
