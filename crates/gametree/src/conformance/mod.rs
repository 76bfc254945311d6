//! Checks that a game follows the rules that the searches rely on.
//!
//! | function | checks |
//! |---|---|
//! | [`check`] | any game: moves, movers, values, move order, the searches |
//! | [`check_hashing`] | the same, and whether equal states are interchangeable |
//! | [`check_move_again`] | a game for [`KMoves`](crate::KMoves) |
//! | [`check_heuristic`] | a heuristic |
//! | [`check_display`] | names and pictures |
//!
//! A broken game:
//!
//! ```
//! use outflank_gametree::conformance::{CheckOptions, Fault, check};
//! use outflank_gametree::{Game, Side, Value};
//!
//! /// Whoever counts to ten wins.
//! struct Count;
//!
//! impl Game for Count {
//!     type State = u32;
//!     type Move = u32;
//!
//!     fn mover(&self, count: &u32) -> Side {
//!         if count % 2 == 0 { Side::Max } else { Side::Min }
//!     }
//!
//!     fn moves(&self, _: &u32, moves: &mut Vec<u32>) {
//!         moves.extend([1, 2]);
//!     }
//!
//!     fn play(&self, count: &u32, step: u32) -> u32 {
//!         count + step
//!     }
//!
//!     fn terminal_value(&self, count: &u32) -> Option<Value> {
//!         // Wrong: an outcome must lie within bounds.
//!         (*count >= 10).then_some(Value::MAX)
//!     }
//! }
//!
//! let violation = check(&Count, &0, &CheckOptions::default()).unwrap_err();
//! assert_eq!(violation.fault, Fault::ValueOutOfBounds(Value::MAX));
//! ```

mod adapters;
mod fault;
mod hashing;
mod position;

pub use adapters::{check_display, check_heuristic, check_move_again};
pub use fault::{Fault, Violation};
pub use hashing::check_hashing;

use crate::random::SplitMix;
use crate::{Algorithm, Game, Search, Side, Value};
use position::{View, check_below};

/// The extent of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Number of random games to play from the start.
    pub games: u32,
    /// Maximum number of plies in a random game. A longer game is not a fault.
    pub plies: u32,
    /// Depth in plies of the searches to compare.
    pub depth: u32,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// Returns 20 games of at most 200 plies, with searches to depth 3.
    fn default() -> Self {
        Self {
            games: 20,
            plies: 200,
            depth: 3,
            seed: 1,
        }
    }
}

/// The extent of a completed check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions checked.
    pub positions: u64,
    /// Positions in which the same side moved again.
    pub repeated_turns: u64,
    /// Games that reached their end.
    pub finished_games: u64,
}

/// Plays random games from `start` and checks every position: it has legal moves, all distinct;
/// every method is deterministic; playing a move leaves the position unchanged; values are within
/// bounds; and every search returns the value and the move of minimax.
///
/// # Errors
///
/// Returns the first rule that the game breaks.
pub fn check<G: Game>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
) -> Result<Report, Violation<G::Move>> {
    random_games(game, start, options, |state, played| {
        let moves = check_below(game, state, options.depth, played)?;
        compare_searches(game, state, options.depth).map_err(|fault| fault.after(played))?;
        Ok(moves)
    })
}

/// Plays random games and calls `visit` with every position and the moves that lead to it. `visit`
/// returns the legal moves, or none if the game is over.
fn random_games<G: Game>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
    mut visit: impl FnMut(&G::State, &mut Vec<G::Move>) -> Result<Vec<G::Move>, Violation<G::Move>>,
) -> Result<Report, Violation<G::Move>> {
    let mut report = Report::default();
    let mut random = SplitMix(options.seed);
    for _ in 0..options.games {
        let mut state = start.clone();
        let mut played = Vec::new();
        let mut last_mover: Option<Side> = None;
        for _ in 0..options.plies {
            let moves = visit(&state, &mut played)?;
            report.positions += 1;
            if moves.is_empty() {
                report.finished_games += 1;
                break;
            }
            let mover = game.mover(&state);
            report.repeated_turns += u64::from(last_mover == Some(mover));
            last_mover = Some(mover);
            let mv = moves[random.below(moves.len())];
            state = game.play(&state, mv);
            played.push(mv);
        }
    }
    Ok(report)
}

/// Compares searches with minimax, under a heuristic that depends on the mover and the
/// number of moves.
fn compare_searches<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<(), Fault> {
    let heuristic = |game: &G, state: &G::State| {
        game.mover(state).sign() * View::new(game, state).moves.len() as Value
    };
    let search = |algorithm| {
        let search = Search::new(game).heuristic(&heuristic).depth(depth);
        let result = search.algorithm(algorithm).run(state);
        (result.value, result.best_move)
    };
    let expected = search(Algorithm::Minimax);
    let mut others = [
        Algorithm::AlphaBeta,
        Algorithm::Negamax,
        Algorithm::Deepening,
    ]
    .into_iter();
    match others.all(|other| search(other) == expected) {
        true => Ok(()),
        false => Err(Fault::SearchDiffers),
    }
}
