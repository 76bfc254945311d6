//! Generated patterns for boards other than 8×8.

use outflank_othello::{Shape, Square};

use super::{MAX_SQUARES, Pattern};

/// Maximum length of a line in one pattern; longer lines are split.
const LONGEST: usize = MAX_SQUARES;

/// Squares of each part of a longer line.
const PIECE: usize = 8;

/// Minimum number of squares of a pattern.
const MIN_LENGTH: usize = 3;

/// Returns the patterns for a shape, the most important first: 3×3 corners, edges with
/// X-squares, 5×2 blocks and triangles in the corners, lines, diagonals. Some are
/// equivalent by symmetry, and there may be more than there is room for.
pub(super) fn patterns(shape: Shape) -> Vec<Pattern> {
    let board = Board {
        shape,
        columns: i32::from(shape.width()),
        rows: i32::from(shape.height()),
    };
    let mut patterns = Vec::new();
    let mut add = |kind: &str, squares: Vec<Square>| {
        if let ([first, .., last], true) = (&squares[..], squares.len() >= MIN_LENGTH) {
            let name = format!("{kind} {first}-{last}");
            patterns.push(Pattern { name, squares });
        }
    };
    for corner in board.corners() {
        add("corner", corner.block(3, 3));
    }
    for edge in board.lines_at(0) {
        for piece in edge.pieces() {
            add("edge", board.with_inner(piece));
        }
    }
    for corner in board.corners() {
        add("wing", corner.block(5, 2));
        add("wing", corner.block(2, 5));
    }
    for corner in board.corners() {
        add("triangle", corner.triangle(4));
    }
    for distance in 1..board.columns.max(board.rows) / 2 + 1 {
        for line in board.lines_at(distance) {
            for piece in line.pieces() {
                add("line", board.on_board(piece));
            }
        }
    }
    let mut diagonals = board.diagonals();
    diagonals.sort_by_key(|line| std::cmp::Reverse(line.length));
    for line in diagonals {
        for piece in line.pieces() {
            add("diagonal", board.on_board(piece));
        }
    }
    patterns
}

/// A column and a row, perhaps off the board.
type Cell = (i32, i32);

struct Board {
    shape: Shape,
    columns: i32,
    rows: i32,
}

/// A corner and the steps along its two edges.
struct Corner<'a> {
    board: &'a Board,
    at: Cell,
    step: Cell,
}

/// Cells in a line.
#[derive(Clone, Copy)]
struct Line {
    first: Cell,
    step: Cell,
    length: usize,
}

impl Line {
    fn cells(self, from: usize, count: usize) -> Vec<Cell> {
        let cell = |place: usize| {
            let place = place as i32;
            (
                self.first.0 + place * self.step.0,
                self.first.1 + place * self.step.1,
            )
        };
        (from..from + count).map(cell).collect()
    }

    /// Returns the whole line, or a part from either end.
    fn pieces(self) -> Vec<Vec<Cell>> {
        if self.length <= LONGEST {
            vec![self.cells(0, self.length)]
        } else {
            vec![self.cells(0, PIECE), self.cells(self.length - PIECE, PIECE)]
        }
    }
}

impl Board {
    /// Returns the squares of cells; holes are left out.
    fn on_board(&self, cells: Vec<Cell>) -> Vec<Square> {
        let square = |(column, row): Cell| {
            let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
            self.shape.contains(square).then_some(square)
        };
        cells.into_iter().filter_map(square).collect()
    }

    /// Returns a part of an edge with the X-squares of its corners, as long as there is
    /// room.
    fn with_inner(&self, piece: Vec<Cell>) -> Vec<Square> {
        let inner = |(column, row): Cell| {
            let inward = |at: i32, count: i32| match at {
                0 => Some(1),
                at if at == count - 1 => Some(at - 1),
                _ => None,
            };
            Some((inward(column, self.columns)?, inward(row, self.rows)?))
        };
        let mut cells = piece.clone();
        for cell in piece {
            let room = cells.len() < MAX_SQUARES;
            cells.extend(inner(cell).filter(|inner| room && !cells.contains(inner)));
        }
        self.on_board(cells)
    }

    fn corners(&self) -> Vec<Corner<'_>> {
        let ends = |count: i32| [(0, 1), (count - 1, -1)];
        let corner = |((column, right), (row, down))| Corner {
            board: self,
            at: (column, row),
            step: (right, down),
        };
        let rows = ends(self.rows);
        let columns = ends(self.columns);
        let both = columns
            .iter()
            .flat_map(|&column| rows.iter().map(move |&row| (column, row)));
        both.map(corner).collect()
    }

    /// Returns the rows and columns at a distance from the nearer edge.
    fn lines_at(&self, distance: i32) -> Vec<Line> {
        let feature_map = |count: i32| {
            let mut feature_map = vec![distance, count - 1 - distance];
            feature_map.dedup();
            feature_map.retain(|_| 2 * distance < count);
            feature_map
        };
        let row = |row| Line {
            first: (0, row),
            step: (1, 0),
            length: self.columns as usize,
        };
        let column = |column| Line {
            first: (column, 0),
            step: (0, 1),
            length: self.rows as usize,
        };
        let rows = feature_map(self.rows).into_iter().map(row);
        rows.chain(feature_map(self.columns).into_iter().map(column))
            .collect()
    }

    /// Returns all diagonals, in both directions.
    fn diagonals(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for down in [1, -1] {
            let first_row = if down == 1 { 0 } else { self.rows - 1 };
            let along_row = (0..self.columns).map(|column| (column, first_row));
            let below = (1..self.rows).map(|step| (0, first_row + down * step));
            for (column, row) in along_row.chain(below) {
                let down_to = if down == 1 { self.rows - row } else { row + 1 };
                lines.push(Line {
                    first: (column, row),
                    step: (1, down),
                    length: down_to.min(self.columns - column) as usize,
                });
            }
        }
        lines
    }
}

impl Corner<'_> {
    fn cell(&self, (right, down): Cell) -> Cell {
        (
            self.at.0 + right * self.step.0,
            self.at.1 + down * self.step.1,
        )
    }

    fn cells(&self, cells: impl Iterator<Item = Cell>) -> Vec<Square> {
        self.board
            .on_board(cells.map(|cell| self.cell(cell)).collect())
    }

    /// Returns a block of columns and rows, clipped to the board.
    fn block(&self, columns: i32, rows: i32) -> Vec<Square> {
        let columns = columns.min(self.board.columns);
        let rows = rows.min(self.board.rows);
        self.cells((0..rows).flat_map(|down| (0..columns).map(move |right| (right, down))))
    }

    /// Returns half of a block, cut along its diagonal.
    fn triangle(&self, side: i32) -> Vec<Square> {
        let side = side.min(self.board.columns).min(self.board.rows);
        self.cells((0..side).flat_map(|down| (0..side - down).map(move |right| (right, down))))
    }
}
