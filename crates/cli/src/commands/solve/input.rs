//! The positions to solve.

use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, bail};
use outflank_othello::format::{Format, ObfRecord, parse_obf_lines};
use outflank_othello::notation::{parse_position, parse_transcript};
use outflank_othello::{Game, Position, Shape};

/// Reads the positions of a file or of standard input, or parses the argument.
pub(super) fn read_input(input: &str, shape: Shape) -> anyhow::Result<Vec<ObfRecord>> {
    if input == "-" {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content)?;
        return read_positions(&content, shape).context("standard input");
    }
    if Path::new(input).is_file() {
        let content = std::fs::read(input).with_context(|| input.to_owned())?;
        return read_positions(&content, shape).with_context(|| input.to_owned());
    }
    // Do not report a mistyped path as a malformed position.
    if input.contains(['/', '\\']) || Format::of_path(Path::new(input)).is_some() {
        bail!("{input}: no such file");
    }
    let position = parse_position(input, shape)
        .with_context(|| format!("{input:?} is neither a file nor a position"))?;
    Ok(vec![bare(position)])
}

const fn bare(position: Position) -> ObfRecord {
    ObfRecord {
        position,
        scores: Vec::new(),
    }
}

fn read_positions(content: &[u8], shape: Shape) -> anyhow::Result<Vec<ObfRecord>> {
    let text = std::str::from_utf8(content);
    match (Format::of_content(content), text) {
        (Format::Obf, Ok(text)) => {
            let records: Result<Vec<_>, _> = parse_obf_lines(text, shape).collect();
            Ok(records?)
        }
        (Format::Transcripts, Ok(text)) => {
            let mut records = Vec::new();
            for (number, line) in text.lines().enumerate() {
                if line.trim().is_empty() || line.starts_with('%') {
                    continue;
                }
                let at_line = |error: outflank_othello::ParseError| error.at_line(number + 1);
                let mut game = Game::new(shape);
                for word in parse_transcript(line, shape).map_err(at_line)? {
                    word.play_in(&mut game).map_err(at_line)?;
                }
                records.push(bare(*game.position()));
            }
            Ok(records)
        }
        (Format::Wthor, _) | (_, Err(_)) => {
            bail!("not a text file: expected positions in OBF or transcripts")
        }
        (format, _) => bail!("found {format}: expected positions in OBF or transcripts"),
    }
}
