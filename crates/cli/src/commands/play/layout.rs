//! Layout of the board, the panel and the key line on a terminal of any size.

use outflank_othello::{Shape, Square};
use ratatui::layout::{Rect, Size};

/// Width of the row numbers to the left of the board, in columns.
const ROW_NUMBERS: u16 = 3;
/// Minimum width of the panel, in columns.
const PANEL_WIDTH: u16 = 30;
const PANEL_HEIGHT: u16 = 6;
/// Sizes of a square in columns and rows, largest first.
const CELLS: [(u16, u16); 3] = [(4, 2), (3, 1), (2, 1)];

/// The areas of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) board: BoardArea,
    /// Players, status, messages and moves.
    pub(super) panel: Rect,
    /// The line that lists the keys.
    pub(super) keys: Rect,
}

/// Returns whether a size fits into an area.
const fn fits(size: Size, area: Rect) -> bool {
    size.width <= area.width && size.height <= area.height
}

impl Layout {
    /// Returns the largest layout that fits, with the panel beside the board or, in a
    /// narrow window, below it.
    pub(super) fn new(area: Rect, shape: Shape) -> Option<Self> {
        CELLS.into_iter().find_map(|cell| {
            if fits(beside(shape, cell), area) {
                Some(Self::arranged(area, shape, cell, true))
            } else if fits(below(shape, cell), area) {
                Some(Self::arranged(area, shape, cell, false))
            } else {
                None
            }
        })
    }

    /// Returns the minimum window sizes for a shape: with the panel beside the board, and below it.
    pub(super) fn min_sizes(shape: Shape) -> [Size; 2] {
        let smallest = CELLS[CELLS.len() - 1];
        [beside(shape, smallest), below(shape, smallest)]
    }

    fn arranged(area: Rect, shape: Shape, cell: (u16, u16), is_beside: bool) -> Self {
        let board = BoardArea {
            shape,
            left: area.x + ROW_NUMBERS,
            top: area.y + 1,
            cell_width: cell.0,
            cell_height: cell.1,
        };
        let size = board_size(shape, cell);
        let keys = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let (x, y) = if is_beside {
            (area.x + size.width + 1, board.top)
        } else {
            (area.x, area.y + size.height)
        };
        let panel = Rect {
            x,
            y,
            width: area.right() - x,
            height: keys.y - y,
        };
        Self { board, panel, keys }
    }
}

/// Returns the size of the board with its coordinates.
fn board_size(shape: Shape, (cell_width, cell_height): (u16, u16)) -> Size {
    Size {
        width: ROW_NUMBERS + u16::from(shape.width()) * cell_width,
        height: 1 + u16::from(shape.height()) * cell_height,
    }
}

fn beside(shape: Shape, cell: (u16, u16)) -> Size {
    let board = board_size(shape, cell);
    Size {
        width: board.width + 1 + PANEL_WIDTH,
        height: board.height.max(1 + PANEL_HEIGHT) + 1,
    }
}

fn below(shape: Shape, cell: (u16, u16)) -> Size {
    let board = board_size(shape, cell);
    Size {
        width: board.width.max(PANEL_WIDTH),
        height: board.height + PANEL_HEIGHT + 1,
    }
}

/// The screen area of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardArea {
    shape: Shape,
    left: u16,
    top: u16,
    cell_width: u16,
    cell_height: u16,
}

impl BoardArea {
    pub(super) fn square_at(self, column: u16, row: u16) -> Option<Square> {
        let column = column.checked_sub(self.left)? / self.cell_width;
        let row = row.checked_sub(self.top)? / self.cell_height;
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        self.shape.contains(square).then_some(square)
    }

    pub(super) fn cell(self, square: Square) -> Rect {
        Rect {
            x: self.left + u16::from(square.column()) * self.cell_width,
            y: self.top + u16::from(square.row()) * self.cell_height,
            width: self.cell_width,
            height: self.cell_height,
        }
    }

    pub(super) fn disc(self, square: Square) -> (u16, u16) {
        let cell = self.cell(square);
        (
            cell.x + (cell.width - 1) / 2,
            cell.y + (cell.height - 1) / 2,
        )
    }

    pub(super) fn letter(self, column: u8) -> (u16, u16) {
        let offset = u16::from(column) * self.cell_width + (self.cell_width - 1) / 2;
        (self.left + offset, self.top - 1)
    }

    /// Returns the screen position of a row number, which is two columns wide.
    pub(super) fn number(self, row: u8) -> (u16, u16) {
        let offset = u16::from(row) * self.cell_height + (self.cell_height - 1) / 2;
        (self.left - ROW_NUMBERS, self.top + offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(shape: &str, width: u16, height: u16) -> Option<Layout> {
        Layout::new(Rect::new(0, 0, width, height), shape.parse().unwrap())
    }

    #[test]
    fn every_shape_fits_its_minimum_window() {
        for shape in ["8x8", "9x7", "16x8", "8x16", "3x3", "8x8-a1h8", "10x10"] {
            for Size { width, height } in Layout::min_sizes(shape.parse().unwrap()) {
                let layout = layout(shape, width, height).unwrap();
                assert!(layout.panel.height >= PANEL_HEIGHT, "{shape}: {layout:?}");
                assert!(layout.panel.width >= PANEL_WIDTH, "{shape}: {layout:?}");
            }
        }
        assert_eq!(layout("8x8", 29, 100), None);
        assert_eq!(layout("8x8", 100, 9), None);
    }

    #[test]
    fn large_windows_get_large_squares() {
        let cells = |width, height| layout("8x8", width, height).unwrap().board.cell_width;
        assert_eq!([cells(80, 24), cells(40, 30), cells(60, 12)], [4, 4, 3]);
        assert_eq!(cells(50, 11), 2);
    }

    #[test]
    fn clicks_hit_the_drawn_square() {
        for (shape, width, height) in [("8x8-a1", 80, 24), ("9x7", 60, 12), ("4x16", 40, 40)] {
            let board = layout(shape, width, height).unwrap().board;
            for square in board.shape.squares_in_order() {
                let cell = board.cell(square);
                for (x, y) in [(cell.x, cell.y), (cell.right() - 1, cell.bottom() - 1)] {
                    assert_eq!(board.square_at(x, y), Some(square));
                }
            }
            assert_eq!(board.square_at(board.left - 1, board.top), None);
            assert_eq!(board.square_at(board.left, board.top - 1), None);
            assert_eq!(board.square_at(width - 1, height - 1), None);
        }
        let board = layout("8x8-a1", 80, 24).unwrap().board;
        assert_eq!(board.square_at(board.left, board.top), None, "a hole");
    }
}
