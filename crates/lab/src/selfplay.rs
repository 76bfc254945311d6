//! Games of our engine against itself, for training.

use outflank_engine::{Reach, Selectivity, Solver, Window};
use outflank_othello::{Color, Game, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::dataset::GameRecord;
use crate::seeds::derived_rng;

/// How games of self-play are made. The same settings give the same games,
/// however many threads play them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlay {
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
    /// Starts of games, of which every second game takes one, cut off anywhere;
    /// each a transcript.
    pub openings: Vec<String>,
}

/// MiB of a player's transposition table, which is emptied before each game.
pub const SELFPLAY_HASH: usize = 4;

impl SelfPlay {
    /// Plays the game with a number, on the 8×8 board. What the solver knows is
    /// forgotten first. None if the search was stopped.
    pub fn play(&self, number: u64, solver: &mut Solver) -> Option<GameRecord> {
        let mut rng = derived_rng(self.seed, &[number]);
        let mut game = loop {
            if let Some(game) = self.start(number, &mut rng) {
                break game;
            }
        };
        let opening_plies = game.squares().count() as u8;
        solver.forget();
        let reach = Reach {
            depth: self.depth,
            selectivity: Selectivity::from_percent(self.selectivity).unwrap_or(Selectivity::NONE),
            exact_to: 0,
            end_to: 0,
        };
        while !game.is_over() {
            let position = game.position();
            if position.empties().len() <= self.exact_to as usize {
                let solution = solver.solve(position, Window::EXACT);
                solution.exact()?;
                for square in solution.pv {
                    play(&mut game, square);
                }
                // What follows a pass at the end is not among the squares.
                if !game.is_over() {
                    return None;
                }
                break;
            }
            let thought = solver.think(position, reach, 1, |_| true);
            if !thought.complete {
                return None;
            }
            play(&mut game, thought.moves.first()?.square);
        }
        let score = game.position().score(Color::Black);
        Some(GameRecord {
            opening_plies,
            exact_from: self.exact_to as u8,
            black_score: score as i16,
            moves: game.squares().map(|s| 16 * s.row() + s.column()).collect(),
        })
    }

    /// The random start of a game; none if the game ends in it.
    fn start(&self, number: u64, rng: &mut Xoshiro256PlusPlus) -> Option<Game> {
        let mut game = Game::new(Shape::STANDARD);
        if number.is_multiple_of(2) && !self.openings.is_empty() {
            let opening = &self.openings[rng.random_range(0..self.openings.len())];
            let whole = Game::from_transcript(Shape::STANDARD, opening).ok()?;
            let squares: Vec<Square> = whole.squares().collect();
            let most = squares.len().min(self.most_random as usize);
            for &square in &squares[..rng.random_range(0..=most)] {
                play(&mut game, square);
            }
        }
        let played = game.squares().count() as u32;
        let random = rng
            .random_range(self.least_random..=self.most_random)
            .saturating_sub(played);
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

/// Plays a legal move; passes follow by themselves.
fn play(game: &mut Game, square: Square) {
    if let Err(error) = game.play(square) {
        unreachable!("a move of the engine is legal: {error}");
    }
}
