//! A kit that holds a user's own game against what the searches rely on.
//!
//! | function | holds |
//! |---|---|
//! | [`check`] | any game: moves, movers, values, order, the searches |
//! | [`check_hashing`] | one whose states are `Eq` and `Hash`: equal states are the same |
//! | [`check_move_again`] | one that several moves a turn are played of |
//! | [`check_heuristic`] | a heuristic |
//! | [`check_shown`] | what a game shows of itself |
//!
//! A game that is broken in a way that the kit finds:
//!
//! ```
//! use outflank_gametree::conformance::{CheckOptions, Fault, check};
//! use outflank_gametree::{Game, Player, Value};
//!
//! /// Whoever counts to ten wins.
//! struct Count;
//!
//! impl Game for Count {
//!     type State = u32;
//!     type Move = u32;
//!
//!     fn mover(&self, count: &u32) -> Player {
//!         if count % 2 == 0 { Player::Max } else { Player::Min }
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

mod extras;
mod fault;
mod hashing;
mod position;

pub use extras::{check_heuristic, check_move_again, check_shown};
pub use fault::{Fault, Violation};
pub use hashing::check_hashing;

use crate::chance::SplitMix;
use crate::game::{Game, Player, Value};
use crate::{Limits, alphabeta, iterative_deepening, minimax, negamax};
use position::check_below;

/// How thoroughly a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Random games played from each start.
    pub games: u32,
    /// Most plies of a random game; a longer one is no fault.
    pub plies: u32,
    /// Depth in plies to which the searches are compared.
    pub depth: u32,
    /// Seed of the random games.
    pub seed: u64,
}

impl Default for CheckOptions {
    /// 20 games of at most 200 plies, searches to depth 3.
    fn default() -> Self {
        Self {
            games: 20,
            plies: 200,
            depth: 3,
            seed: 1,
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions looked at.
    pub positions: u64,
    /// Positions in which a side moved again right after its own move.
    pub repeated_turns: u64,
    /// Games that came to an end.
    pub finished_games: u64,
}

/// Plays random games from `start` and checks at every position that moves are
/// there, distinct and steady, that playing a move gives the same every time
/// and leaves the position as it was, that values are bounded, and that every
/// search gives the value and the move of minimax.
///
/// # Errors
///
/// The first rule that the game breaks.
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

/// Plays random games and has `look` check every position, given with the moves
/// that lead to it. It tells the moves to go on with, none if the game is over.
fn random_games<G: Game>(
    game: &G,
    start: &G::State,
    options: &CheckOptions,
    mut look: impl FnMut(&G::State, &mut Vec<G::Move>) -> Result<Vec<G::Move>, Violation<G::Move>>,
) -> Result<Report, Violation<G::Move>> {
    let mut report = Report::default();
    let mut random = SplitMix(options.seed);
    for _ in 0..options.games {
        let mut state = start.clone();
        let mut played = Vec::new();
        let mut last_mover: Option<Player> = None;
        for _ in 0..options.plies {
            let moves = look(&state, &mut played)?;
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

/// Holds every search against minimax, with a heuristic that tells positions
/// apart by who moves and how many moves there are.
fn compare_searches<G: Game>(game: &G, state: &G::State, depth: u32) -> Result<(), Fault> {
    let heuristic = |game: &G, state: &G::State| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        game.mover(state).sign() * moves.len() as Value
    };
    let limits = Limits::plies(depth);
    let expected = minimax(game, state, &heuristic, &limits);
    for found in [
        alphabeta(game, state, &heuristic, &limits),
        negamax(game, state, &heuristic, &limits),
        iterative_deepening(game, state, &heuristic, &limits, |_| ()),
    ] {
        if (found.value, found.best_move) != (expected.value, expected.best_move) {
            return Err(Fault::SearchDiffers);
        }
    }
    Ok(())
}
