//! The random player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::Game;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{ChosenMove, Clock, EngineError, MatchEngine, MatchPlayer};

/// Plays a uniformly random legal move: the baseline.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomEngine;

impl MatchEngine for RandomEngine {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn is_deterministic(&self) -> bool {
        false
    }

    fn new_player(&self, seed: u64) -> Result<Box<dyn MatchPlayer>, EngineError> {
        Ok(Box::new(RandomPlayer {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }))
    }
}

struct RandomPlayer {
    rng: Xoshiro256PlusPlus,
}

impl MatchPlayer for RandomPlayer {
    fn choose(
        &mut self,
        game: &Game,
        _clock: Option<Clock>,
        _stop: &Arc<AtomicBool>,
    ) -> Result<ChosenMove, EngineError> {
        let moves = game.position().legal_moves().into_iter();
        moves
            .choose(&mut self.rng)
            .map(ChosenMove::from)
            .ok_or_else(|| EngineError::new("there is no legal move"))
    }
}
