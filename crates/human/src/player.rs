//! The opponent.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::{Clock, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Position, Square};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::model::HumanModel;
use crate::policy::{LikelyMove, draw, policy};
use crate::strength::{HumanRating, Strength};

/// Size of the transposition table in MiB.
const HASH: usize = 4;

/// An opponent that plays as a person of a rating plays. It errs as people err, never
/// resigns, and varies its openings.
#[derive(Debug)]
pub struct HumanPlayer {
    rating: HumanRating,
    model: &'static HumanModel,
    searcher: Searcher,
    rng: Xoshiro256PlusPlus,
}

impl HumanPlayer {
    /// Creates a player with the shipped model; `seed` determines its choices.
    ///
    /// # Errors
    ///
    /// If there is no memory for its search.
    pub fn new(rating: HumanRating, seed: u64) -> io::Result<Self> {
        Ok(Self {
            rating,
            model: HumanModel::shipped(),
            searcher: Searcher::new(SearchOptions::default().with_hash(HASH))?,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// Returns its rating.
    #[must_use]
    pub const fn rating(&self) -> HumanRating {
        self.rating
    }

    /// Returns how it chooses a move in a position.
    #[must_use]
    pub fn strength(&self, position: &Position) -> Strength {
        Strength::of(self.rating, position.empties().len() as u32)
    }

    /// Returns how likely it is to play each move of a position, the most likely first;
    /// empty if there is none or the board is not 8×8. `last` is the opponent's last move, if
    /// he made one and it is known. Searches end early once `stop` is true.
    pub fn moves(
        &mut self,
        position: &Position,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
    ) -> Vec<LikelyMove> {
        self.searcher.stop_by(Arc::clone(stop));
        let strength = self.strength(position);
        let scored = if strength.per_disc > 0.0 {
            let request = SearchRequest::new(position, strength.limits()).every_move();
            let found = self.searcher.search(&request).moves;
            found.iter().map(|mv| (mv.square, mv.discs())).collect()
        } else {
            Vec::new()
        };
        policy(self.model, self.rating, &strength, position, last, &scored)
    }

    /// Returns how long it thinks about a move in a position with `empties` empty squares:
    /// its share of the clock, less where one move stands out, more where several are
    /// likely, and never so long that time runs out.
    pub fn thinking_time(&mut self, moves: &[LikelyMove], empties: u32, clock: Clock) -> Duration {
        // The number of moves that it wavers between: the exponential of the entropy.
        let entropy = moves.iter().map(|mv| mv.probability).filter(|&p| p > 0.0);
        let entropy: f64 = entropy.map(|p| -p * libm::log(p)).sum();
        let doubt = ((libm::exp(entropy) - 1.0) / 2.0).clamp(0.1, 1.5);
        let own_moves = f64::from(empties / 2 + 4);
        let share = clock.left.as_secs_f64() / own_moves + clock.increment.as_secs_f64();
        let seconds = share * doubt * self.rng.random_range(0.6..1.4);
        Duration::from_secs_f64(seconds).min(clock.left / 4)
    }

    /// Chooses one of the [`moves`](Self::moves); `None` if there is none or the board is not
    /// 8×8.
    pub fn choose(
        &mut self,
        position: &Position,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
    ) -> Option<LikelyMove> {
        let moves = self.moves(position, last, stop);
        self.choose_from(&moves)
    }

    /// Chooses one of the moves of [`moves`](Self::moves).
    pub fn choose_from(&mut self, moves: &[LikelyMove]) -> Option<LikelyMove> {
        draw(moves, self.rng.random())
    }
}
