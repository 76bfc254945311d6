//! Where games start.

use std::collections::HashSet;

use outflank_classic::{Algorithm, Evaluation, EvaluationKind, search};
use outflank_gametree::Limits;
use outflank_othello::format::{GameReadError, read_games};
use outflank_othello::{Game, Position, Shape, Square};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A file that cannot be read.
    #[error(transparent)]
    File(#[from] GameReadError),
    /// The file holds no opening that is not over.
    #[error("no opening from which a game can be played")]
    None,
    /// Fewer distinct balanced openings than asked for.
    #[error("{found} distinct balanced openings of {plies} plies on {shape}: expected {wanted}")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many were asked for.
        wanted: usize,
        /// Their length.
        plies: u32,
        /// The board.
        shape: Shape,
    },
}

/// The openings of a file's content (transcripts, OBF or WTHOR), those in which
/// the game is over left out.
///
/// # Errors
///
/// Lines that cannot be read, with line and column, and files without an
/// opening.
pub fn openings_from_file(content: &[u8], shape: Shape) -> Result<Vec<Game>, OpeningError> {
    let games = read_games(content, shape, None)?;
    if let Some(rejected) = games.rejected.into_iter().next() {
        return Err(rejected.error.into());
    }
    let openings: Vec<Game> = games
        .records
        .into_iter()
        .map(|(_, record)| record.game)
        .filter(|game| !game.is_over())
        .collect();
    if openings.is_empty() {
        return Err(OpeningError::None);
    }
    Ok(openings)
}

/// `count` of the openings: the first ones, or a choice by chance if a seed is
/// given.
#[must_use]
pub fn choose_openings(mut openings: Vec<Game>, count: usize, seed: Option<u64>) -> Vec<Game> {
    if let Some(seed) = seed {
        openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    }
    openings.truncate(count);
    openings
}

/// How far from even, in discs, a random opening may look to the judge.
const BALANCED: f64 = 6.0;
/// Depth in plies of the judge, `phased`.
const JUDGE_DEPTH: u32 = 3;

/// `count` openings of `plies` random plies, distinct even under symmetry, that
/// look balanced to a shallow search with `phased`.
///
/// # Errors
///
/// When there are too few of them.
pub fn random_openings(
    shape: Shape,
    count: usize,
    plies: u32,
    seed: u64,
) -> Result<Vec<Game>, OpeningError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let judge = Evaluation::new(EvaluationKind::Phased);
    let mut seen: HashSet<Position> = HashSet::new();
    let mut openings = Vec::new();
    // Where nearly all tries fail there is nothing more to be found.
    let tries = 200 * count + 1000;
    for _ in 0..tries {
        if openings.len() == count {
            return Ok(openings);
        }
        let Some(game) = random_game(shape, plies, &mut random) else {
            continue;
        };
        let position = game.position();
        if !seen.insert(position.canonical().0) {
            continue;
        }
        let limits = Limits::plies(JUDGE_DEPTH);
        let report = search(position, &judge, Algorithm::AlphaBeta, &limits);
        if plies == 0 || report.score.discs().abs() <= BALANCED {
            openings.push(game);
        }
    }
    if openings.len() == count {
        return Ok(openings);
    }
    Err(OpeningError::TooFew {
        found: openings.len(),
        wanted: count,
        plies,
        shape,
    })
}

/// A game of `plies` random discs that is not over.
fn random_game(shape: Shape, plies: u32, random: &mut Xoshiro256PlusPlus) -> Option<Game> {
    let mut game = Game::new(shape);
    for _ in 0..plies {
        let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if moves.is_empty() {
            return None;
        }
        let square = moves[random.random_range(0..moves.len())];
        game.play(square).ok()?;
    }
    (!game.is_over()).then_some(game)
}
