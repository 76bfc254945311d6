//! The textbook player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_gametree::SearchLimits;
use outflank_othello::Game;
use outflank_textbook::{Algorithm, Evaluation, search};

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer, MoveLimit};

/// The textbook player: alpha-beta with one of the textbook evaluations.
#[derive(Clone, Debug)]
pub struct TextbookEngine {
    label: String,
    evaluation: Evaluation,
    limit: MoveLimit,
    /// An additional limit on the time per move.
    pub(super) move_time: Option<Duration>,
}

impl TextbookEngine {
    /// Creates a player whose name uses `label` for its evaluation, to distinguish parameter sets.
    #[must_use]
    pub fn new(label: impl Into<String>, evaluation: Evaluation, limit: MoveLimit) -> Self {
        Self {
            label: label.into(),
            evaluation,
            limit,
            move_time: None,
        }
    }
}

impl MatchEngine for TextbookEngine {
    fn name(&self) -> String {
        let time = MoveLimit::time_suffix(self.move_time);
        format!("textbook:{}{}{time}", self.label, self.limit)
    }

    fn is_deterministic(&self) -> bool {
        self.limit.is_deterministic()
    }

    fn new_player(&self, _seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        // A search keeps no state between moves.
        Ok(Box::new(self.clone()))
    }
}

impl MatchPlayer for TextbookEngine {
    fn choose(
        &mut self,
        game: &Game,
        clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let position = game.position();
        let limits = match self.limit {
            MoveLimit::Depth(depth) | MoveLimit::Plies(depth) => SearchLimits::plies(depth),
            MoveLimit::Time(_) | MoveLimit::Clock => SearchLimits::unlimited(),
        };
        // A clock is an additional limit.
        let empties = position.empties().len() as u32;
        let share = clock.map(|clock| clock.move_time(empties));
        let own = match self.limit {
            MoveLimit::Time(time) => Some(time),
            MoveLimit::Clock if clock.is_none() => return Err(MoveLimit::no_clock()),
            _ => None,
        };
        let time = [own, share, self.move_time].into_iter().flatten().min();
        let (algorithm, limits) = match time {
            Some(time) => (Algorithm::Deepening, limits.with_time(time)),
            None => (Algorithm::AlphaBeta, limits),
        };
        let limits = limits.with_stop(Arc::clone(stop));
        let report = search(position, &self.evaluation, algorithm, &limits);
        let square = report.best.or_else(|| position.legal_moves().first());
        Ok(Some(ChosenMove {
            square: square.ok_or_else(|| EngineError::new("there is no legal move"))?,
            score: report.best.map(|_| report.score.discs()),
        }))
    }
}
