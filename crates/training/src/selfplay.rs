//! Self-play games for training.

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{Limits, SearchRequest, Searcher, Selectivity};
use outflank_othello::{Color, Game, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Serialize, Serializer};

use crate::dataset::SelfPlayGame;
use crate::hash;
use outflank_support::seeds::derived_rng;

/// Settings of self-play. The same settings give the same games on any number of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SelfPlay {
    /// The board.
    #[serde(skip)]
    pub shape: Shape,
    /// Seed of the openings.
    pub seed: u64,
    /// Depth of the searches in plies.
    pub depth: u32,
    /// Selectivity of the searches.
    #[serde(serialize_with = "crate::selfplay::as_percent")]
    pub selectivity: Selectivity,
    /// Empties at or below which moves are exact.
    pub exact_to: u32,
    /// Minimum number of random moves at the start.
    #[serde(rename = "least_random")]
    pub min_random: u32,
    /// Maximum number of random moves at the start.
    #[serde(rename = "most_random")]
    pub max_random: u32,
    /// Percentage of games that begin like a recorded game, if recorded games are given.
    pub recorded_share: u32,
    /// Maximum number of random moves after a recorded start.
    #[serde(rename = "most_stray")]
    pub max_recorded_random: u32,
    /// Percentage of moves after the opening that are random. They lead to positions like those in
    /// a search.
    #[serde(rename = "chance")]
    pub random_percent: u32,
    /// Hash of the recorded games.
    pub recorded_hash: u64,
    /// Digest of the searcher's evaluation, or 0 without one. It keeps a run from being resumed
    /// with another evaluation.
    pub weights_hash: u64,
    /// Transcripts of recorded games; games begin with `min_random` to `max_random` of
    /// their moves.
    #[serde(skip)]
    pub recorded: Vec<String>,
}

/// Size in MiB of a player's transposition table, which is cleared before each game.
pub const SELFPLAY_HASH: usize = 4;

impl SelfPlay {
    /// Begins `share` per cent of the games with moves of a recorded game, given as a transcript,
    /// followed by up to `max_recorded_random` random moves.
    #[must_use]
    pub fn with_recorded(
        mut self,
        recorded: Vec<String>,
        share: u32,
        max_recorded_random: u32,
    ) -> Self {
        let letters = recorded.iter().flat_map(|transcript| transcript.bytes());
        self.recorded_hash = hash::of_bytes(letters);
        self.recorded_share = share;
        self.max_recorded_random = max_recorded_random;
        self.recorded = recorded;
        self
    }

    /// Plays game `number`, after clearing the searcher. Returns `None` if the search was stopped.
    ///
    /// # Panics
    ///
    /// Panics if a recorded game is illegal.
    pub fn play(&self, number: u64, searcher: &mut Searcher) -> Option<SelfPlayGame> {
        let mut rng = derived_rng(self.seed, &[number]);
        let game = loop {
            if let Some(game) = self.start(&mut rng) {
                break game;
            }
        };
        let opening_plies = game.squares().count() as u8;
        searcher.clear();
        let limits = Limits::depth(self.depth).with_selectivity(self.selectivity);
        let mut played = Played {
            game,
            values: Vec::new(),
            random_plies: 0,
        };
        // Search values before the last random move are needed; exact values after it are
        // redundant.
        let mut needed = 0;
        while !played.game.is_over() {
            let position = *played.game.position();
            if position.empties().len() <= self.exact_to as usize {
                let request = SearchRequest::new(&position, Limits::SOLVE);
                let solution = searcher.search(&request);
                let score = solution.exact()?;
                let black_score = for_black(&position, score);
                if solution.pv.is_empty() {
                    return None;
                }
                for square in solution.pv {
                    let score = for_black(played.game.position(), black_score);
                    played.record(UNITS_PER_DISC * score);
                    if self.is_random_move(&mut rng) && played.play_random(square, &mut rng) {
                        needed = played.values.len();
                        break;
                    }
                    play(&mut played.game, square);
                }
                continue;
            }
            let result = searcher.search(&SearchRequest::new(&position, limits));
            if !result.complete {
                return None;
            }
            let best = result.best()?;
            played.record(best.score.units());
            needed = played.values.len();
            if !(self.is_random_move(&mut rng) && played.play_random(best.square, &mut rng)) {
                play(&mut played.game, best.square);
            }
        }
        played.values.truncate(needed);
        let game = played.game;
        Some(SelfPlayGame {
            opening_plies,
            exact_from: self.exact_to as u8,
            black_score: game.position().score(Color::Black) as i16,
            moves: game.squares().collect(),
            values: played.values,
            random_plies: played.random_plies,
        })
    }

    /// Decides randomly whether the next move is random.
    fn is_random_move(&self, rng: &mut Xoshiro256PlusPlus) -> bool {
        rng.random_range(0..100) < self.random_percent
    }

    /// Returns the opening of a game, or `None` if the game ends in it.
    fn start(&self, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
        let shape = self.shape;
        let mut game = Game::new(shape);
        let is_recorded = rng.random_range(0..100) < self.recorded_share;
        let random = if is_recorded && !self.recorded.is_empty() {
            let transcript = &self.recorded[rng.random_range(0..self.recorded.len())];
            let whole = match Game::from_transcript(shape, transcript) {
                Ok(whole) => whole,
                Err(error) => panic!("recorded game {transcript:?}: {error}"),
            };
            let squares: Vec<Square> = whole.squares().collect();
            let most = squares.len().min(self.max_random as usize);
            let least = most.min(self.min_random as usize);
            for &square in &squares[..rng.random_range(least..=most)] {
                play(&mut game, square);
            }
            rng.random_range(0..=self.max_recorded_random)
        } else {
            rng.random_range(self.min_random..=self.max_random)
        };
        for _ in 0..random {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            if moves.is_empty() {
                return None;
            }
            play(&mut game, moves[rng.random_range(0..moves.len())]);
        }
        (!game.is_over()).then_some(game)
    }
}

/// Writes a selectivity in per cent.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
pub(crate) fn as_percent<S: Serializer>(
    selectivity: &Selectivity,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(selectivity.percent())
}

/// Converts a score between the mover's and Black's point of view.
fn for_black(position: &Position, score: i32) -> i32 {
    match position.mover() {
        Color::Black => score,
        Color::White => -score,
    }
}

/// A game after its opening.
struct Played {
    game: Game,
    values: Vec<i16>,
    random_plies: u128,
}

impl Played {
    /// Records the value of the current position for its mover, in 1/128 discs.
    fn record(&mut self, value: i32) {
        self.values.push(value as i16);
    }

    /// Plays a random move other than `best`; returns false if there is none.
    fn play_random(&mut self, best: Square, rng: &mut Xoshiro256PlusPlus) -> bool {
        let moves = self.game.position().legal_moves().into_iter();
        let others: Vec<Square> = moves.filter(|&square| square != best).collect();
        if others.is_empty() {
            return false;
        }
        self.random_plies |= 1 << self.game.squares().count();
        play(&mut self.game, others[rng.random_range(0..others.len())]);
        true
    }
}

/// Plays a legal move; passes are automatic.
fn play(game: &mut Game, square: Square) {
    if let Err(error) = game.play(square) {
        unreachable!("the move is legal: {error}");
    }
}
