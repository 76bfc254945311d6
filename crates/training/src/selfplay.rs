//! Games of our engine against itself, for training.

use outflank_engine::evaluation::{Evaluation, UNITS_PER_DISC};
use outflank_engine::{Limits, SearchRequest, Searcher, Selectivity};
use outflank_othello::{Color, Game, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::dataset::GameRecord;
use outflank_matches::seeds::{derived_rng, derived_seed};

/// How games of self-play are made. The same settings give the same games,
/// however many threads play them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlay {
    /// The shape of the board.
    #[serde(skip)]
    pub shape: Shape,
    /// Decides the openings.
    pub seed: u64,
    /// Plies that the engine looks ahead.
    pub depth: u32,
    /// How probable what the search leaves out must be, in per cent.
    pub selectivity: u32,
    /// From so many empty squares on every move is exactly best.
    pub exact_to: u32,
    /// The least number of moves made by chance at the start.
    pub least_random: u32,
    /// The greatest number of moves made by chance at the start.
    pub most_random: u32,
    /// Of a hundred games so many take the start of a recorded game, if there are
    /// any.
    pub recorded_share: u32,
    /// Most moves made by chance behind a recorded start.
    pub most_stray: u32,
    /// Of a hundred moves behind the start so many are made by chance, which shows
    /// positions such as a search meets.
    pub chance: u32,
    /// A number that tells the recorded games from others.
    pub recorded_hash: u64,
    /// A number that tells the weights of the solver's evaluation from others.
    pub weights_hash: u64,
    /// Transcripts of games; their starts, cut off anywhere from `least_random` to
    /// `most_random` moves, are starts of ours.
    #[serde(skip)]
    pub recorded: Vec<String>,
}

/// MiB of a player's transposition table, which is emptied before each game.
pub const SELFPLAY_HASH: usize = 4;

impl SelfPlay {
    /// Says by which evaluation the solver will value positions, if there is one for the
    /// shape, so that a file is not taken up with another.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Option<&Evaluation>) -> Self {
        self.weights_hash = evaluation.map_or(0, Evaluation::digest);
        self
    }

    /// Takes starts from recorded games, each a transcript, for so many of a
    /// hundred games, with up to `most_stray` moves by chance behind them.
    #[must_use]
    pub fn with_recorded(mut self, recorded: Vec<String>, share: u32, most_stray: u32) -> Self {
        let letters = recorded.iter().flat_map(|transcript| transcript.bytes());
        self.recorded_hash = letters.fold(0, |hash, byte| derived_seed(hash, &[u64::from(byte)]));
        self.recorded_share = share;
        self.most_stray = most_stray;
        self.recorded = recorded;
        self
    }

    /// Plays the game with a number. What the solver knows is forgotten first. None if the search was stopped.
    ///
    /// # Panics
    ///
    /// If there is no such [`Selectivity`], or a recorded game is illegal.
    pub fn play(&self, number: u64, searcher: &mut Searcher) -> Option<GameRecord> {
        let mut rng = derived_rng(self.seed, &[number]);
        let game = loop {
            if let Some(game) = self.start(&mut rng) {
                break game;
            }
        };
        let opening_plies = game.squares().count() as u8;
        searcher.clear();
        let Some(selectivity) = Selectivity::from_percent(self.selectivity) else {
            panic!("no selectivity of {} %", self.selectivity);
        };
        let limits = Limits::depth(self.depth).with_selectivity(selectivity);
        let mut played = Played {
            game,
            values: Vec::new(),
            strays: 0,
        };
        // What behind the last move by chance is exact goes without values.
        let mut needed = 0;
        while !played.game.is_over() {
            let position = *played.game.position();
            if position.empties().len() <= self.exact_to as usize {
                let request = SearchRequest::new(&position, Limits::SOLVE);
                let solution = searcher.search(&request, |_| true);
                let score = solution.exact()?;
                let black_score = for_black(&position, score);
                if solution.pv.is_empty() {
                    return None;
                }
                for square in solution.pv {
                    let score = for_black(played.game.position(), black_score);
                    played.note(UNITS_PER_DISC * score);
                    if self.is_stray(&mut rng) && played.stray(square, &mut rng) {
                        needed = played.values.len();
                        break;
                    }
                    play(&mut played.game, square);
                }
                continue;
            }
            let result = searcher.search(&SearchRequest::new(&position, limits), |_| true);
            if !result.complete {
                return None;
            }
            let best = result.best()?;
            played.note(best.score);
            needed = played.values.len();
            if !(self.is_stray(&mut rng) && played.stray(best.square, &mut rng)) {
                play(&mut played.game, best.square);
            }
        }
        played.values.truncate(needed);
        let game = played.game;
        Some(GameRecord {
            opening_plies,
            exact_from: self.exact_to as u8,
            black_score: game.position().score(Color::Black) as i16,
            moves: game.squares().map(|s| 16 * s.row() + s.column()).collect(),
            values: played.values,
            strays: played.strays,
        })
    }

    /// Whether the next move is made by chance.
    fn is_stray(&self, rng: &mut Xoshiro256PlusPlus) -> bool {
        rng.random_range(0..100) < self.chance
    }

    /// The start of a game; none if the game ends in it.
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
            let most = squares.len().min(self.most_random as usize);
            let least = most.min(self.least_random as usize);
            for &square in &squares[..rng.random_range(least..=most)] {
                play(&mut game, square);
            }
            rng.random_range(0..=self.most_stray)
        } else {
            rng.random_range(self.least_random..=self.most_random)
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

/// A score of the mover as one of Black, or the other way round.
fn for_black(position: &Position, score: i32) -> i32 {
    match position.mover() {
        Color::Black => score,
        Color::White => -score,
    }
}

/// A game behind its start.
struct Played {
    game: Game,
    values: Vec<i16>,
    strays: u128,
}

impl Played {
    /// Notes what a search said of the position that is reached, in 1/128 discs for
    /// its mover.
    fn note(&mut self, value: i32) {
        self.values.push(value as i16);
    }

    /// Plays a move by chance in place of `best`; false if there is no other.
    fn stray(&mut self, best: Square, rng: &mut Xoshiro256PlusPlus) -> bool {
        let moves = self.game.position().legal_moves().into_iter();
        let others: Vec<Square> = moves.filter(|&square| square != best).collect();
        if others.is_empty() {
            return false;
        }
        self.strays |= 1 << self.game.squares().count();
        play(&mut self.game, others[rng.random_range(0..others.len())]);
        true
    }
}

/// Plays a legal move; passes follow by themselves.
fn play(game: &mut Game, square: Square) {
    if let Err(error) = game.play(square) {
        unreachable!("a move of the engine is legal: {error}");
    }
}
