//! Dots and boxes: completing a box gives another move.

use crate::games::{SizeError, lead_name, square_name};
use crate::{Cell, Game, GameDisplay, Picture, Side, Value};

/// The lines drawn, as bits, and the boxes won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    lines: u64,
    /// Max's boxes minus Min's.
    lead: Value,
    mover: Side,
}

/// The rules on a board of any size. A side that draws the fourth line around a box wins the box
/// and moves again. The side with more boxes wins the game.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    columns: u32,
    rows: u32,
    /// The four lines around each box, in reading order.
    boxes: Vec<u64>,
}

impl DotsAndBoxes {
    /// Returns the game on a board of `columns` × `rows` boxes.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not supported.
    pub fn new(columns: u32, rows: u32) -> Result<Self, SizeError> {
        if !(1..=5).contains(&columns) || !(1..=5).contains(&rows) {
            let expected = "1x1 to 5x5 boxes (columns by rows)";
            return Err(SizeError { expected });
        }
        let mut game = Self {
            columns,
            rows,
            boxes: Vec::new(),
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let around = places.map(|(column, row)| game.around(column, row));
        game.boxes = around.collect();
        Ok(game)
    }

    /// Returns the board without lines, Max to move.
    #[must_use]
    pub const fn start(&self) -> Board {
        Board {
            lines: 0,
            lead: 0,
            mover: Side::Max,
        }
    }

    /// Returns the columns and rows of boxes.
    pub(super) const fn size(&self) -> (u32, u32) {
        (self.columns, self.rows)
    }

    /// Returns the index of the line to the right of a dot. These lines come first, row by row.
    const fn level(&self, column: u32, row: u32) -> u32 {
        row * self.columns + column
    }

    /// Returns the index of the line below a dot.
    const fn upright(&self, column: u32, row: u32) -> u32 {
        self.columns * (self.rows + 1) + row * (self.columns + 1) + column
    }

    const fn line_count(&self) -> u32 {
        self.upright(0, self.rows)
    }

    fn around(&self, column: u32, row: u32) -> u64 {
        let level = 1 << self.level(column, row) | 1 << self.level(column, row + 1);
        level | 1 << self.upright(column, row) | 1 << self.upright(column + 1, row)
    }

    fn completed(&self, lines: u64) -> Value {
        let is_complete = |around: &&u64| lines & *around == **around;
        self.boxes.iter().filter(is_complete).count() as Value
    }

    /// Returns a cell of the picture: a dot, a line or a box.
    fn cell(&self, board: &Board, column: u32, row: u32) -> Cell {
        let is_drawn = |line: u32| board.lines >> line & 1 == 1;
        let (left, top) = (column / 2, row / 2);
        let text = match (column % 2, row % 2) {
            (0, 0) => "•",
            (1, 0) if is_drawn(self.level(left, top)) => "—",
            (0, 1) if is_drawn(self.upright(left, top)) => "|",
            (1, 1) if board.lines & self.around(left, top) == self.around(left, top) => "■",
            _ => return Cell::Empty,
        };
        Cell::Text(text.to_owned())
    }
}

/// Returns Max's boxes minus Min's.
#[must_use]
pub fn lead(_game: &DotsAndBoxes, board: &Board) -> Value {
    board.lead
}

impl Game for DotsAndBoxes {
    type State = Board;
    type Move = u32;

    fn mover(&self, board: &Board) -> Side {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u32>) {
        moves.extend((0..self.line_count()).filter(|line| board.lines >> line & 1 == 0));
    }

    fn play(&self, board: &Board, line: u32) -> Board {
        let lines = board.lines | 1 << line;
        let won = self.completed(lines) - self.completed(board.lines);
        Board {
            lines,
            lead: board.lead + board.mover.sign() * won,
            mover: match won {
                0 => board.mover.other(),
                _ => board.mover,
            },
        }
    }

    fn terminal_value(&self, board: &Board) -> Option<Value> {
        (board.lines.count_ones() == self.line_count()).then_some(board.lead)
    }
}

impl GameDisplay for DotsAndBoxes {
    /// Returns the two dots that a line joins.
    fn move_name(&self, _board: &Board, line: u32) -> String {
        let first_upright = self.upright(0, 0);
        let ((column, row), (right, down)) = if line < first_upright {
            ((line % self.columns, line / self.columns), (1, 0))
        } else {
            let (line, dots) = (line - first_upright, self.columns + 1);
            ((line % dots, line / dots), (0, 1))
        };
        square_name(column, row) + &square_name(column + right, row + down)
    }

    fn picture(&self, board: &Board) -> Option<Picture> {
        let columns = 0..=2 * self.columns;
        let row = |row| {
            let cell = |column| self.cell(board, column, row);
            columns.clone().map(cell).collect()
        };
        let rows = (0..=2 * self.rows).map(row).collect();
        Some(Picture { rows })
    }

    fn caption(&self, board: &Board) -> Option<String> {
        let won = self.completed(board.lines);
        let (max, min) = ((won + board.lead) / 2, (won - board.lead) / 2);
        Some(format!("boxes {max} to {min}"))
    }

    fn value_name(&self, value: Value) -> String {
        lead_name(value)
    }
}
