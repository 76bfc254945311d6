//! Example games for the searches.
//!
//! | game | shows |
//! |---|---|
//! | [`TicTacToe`] | a tree small enough to search completely; several moves per turn with [`KMoves`](crate::KMoves) |
//! | [`ConnectFour`] | a heuristic at the depth limit, and move ordering |
//! | [`DotsAndBoxes`] | extra moves: whoever completes a box moves again |
//! | [`Nim`] | a game with a known winner |
//! | [`Kalah`] | extra moves, captures, published values |
//! | [`RandomTree`] | a random tree of any branching factor and depth |
//! | [`figures`] | trees from textbooks |
//!
//! Each implements [`GameDisplay`](crate::GameDisplay) and comes with a heuristic, a function in
//! its module. A [`NamedGame`] is any of these games by name:
//!
//! ```
//! use outflank_gametree::games::NamedGame;
//! use outflank_gametree::{GameDisplay, GameTask, Heuristic, Search};
//!
//! struct BestMove;
//!
//! impl GameTask for BestMove {
//!     type Output = String;
//!
//!     fn run<G: GameDisplay, H: Heuristic<G>>(self, game: &G, start: &G::State, heuristic: &H) -> String {
//!         let result = Search::new(game).heuristic(heuristic).depth(3).run(start);
//!         game.move_name(start, result.best_move.expect("the game is not over"))
//!     }
//! }
//!
//! // X has two in a row.
//! let game: NamedGame = "tic-tac-toe@a1,b2,b1,b3".parse()?;
//! assert_eq!(game.run(BestMove), "c1");
//! # Ok::<(), outflank_gametree::games::NamedGameError>(())
//! ```

pub mod connect_four;
pub mod dots_and_boxes;
pub mod figures;
pub mod kalah;
mod named;
pub mod nim;
pub mod random_tree;
pub mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use dots_and_boxes::DotsAndBoxes;
pub use kalah::Kalah;
pub use named::{NamedGame, NamedGameError};
pub use nim::Nim;
pub use random_tree::RandomTree;
pub use tic_tac_toe::TicTacToe;

use crate::{Side, Value};

/// The error for an unsupported size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct SizeError {
    /// The supported sizes.
    pub expected: &'static str,
}

/// Returns the name of a square: column letter, then row from the top.
fn square_name(column: u32, row: u32) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Returns the letter of a column. There are at most 26 columns.
fn column_name(column: u32) -> char {
    (b'a' + column as u8) as char
}

/// Returns the name of a value in a game that can be won, lost or drawn. `win` is the value of a
/// win for Max; other values are heuristic.
fn outcome_name(value: Value, win: Value, [max, min]: [&str; 2]) -> String {
    match value {
        _ if value == win => format!("{max} wins"),
        _ if value == -win => format!("{min} wins"),
        _ => lead_name(value),
    }
}

/// Returns the name of a value that is Max's lead.
fn lead_name(value: Value) -> String {
    match value {
        0 => "even".to_owned(),
        value => format!("{value:+}"),
    }
}

const fn name_of(side: Side, [max, min]: [&str; 2]) -> &str {
    match side {
        Side::Max => max,
        Side::Min => min,
    }
}
