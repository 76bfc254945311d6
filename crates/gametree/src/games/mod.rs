//! Games to try the searches on, small enough to be understood at a glance.
//!
//! | game | what it shows |
//! |---|---|
//! | [`TicTacToe`] | a tree that can be counted to its end; several moves a turn by [`KMoves`](crate::KMoves) |
//! | [`ConnectFour`] | a heuristic at a depth limit, and an order of moves |
//! | [`DotsAndBoxes`] | a side that moves again: who completes a box |
//! | [`Nim`] | a game with a theory that says who wins |
//! | [`Kalah`] | a side that moves again, captures, published values |
//! | [`RandomTree`] | a tree of any breadth and depth, its values by chance |
//! | [`figures`] | the trees that textbooks print |
//!
//! Each is shown by [`Shown`](crate::Shown) and has a heuristic, a function of
//! its module. [`Example`] is any of them, named in a few letters:
//!
//! ```
//! use outflank_gametree::games::{Example, ExampleTask};
//! use outflank_gametree::{Heuristic, Limits, Shown, alphabeta};
//!
//! struct BestMove;
//!
//! impl ExampleTask for BestMove {
//!     type Output = String;
//!
//!     fn run<G: Shown, H: Heuristic<G>>(self, game: &G, start: &G::State, guess: &H) -> String {
//!         let result = alphabeta(game, start, guess, &Limits::plies(3));
//!         let best = result.best_move.expect("the game is not over");
//!         game.move_name(start, best)
//!     }
//! }
//!
//! // X has two in a row.
//! let example: Example = "tic-tac-toe@a1,b2,b1,b3".parse()?;
//! assert_eq!(example.run(BestMove), "c1");
//! # Ok::<(), outflank_gametree::games::ExampleError>(())
//! ```

pub mod connect_four;
pub mod dots_and_boxes;
mod example;
pub mod figures;
pub mod kalah;
pub mod nim;
pub mod random_tree;
pub mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use dots_and_boxes::DotsAndBoxes;
pub use example::{Example, ExampleError, ExampleTask};
pub use kalah::Kalah;
pub use nim::Nim;
pub use random_tree::RandomTree;
pub use tic_tac_toe::TicTacToe;

use crate::{Player, Value};

/// A game of a size that cannot be played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct SizeError {
    /// The sizes that can be played.
    pub expected: &'static str,
}

/// A square's name: the letter of the column, then the row from the top.
fn square_name(column: u32, row: u32) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// The letter of a column, of which there are at most 26.
fn column_name(column: u32) -> char {
    (b'a' + column as u8) as char
}

/// A value of a game that is won, lost or drawn, `win` being the value of a
/// win of Max; others are heuristic ones.
fn outcome_name(value: Value, win: Value, [max, min]: [&str; 2]) -> String {
    if value == win {
        format!("{max} wins")
    } else if value == -win {
        format!("{min} wins")
    } else if value == 0 {
        "even".to_owned()
    } else {
        format!("{value:+}")
    }
}

/// The name of a side.
const fn name_of(side: Player, [max, min]: [&str; 2]) -> &str {
    match side {
        Player::Max => max,
        Player::Min => min,
    }
}
