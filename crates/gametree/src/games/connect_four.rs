//! Connect four: discs fall to the lowest free square of a column.

use crate::games::{SizeError, column_name, name_of, outcome_name};
use crate::{Cell, Game, GameDisplay, MoveAgain, Picture, Side, Value};

/// The discs of both sides: one bit per square, column by column from the lowest row up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    discs: [u64; 2],
    mover: Side,
}

/// The rules on a board of any size: a side wins with a given number of its discs in a row, usually
/// four.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
    in_a_row: u32,
    middle_first: bool,
    /// Every possible winning row.
    lines: Vec<u64>,
}

const SIDES: [&str; 2] = ["yellow", "red"];

impl ConnectFour {
    /// The value of a win for Max, greater than any value of [`lines`].
    pub const WIN: Value = 10_000;

    /// Returns the standard game: 7 columns, 6 rows, four in a row.
    #[must_use]
    pub fn standard() -> Self {
        Self::new(7, 6, 4).expect("the standard board is small enough")
    }

    /// Returns the game on a board of `columns` × `rows` on which `in_a_row` discs win.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not supported.
    pub fn new(columns: u32, rows: u32, in_a_row: u32) -> Result<Self, SizeError> {
        const EXPECTED: &str = "1x1 to 9x6 or 8x7 (columns by rows), with 2 to 6 in a row to win";
        let fits = (1..=9).contains(&columns)
            && (1..=9).contains(&rows)
            // An extra row, always empty, separates the columns.
            && columns * (rows + 1) <= u64::BITS
            && (2..=6).contains(&in_a_row);
        if !fits {
            return Err(SizeError { expected: EXPECTED });
        }
        let mut game = Self {
            columns,
            rows,
            in_a_row,
            middle_first: false,
            lines: Vec::new(),
        };
        game.lines = game.all_lines();
        Ok(game)
    }

    /// Tries the middle columns first.
    #[must_use]
    pub const fn middle_first(mut self) -> Self {
        self.middle_first = true;
        self
    }

    /// Returns the empty board, Max to move.
    #[must_use]
    pub const fn start(&self) -> Board {
        Board {
            discs: [0; 2],
            mover: Side::Max,
        }
    }

    /// Returns the numbers of columns, rows and discs in a row that win.
    pub(super) const fn size(&self) -> (u32, u32, u32) {
        (self.columns, self.rows, self.in_a_row)
    }

    const fn stride(&self) -> u32 {
        self.rows + 1
    }

    /// Returns the bit distances along a row of discs: up, right, and both diagonals.
    const fn axes(&self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride + 1, stride - 1]
    }

    fn squares(&self) -> u64 {
        let column = (1 << self.rows) - 1;
        (0..self.columns).fold(0, |all, place| all | column << (place * self.stride()))
    }

    fn all_lines(&self) -> Vec<u64> {
        let squares = self.squares();
        let mut lines = Vec::new();
        for axis in self.axes() {
            let starts = rows_of(squares, axis, self.in_a_row);
            let starts = (0..u64::BITS).filter(|square| starts >> square & 1 == 1);
            let line = |start: u32| {
                (0..self.in_a_row).fold(0, |line, step| line | 1 << (start + axis * step))
            };
            lines.extend(starts.map(line));
        }
        lines
    }

    fn has_row(&self, discs: u64) -> bool {
        let mut axes = self.axes().into_iter();
        axes.any(|axis| rows_of(discs, axis, self.in_a_row) != 0)
    }
}

/// Returns the squares at which rows of `length` discs along an axis start.
fn rows_of(discs: u64, axis: u32, length: u32) -> u64 {
    (1..length).fold(discs, |found, step| found & (discs >> (axis * step)))
}

/// Returns Max's total minus Min's. A side's total is the sum over the lines that it can still fill
/// of the square of its number of discs there.
#[must_use]
pub fn lines(game: &ConnectFour, board: &Board) -> Value {
    let worth = |own: u64, other: u64| -> Value {
        let open = game.lines.iter().filter(|&&line| line & other == 0);
        open.map(|line| (line & own).count_ones().pow(2) as Value)
            .sum()
    };
    let [max, min] = board.discs;
    worth(max, min) - worth(min, max)
}

impl Game for ConnectFour {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Side {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        let taken = board.discs[0] | board.discs[1];
        let is_open = |column: &u32| taken >> (column * self.stride() + self.rows - 1) & 1 == 0;
        moves.extend((0..self.columns).filter(is_open));
    }

    fn play(&self, board: &Board, column: u32) -> Board {
        let taken = board.discs[0] | board.discs[1];
        let lowest = column * self.stride();
        let height = (taken >> lowest & ((1 << self.rows) - 1)).count_ones();
        let mut next = *board;
        next.discs[board.mover as usize] |= 1 << (lowest + height);
        next.mover = board.mover.other();
        next
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        if self.has_row(board.discs[0]) {
            Some(Self::WIN)
        } else if self.has_row(board.discs[1]) {
            Some(-Self::WIN)
        } else {
            (board.discs[0] | board.discs[1] == self.squares()).then_some(0)
        }
    }

    fn order_moves(&self, _board: &Board, columns: &mut [u32]) {
        if self.middle_first {
            // Distances are doubled: the middle of an even number of columns lies between two.
            columns.sort_by_key(|column| (2 * column).abs_diff(self.columns - 1));
        }
    }
}

impl MoveAgain for ConnectFour {
    fn with_mover(&self, board: &Board, side: Side) -> Option<Board> {
        let mut again = *board;
        again.mover = side;
        self.terminal_value(board).is_none().then_some(again)
    }
}

impl GameDisplay for ConnectFour {
    fn move_name(&self, _board: &Board, column: u32) -> String {
        column_name(column).to_string()
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        let is_last = false;
        let piece = |side| Cell::Piece { side, is_last };
        let cell = |square: u32| match board.discs.map(|discs| discs >> square & 1 == 1) {
            [true, _] => piece(Side::Max),
            [_, true] => piece(Side::Min),
            _ => Cell::Empty,
        };
        let columns = 0..self.columns;
        let row = |row| {
            let cell = |column| cell(column * self.stride() + row);
            columns.clone().map(cell).collect()
        };
        let rows = (0..self.rows).rev().map(row).collect();
        Some(Picture { rows })
    }

    fn side_name(&self, side: Side) -> &str {
        name_of(side, SIDES)
    }

    fn value_name(&self, value: Value) -> String {
        outcome_name(value, Self::WIN, SIDES)
    }
}
