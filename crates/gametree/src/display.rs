//! Names and pictures of a game's moves, states and values.

use crate::game::{Game, Heuristic, Side, Value};

/// A game whose moves and states can be displayed.
pub trait GameDisplay: Game {
    /// Returns a move in the short notation that players use.
    fn move_name(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Returns the state as a board, or `None` if the game has none.
    fn picture(&self, state: &Self::State) -> Option<Picture> {
        let _ = state;
        None
    }

    /// Returns a description of the state in words. `None` by default.
    fn caption(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// Returns the name of a side.
    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::Max => "Max",
            Side::Min => "Min",
        }
    }

    /// Formats a value, from Max's point of view, as players write it. By default, returns the
    /// number.
    fn value_name(&self, value: Value) -> String {
        value.to_string()
    }

    /// Returns bounds on the value of a state if the value depends on unknown ones. `None` by
    /// default.
    fn unknown_bounds(&self, state: &Self::State) -> Option<(Value, Value)> {
        let _ = state;
        None
    }
}

/// A task for any displayable game, for code that chooses the game at run time.
pub trait GameTask {
    /// The result.
    type Output;

    /// Runs the task on the tree below `start`.
    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output;
}

/// A picture of a board: rows of cells, from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows, all of the same length.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a board picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// A cell of the rectangle that is not on the board.
    Hole,
    /// A disc or mark.
    Piece {
        /// The side that owns it.
        side: Side,
        /// Whether the last move placed it.
        is_last: bool,
    },
    /// Text, such as a number of seeds or a heap.
    Text(String),
}
