//! How a game is shown to people.

use crate::game::{Game, Player};
use crate::tree::Tree;

/// A game whose moves and states can be shown.
pub trait Shown: Game {
    /// A move as players of the game write it, short.
    fn move_name(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The state as a board; none where a game has no board to draw.
    fn picture(&self, state: &Self::State) -> Option<Picture> {
        let _ = state;
        None
    }

    /// What stands at a state in words; for a state without a picture, all
    /// that a reader sees of it. Nothing by default.
    fn caption(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// What a side is called.
    fn side_name(&self, side: Player) -> &str {
        match side {
            Player::Max => "Max",
            Player::Min => "Min",
        }
    }

    /// A value of the game as players say it: seen from Max, as a search gives
    /// it. By default the whole number.
    fn value_name(&self, value: crate::Value) -> String {
        value.to_string()
    }
}

/// A board to be drawn: rows from the top, of cells from the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows, all of the same length.
    pub rows: Vec<Vec<Cell>>,
}

/// What is drawn in a square of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// No square: part of the rectangle, but not of the board.
    Hole,
    /// A disc or mark of a side.
    Piece {
        /// Whose it is.
        side: Player,
        /// Whether the last move put it there.
        is_last: bool,
    },
    /// Some text: a number of seeds, a heap.
    Text(String),
}

impl Shown for Tree {
    fn move_name(&self, _state: &usize, place: usize) -> String {
        (place + 1).to_string()
    }

    fn caption(&self, &state: &usize) -> Option<String> {
        self.leaf(state)
    }
}
