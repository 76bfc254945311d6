//! Boards in SVG.

use std::fmt::{self, Write as _};

use crate::{BoardCell, escaped};

/// Returns the side length of a square; squares with text are larger.
fn side(board: &[Vec<BoardCell>]) -> f64 {
    let mut longest = 0;
    for cell in board.iter().flatten() {
        if let BoardCell::Text(text) = cell {
            longest = longest.max(text.chars().count());
        }
    }
    match longest {
        0 => 8.0,
        1 => 13.0,
        more => 7.0 * more as f64 + 3.0,
    }
}

/// Returns the width and the height.
pub(super) fn size(board: &[Vec<BoardCell>]) -> (f64, f64) {
    let columns = board.iter().map(Vec::len).max().unwrap_or(0);
    let side = side(board);
    (side * columns as f64, side * board.len() as f64)
}

/// Draws a board with its upper left corner at (`left`, `top`).
pub(super) fn draw(board: &[Vec<BoardCell>], left: f64, top: f64, to: &mut String) -> fmt::Result {
    let side = side(board);
    for (row, cells) in board.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (left + side * column as f64, top + side * row as f64);
            let (class, last) = match cell {
                BoardCell::Hole => continue,
                BoardCell::Empty | BoardCell::Text(_) => ("", false),
                BoardCell::Max => ("max", false),
                BoardCell::LastMax => ("max", true),
                BoardCell::Min => ("min", false),
                BoardCell::LastMin => ("min", true),
            };
            let place = format!("x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side}\"");
            write!(to, "<rect class=\"square\" {place} height=\"{side}\"/>")?;
            let (x, y) = (x + side / 2.0, y + side / 2.0);
            if let BoardCell::Text(text) = cell {
                let (place, text) = (format!("x=\"{x:.1}\" y=\"{:.1}\"", y + 3.6), escaped(text));
                write!(to, "<text class=\"cell\" {place}>{text}</text>")?;
            }
            let mut circle = |class: &str, radius: f64| {
                let place = format!("cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"");
                write!(to, "<circle class=\"{class}\" {place}/>")
            };
            if !class.is_empty() {
                circle(class, side * 0.4)?;
            }
            if last {
                circle("last", side * 0.15)?;
            }
        }
    }
    Ok(())
}
