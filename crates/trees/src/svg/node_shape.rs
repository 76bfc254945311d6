//! Drawing a node and its text.

use std::fmt::{self, Write as _};

use super::board;
use super::text_width::text_width;
use crate::{BoardCell, escaped};

/// Font sizes.
pub(super) const MOVE: f64 = 12.0;
const VALUE: f64 = 13.0;
const NOTE: f64 = 10.0;
/// Line heights of a move, a value and a note.
const MOVE_LINE: f64 = 17.0;
const VALUE_LINE: f64 = 17.0;
const NOTE_LINE: f64 = 12.0;
/// Size of a node without a board.
pub(super) const SHAPE: (f64, f64) = (32.0, 27.0);

/// The outline of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Max moves.
    Up,
    /// Min moves.
    Down,
    /// The game is over.
    Square,
    /// Scored by the heuristic.
    Circle,
}

/// A node and its text, from top to bottom.
pub(super) struct Figure<'a> {
    /// The move that leads here.
    pub(super) mv: String,
    pub(super) board: Option<&'a [Vec<BoardCell>]>,
    /// The outline; `None` for a part never entered, whose shape is unknown.
    pub(super) shape: Option<Shape>,
    /// The text in the shape.
    pub(super) step: String,
    pub(super) value: String,
    pub(super) notes: Vec<Note>,
    /// CSS class.
    pub(super) class: String,
    /// The tooltip.
    pub(super) story: String,
}

/// A line below a value.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) class: &'static str,
}

impl Note {
    pub(super) fn plain(text: String) -> Self {
        let class = "note";
        Self { text, class }
    }
}

impl Figure<'_> {
    /// Returns the width and the height.
    pub(super) fn size(&self) -> (f64, f64) {
        let value = text_width(&self.value, VALUE);
        let (body_width, body_height) = match self.board {
            Some(board) => {
                let (width, height) = board::size(board);
                (width.max(SHAPE.0 + value), height + 4.0 + SHAPE.1)
            }
            None if self.value.is_empty() => SHAPE,
            None => (SHAPE.0.max(value), SHAPE.1 + VALUE_LINE),
        };
        let notes = self.notes.iter().map(|note| text_width(&note.text, NOTE));
        let texts = notes.fold(text_width(&self.mv, MOVE), f64::max);
        let height = self.top() + body_height + NOTE_LINE * self.notes.len() as f64;
        (body_width.max(texts), height + 4.0)
    }

    /// Returns the height of the text above the board or shape.
    fn top(&self) -> f64 {
        if self.mv.is_empty() { 0.0 } else { MOVE_LINE }
    }

    /// Draws the figure with the middle of its upper edge at (`x`, `y`).
    pub(super) fn draw(&self, x: f64, y: f64, to: &mut String) -> fmt::Result {
        write!(to, "<g class=\"{}\">", self.class)?;
        write!(to, "<title>{}</title>", escaped(&self.story))?;
        if !self.mv.is_empty() {
            text(to, (x, y + 12.0), "mv", &self.mv)?;
        }
        let mut at = y + self.top();
        match self.board {
            Some(cells) => {
                let (width, height) = board::size(cells);
                board::draw(cells, x - width / 2.0, at, to)?;
                at += height + 4.0;
                let value = text_width(&self.value, VALUE);
                let left = x - (SHAPE.0 + value) / 2.0;
                self.draw_shape(left + SHAPE.0 / 2.0, at, to)?;
                if !self.value.is_empty() {
                    let middle = left + SHAPE.0 + value / 2.0;
                    text(to, (middle, at + 18.0), "value", &self.value)?;
                }
                at += SHAPE.1;
            }
            None => {
                self.draw_shape(x, at, to)?;
                at += SHAPE.1;
                if !self.value.is_empty() {
                    text(to, (x, at + 13.0), "value", &self.value)?;
                    at += VALUE_LINE;
                }
            }
        }
        for note in &self.notes {
            at += NOTE_LINE;
            text(to, (x, at - 2.0), note.class, &note.text)?;
        }
        to.push_str("</g>\n");
        Ok(())
    }

    fn draw_shape(&self, x: f64, y: f64, to: &mut String) -> fmt::Result {
        let base = draw_shape(self.shape, (x, y), to)?;
        if !self.step.is_empty() {
            let is_long = self.step.len() > 3;
            let class = if is_long { "step small" } else { "step" };
            text(to, (x, base), class, &self.step)?;
        }
        Ok(())
    }
}

/// Draws an outline with the middle of its upper edge at a point, and returns the position of the
/// number inside.
pub(super) fn draw_shape(
    shape: Option<Shape>,
    (x, y): (f64, f64),
    to: &mut String,
) -> Result<f64, fmt::Error> {
    let (half, height) = (SHAPE.0 / 2.0, SHAPE.1);
    let (left, right, bottom, middle) = (x - half, x + half, y + height, y + height / 2.0);
    match shape {
        Some(Shape::Up) => {
            let path = format!("M{x:.1} {y:.1}L{right:.1} {bottom:.1}H{left:.1}Z");
            write!(to, "<path d=\"{path}\"/>")?;
            return Ok(bottom - 4.5);
        }
        Some(Shape::Down) => {
            let path = format!("M{left:.1} {y:.1}H{right:.1}L{x:.1} {bottom:.1}Z");
            write!(to, "<path d=\"{path}\"/>")?;
            return Ok(y + 11.5);
        }
        Some(Shape::Circle) => {
            write!(to, "<circle cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"12.5\"/>")?;
        }
        Some(Shape::Square) | None => {
            let (size, corner) = match shape {
                Some(_) => (24.0, 2),
                None => (16.0, 5),
            };
            let (left, top) = (x - size / 2.0, middle - size / 2.0);
            let place = format!("x=\"{left:.1}\" y=\"{top:.1}\" width=\"{size}\"");
            write!(to, "<rect {place} height=\"{size}\" rx=\"{corner}\"/>")?;
        }
    }
    Ok(middle + 3.5)
}

/// Draws text centred on a point.
fn text(to: &mut String, (x, y): (f64, f64), class: &str, text: &str) -> fmt::Result {
    let (text, place) = (escaped(text), format!("x=\"{x:.1}\" y=\"{y:.1}\""));
    write!(to, "<text class=\"{class}\" {place}>{text}</text>")
}
