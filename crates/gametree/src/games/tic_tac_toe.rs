//! Tic-tac-toe.

use crate::games::{name_of, outcome_name, square_name};
use crate::{Cell, Game, GameDisplay, MoveAgain, Picture, Side, Value};

/// The board as two sets of nine bits, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The marks of Max and of Min.
    marks: [u16; 2],
    mover: Side,
}

/// The rules: three marks of one side in a row win. Max is X and moves first.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// Rows, columns and diagonals.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

const SIDES: [&str; 2] = ["X", "O"];

impl TicTacToe {
    /// The empty board, Max to move.
    pub const START: Board = Board {
        marks: [0; 2],
        mover: Side::Max,
    };

    /// The value of a win for Max, greater than any value of [`open_lines`].
    pub const WIN: Value = 100;
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

/// Returns the lines that Max can still fill minus those that Min can (Nilsson 1971,
/// "Problem-Solving Methods in Artificial Intelligence").
#[must_use]
pub fn open_lines(_game: &TicTacToe, board: &Board) -> Value {
    let open = |other: u16| LINES.iter().filter(|&&line| other & line == 0).count() as Value;
    open(board.marks[1]) - open(board.marks[0])
}

impl Game for TicTacToe {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Side {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        let taken = board.marks[0] | board.marks[1];
        moves.extend((0..9).filter(|square| taken >> square & 1 == 0));
    }

    fn play(&self, board: &Board, square: u32) -> Board {
        let mut next = *board;
        next.marks[board.mover as usize] |= 1 << square;
        next.mover = board.mover.other();
        next
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        if has_line(board.marks[0]) {
            Some(Self::WIN)
        } else if has_line(board.marks[1]) {
            Some(-Self::WIN)
        } else {
            (board.marks[0] | board.marks[1] == 0o777).then_some(0)
        }
    }
}

impl MoveAgain for TicTacToe {
    fn with_mover(&self, board: &Board, side: Side) -> Option<Board> {
        let mut again = *board;
        again.mover = side;
        self.terminal_value(board).is_none().then_some(again)
    }
}

impl GameDisplay for TicTacToe {
    fn move_name(&self, _board: &Board, square: u32) -> String {
        square_name(square % 3, square / 3)
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        let cell = |square: u32| match board.marks.map(|marks| marks >> square & 1 == 1) {
            [true, _] => Cell::Text("X".to_owned()),
            [_, true] => Cell::Text("O".to_owned()),
            _ => Cell::Empty,
        };
        let row = |row: u32| (3 * row..3 * row + 3).map(cell).collect();
        let rows = (0..3).map(row).collect();
        Some(Picture { rows })
    }

    fn side_name(&self, side: Side) -> &str {
        name_of(side, SIDES)
    }

    fn value_name(&self, value: Value) -> String {
        outcome_name(value, Self::WIN, SIDES)
    }
}
