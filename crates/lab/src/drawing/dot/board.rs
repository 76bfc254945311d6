//! Labels of Graphviz that are like HTML: boards and the legend.

use crate::drawing::DrawnCell;
use crate::drawing::markup::escaped;

/// A board with a line below it.
pub(super) fn label(board: &[Vec<DrawnCell>], below: &str, colour: &str, width: u32) -> String {
    let columns = board.iter().map(Vec::len).max().unwrap_or(1).max(1);
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
        "<<TABLE BORDER=\"{width}\" COLOR=\"{colour}\" CELLBORDER=\"0\" CELLSPACING=\"1\" \
         CELLPADDING=\"1\">{rows}<TR><TD COLSPAN=\"{columns}\">{below}</TD></TR></TABLE>>"
    )
}

/// A square.
fn square(cell: &DrawnCell) -> String {
    let (colour, text) = match cell {
        DrawnCell::Hole => return "<TD></TD>".to_owned(),
        DrawnCell::Empty => ("#5b8f72", ""),
        DrawnCell::Max => ("#1a1a1a", ""),
        DrawnCell::Min => ("#ffffff", ""),
        DrawnCell::LastMax => ("#1a1a1a", "<FONT COLOR=\"#ffb000\">•</FONT>"),
        DrawnCell::LastMin => ("#ffffff", "<FONT COLOR=\"#c04000\">•</FONT>"),
        DrawnCell::Text(text) => {
            let text = escaped(text);
            return format!("<TD BGCOLOR=\"#e6e6e6\" WIDTH=\"16\" HEIGHT=\"16\">{text}</TD>");
        }
    };
    format!("<TD BGCOLOR=\"{colour}\" FIXEDSIZE=\"TRUE\" WIDTH=\"10\" HEIGHT=\"10\">{text}</TD>")
}

/// Lines in colours.
pub(super) fn legend(lines: &[(&str, String)]) -> String {
    let row = |(colour, text): &(&str, String)| {
        let text = escaped(text);
        format!("<TR><TD ALIGN=\"LEFT\"><FONT COLOR=\"{colour}\">{text}</FONT></TD></TR>")
    };
    let rows: String = lines.iter().map(row).collect();
    format!("<<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\">{rows}</TABLE>>")
}
