//! One position per line: board and mover, then level, leaf and leaf score as Edax exports them,
//! then score, bounds, lines and the quality of the leaf.

use std::io::{self, Write};

use outflank_engine::Selectivity;
use outflank_othello::{Board, Color, Layout, Position, Square};

use crate::entry::{Entry, Leaf, Quality, canonical_leaf, check_score};

/// The leaf of a position without one, and its score.
const NO_MOVE: &str = "--";
const NO_SCORE: i32 = -127;

/// Formats a board with the mover as black.
pub(super) fn board_text(board: Board<u64>, layout: &Layout<u64>) -> String {
    match Position::from_board(layout, board, Color::Black) {
        Ok(position) => position.to_string(),
        // Unreachable: the boards of entries are checked.
        Err(error) => error.to_string(),
    }
}

pub(super) fn write_line(
    output: &mut impl Write,
    entry: &Entry,
    layout: &Layout<u64>,
) -> io::Result<()> {
    let board = board_text(entry.board, layout);
    write!(output, "{board},{},", entry.level)?;
    match entry.leaf {
        Some(leaf) => {
            let square = layout.square(leaf.square.into()).to_string();
            write!(output, "{},{}", square.to_uppercase(), leaf.score)?;
        }
        None => write!(output, "{NO_MOVE},{NO_SCORE}")?,
    }
    let [score, lower, upper] = [entry.score, entry.lower, entry.upper];
    write!(output, ",{score},{lower},{upper},{}", entry.lines)?;
    if let Some(Leaf { quality, .. }) = entry.leaf {
        let reach = match quality.reaches_end {
            true => "end",
            false => "midgame",
        };
        let (level, percent) = (quality.level, quality.selectivity.percent());
        write!(output, ",{reach},{level},{percent}")?;
    }
    writeln!(output)
}

/// Parses a line. The score of a line with only Edax's four fields is the score of the leaf.
pub(super) fn parse_line(line: &str, layout: &Layout<u64>) -> Result<Entry, String> {
    let fields: Vec<&str> = line.trim_end().split(',').collect();
    let [position, level, square, leaf_score, rest @ ..] = fields.as_slice() else {
        let expected = "expected a position, its level, leaf and score, with commas between";
        return Err(expected.to_owned());
    };
    let board = parse_board(position, layout)?;
    let level: u8 = number(level, "a level from 0 to 255")?;
    let quality = match rest {
        [] | [_, _, _, _] => Quality::midgame(level),
        [_, _, _, _, reach, leaf_level, percent] => parse_quality(reach, leaf_level, percent)?,
        _ => return Err(format!("{} fields: expected 4, 8 or 11", fields.len())),
    };
    let leaf = match *square {
        NO_MOVE => None,
        name => {
            let square: Square = number(name, "a square or -- as the leaf")?;
            let index = layout.index(square).ok_or("the leaf is off the board")?;
            let score = number(leaf_score, "the score of the leaf")?;
            let leaf = (index as u8, score);
            Some(canonical_leaf(board, layout, leaf, quality)?)
        }
    };
    let mut entry = Entry {
        score: leaf.map_or(0, |leaf| leaf.score),
        // Computed once the whole book has been read.
        lines: 0,
        ..Entry::bare(board.canonical(layout).0, leaf, level)
    };
    if let [score, lower, upper, lines, ..] = rest {
        let parse = |text: &str| check_score(number(text, "a score")?);
        (entry.score, entry.lower, entry.upper) = (parse(score)?, parse(lower)?, parse(upper)?);
        entry.lines = number(lines, "a number of lines")?;
    }
    Ok(entry)
}

/// Parses a board in OBF and returns it relative to the mover.
fn parse_board(text: &str, layout: &Layout<u64>) -> Result<Board<u64>, String> {
    let position = Position::parse_obf(text.trim(), layout.shape());
    let position = position.map_err(|error| error.to_string())?;
    let board: Board<u64> = Board::narrow(position.widened_board());
    match board.legal_moves(layout) {
        0 => Err("a position without a legal move".to_owned()),
        _ => Ok(board),
    }
}

fn parse_quality(reach: &str, level: &str, percent: &str) -> Result<Quality, String> {
    let reaches_end = match reach {
        "end" => true,
        "midgame" => false,
        _ => return Err(format!("{reach:?}: expected end or midgame")),
    };
    let percent: u32 = number(percent, "a selectivity in per cent")?;
    let selectivity = Selectivity::from_percent(percent);
    Ok(Quality {
        reaches_end,
        selectivity: selectivity.ok_or("expected 73, 87, 95, 98, 99 or 100 per cent")?,
        level: number(level, "a level from 0 to 255")?,
    })
}

fn number<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    let wrong = || format!("{text:?}: expected {expected}");
    text.trim().parse().map_err(|_| wrong())
}
