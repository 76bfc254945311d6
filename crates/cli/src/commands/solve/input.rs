//! The positions to solve.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, Result};
use outflank_othello::format::{Format, GameReader, GameRecord, ObfRecord, parse_obf_lines};
use outflank_othello::notation::parse_position;
use outflank_othello::{Color, Move, Position, Shape};

use crate::input::{is_file_or_fifo, not_a_file};

/// Reads positions from a file or standard input, or parses the argument.
pub(super) fn read_input(input: &str, shape: Shape) -> Result<Vec<ObfRecord>> {
    if input == "-" {
        return read_positions(std::io::stdin().lock(), shape).context("standard input");
    }
    let path = Path::new(input);
    if is_file_or_fifo(path) {
        let file = File::open(path).with_context(|| input.to_owned())?;
        return read_positions(file, shape).with_context(|| input.to_owned());
    }
    // Do not report a mistyped path as a malformed position.
    if input.contains(['/', '\\']) || Format::from_path(path).is_some() {
        return Err(not_a_file(input));
    }
    match parse_position(input, shape) {
        Ok(position) => Ok(vec![bare(position)]),
        Err(_) if path.is_dir() => Err(not_a_file(input)),
        Err(error) => Err(error).context(format!("{input:?} is neither a file nor a position")),
    }
}

const fn bare(position: Position) -> ObfRecord {
    ObfRecord {
        position,
        scores: Vec::new(),
    }
}

/// Reads positions in OBF with their scores, or games of another format.
fn read_positions(mut input: impl Read, shape: Shape) -> Result<Vec<ObfRecord>> {
    let mut content = Vec::new();
    input.read_to_end(&mut content)?;
    if Format::from_content(&content) == Format::Obf {
        let text = std::str::from_utf8(&content).context("expected positions in OBF")?;
        return Ok(parse_obf_lines(text, shape).collect::<Result<_, _>>()?);
    }
    let reader = GameReader::new(content.as_slice(), shape)?;
    let depth = reader.wthor_header().map(|header| header.depth);
    let mut positions = Vec::new();
    for game in reader {
        positions.extend(position_of(&game?.game?.record, depth));
    }
    Ok(positions)
}

/// Returns the final position of a game. For a WTHOR file whose theoretical scores apply at `depth`
/// empties, returns the position at that depth with its score, if the game reaches it.
fn position_of(record: &GameRecord, depth: Option<u8>) -> Option<ObfRecord> {
    let game = &record.game;
    let Some((wthor, depth)) = record.wthor.as_ref().zip(depth) else {
        return Some(bare(*game.position()));
    };
    let mut positions = game.positions().iter();
    let reached = positions.find(|position| position.empties().len() == usize::from(depth));
    let position = reached.or_else(|| game.is_over().then(|| game.position()))?;
    let black = 2 * i32::from(wthor.theoretical) - 64;
    let score = match position.mover() {
        Color::Black => black,
        Color::White => -black,
    };
    Some(ObfRecord {
        position: *position,
        // WTHOR does not record the best move.
        scores: vec![(Move::Pass, score)],
    })
}
