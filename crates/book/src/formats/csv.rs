//! Books as CSV tables for other programs.

use std::io::{self, Write};

use outflank_othello::Layout;

use super::text::board_text;
use crate::entry::Entry;

/// The first line of a CSV file.
pub(super) const HEADER: &str = "position,score,lower,upper,exact,level,leaf,leaf_score,\
    leaf_level,leaf_selectivity,leaf_reaches_end,grade,lines,mover_lines,opponent_lines";

/// Returns the grade as text.
pub(super) fn grade(entry: &Entry) -> Option<String> {
    entry.reached.grade().map(|grade| format!("{grade:?}"))
}

/// Returns the square of the leaf as text.
pub(super) fn leaf(entry: &Entry, layout: &Layout<u64>) -> Option<String> {
    let leaf = entry.leaf?;
    Some(layout.square(leaf.square.into()).to_string())
}

pub(super) fn write_line(
    output: &mut impl Write,
    entry: &Entry,
    layout: &Layout<u64>,
) -> io::Result<()> {
    let board = board_text(entry.board, layout);
    let leaf_fields = match entry.leaf {
        Some(found) => format!(
            "{},{},{},{},{}",
            leaf(entry, layout).unwrap_or_default(),
            found.score,
            found.quality.level,
            found.quality.selectivity.percent(),
            found.quality.reaches_end,
        ),
        None => ",,,,".to_owned(),
    };
    writeln!(
        output,
        "{board},{},{},{},{},{},{leaf_fields},{},{},{},{}",
        entry.score,
        entry.lower,
        entry.upper,
        entry.is_exact(),
        entry.level,
        grade(entry).unwrap_or_default(),
        entry.lines,
        entry.mover_lines,
        entry.opponent_lines,
    )
}
