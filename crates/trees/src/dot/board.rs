//! HTML-like labels of Graphviz: boards and the legend.

use crate::{BoardCell, escaped};

/// Colour of empty squares and of the lines between squares.
const BOARD: &str = "#5b8f72";

/// Returns the label of a board with a line below it.
pub(super) fn label(board: &[Vec<BoardCell>], below: &str, colour: &str, width: u32) -> String {
    let mut rows = String::new();
    for row in board {
        rows.push_str("<TR>");
        for cell in row {
            rows.push_str(&square(cell));
        }
        rows.push_str("</TR>");
    }
    let below = escaped(below);
    format!(
        "<<TABLE BORDER=\"{width}\" COLOR=\"{colour}\" CELLBORDER=\"0\"><TR><TD><TABLE BORDER=\"0\" BGCOLOR=\"{BOARD}\" \
         CELLSPACING=\"1\" CELLPADDING=\"1\">{rows}</TABLE></TD></TR><TR><TD>{below}</TD></TR></TABLE>>"
    )
}

fn square(cell: &BoardCell) -> String {
    let colour = match cell {
        BoardCell::Hole => "#ffffff",
        BoardCell::Empty => BOARD,
        BoardCell::Max => "#1a1a1a",
        BoardCell::Min => "#ffffff",
        // A reddish tint marks the last disc played.
        BoardCell::LastMax => "#7a1c00",
        BoardCell::LastMin => "#ffc9a8",
        BoardCell::Text(text) => {
            let text = escaped(text);
            return format!("<TD BGCOLOR=\"#e6e6e6\" WIDTH=\"16\" HEIGHT=\"16\">{text}</TD>");
        }
    };
    format!("<TD BGCOLOR=\"{colour}\" FIXEDSIZE=\"TRUE\" WIDTH=\"10\" HEIGHT=\"10\"></TD>")
}

/// Returns a legend of coloured lines.
pub(super) fn legend(lines: &[(&str, String)]) -> String {
    let row = |(colour, text): &(&str, String)| {
        let text = escaped(text);
        format!("<TR><TD ALIGN=\"LEFT\"><FONT COLOR=\"{colour}\">{text}</FONT></TD></TR>")
    };
    let rows: String = lines.iter().map(row).collect();
    format!("<<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\">{rows}</TABLE>>")
}
