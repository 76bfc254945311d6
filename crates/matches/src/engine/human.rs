//! The opponent that plays as people play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_human::{HumanPlayer, HumanRating};
use outflank_othello::{Game, Move, Shape};

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer};

/// An opponent that plays on 8×8 as people of a rating play.
#[derive(Clone, Copy, Debug)]
pub struct HumanEngine {
    rating: HumanRating,
}

impl HumanEngine {
    /// Creates an opponent of a rating.
    #[must_use]
    pub const fn new(rating: HumanRating) -> Self {
        Self { rating }
    }
}

impl MatchEngine for HumanEngine {
    fn name(&self) -> String {
        format!("human@{}", self.rating)
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn check(&self, openings: &[Game]) -> Result<(), EngineError> {
        let mut shapes = openings.iter().map(Game::shape);
        match shapes.find(|&shape| shape != Shape::STANDARD) {
            Some(shape) => Err(EngineError::new(format!(
                "{} plays on 8x8 only: found a board of {shape}",
                self.name()
            ))),
            None => Ok(()),
        }
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        let player = HumanPlayer::new(self.rating, seed);
        player
            .map(|player| Box::new(player) as Box<dyn MatchPlayer>)
            .map_err(|error| EngineError::new(format!("no memory for a search: {error}")))
    }
}

/// Without thinking times: a clock is not looked at.
impl MatchPlayer for HumanPlayer {
    fn choose(
        &mut self,
        game: &Game,
        _clock: Option<Clock>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let last = game.last_move().and_then(Move::square);
        let chosen = Self::choose(self, game.position(), last, stop);
        chosen
            .map(|mv| Some(ChosenMove::from(mv.square)))
            .ok_or_else(|| EngineError::new("there is no legal move on 8x8"))
    }
}
