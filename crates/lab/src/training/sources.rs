//! Where scored positions come from.

use std::io;
use std::path::Path;

use outflank_engine::evaluation::UNITS;
use outflank_othello::format::{FileError, GameRecord, read_game_file};
use outflank_othello::{Color, Position, Shape};
use thiserror::Error;

use super::spool::{Sample, SpoolWriter};
use crate::seeds::derived_seed;

/// Why a file gives no samples.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The spool cannot be written.
    #[error("the spool of samples: {0}")]
    Spool(#[from] io::Error),
}

/// Pours the positions of recorded games (WTHOR, transcripts, …) into a spool,
/// each with the score of its game: up to the depth to which a WTHOR file knows
/// the theoretical score that one, later that which was played. One game in
/// `hold_out` is held out. Gives the number of games.
///
/// # Errors
///
/// Files that cannot be read, and a spool that cannot be written.
pub fn pour_games(
    path: &Path,
    hold_out: u64,
    spool: &mut SpoolWriter,
) -> Result<u64, SourceError> {
    let games = read_game_file(path, Shape::STANDARD)?;
    // WTHOR files know the theoretical score from so many empty squares on.
    let known_from = games.wthor_header.map_or(usize::MAX, |header| match header.depth {
        0 => usize::MAX,
        depth => usize::from(depth),
    });
    let mut count = 0;
    for (_, record) in games.records.iter().filter(|(_, record)| record.game.is_over()) {
        let transcript = record.game.squares().fold(0, |hash, square| {
            derived_seed(
                hash,
                &[u64::from(square.row()) << 8 | u64::from(square.column())],
            )
        });
        let is_held_out = transcript % hold_out == 0;
        count += 1;
        for (position, score) in scored(record, known_from) {
            let Some(board) = position.standard_board() else {
                continue;
            };
            let score = (score * UNITS) as i16;
            spool.push(Sample { board, score }, is_held_out)?;
        }
    }
    Ok(count)
}

/// The positions of a game that is over, in which somebody can move, each with
/// its score for the mover, in discs.
fn scored(
    record: &GameRecord,
    known_from: usize,
) -> impl Iterator<Item = (&Position, i32)> {
    let played = record.game.position().score(Color::Black);
    let known = record.wthor.as_ref().map(|game| 2 * i32::from(game.theoretical) - 64);
    let positions = record.game.positions().iter();
    positions
        .filter(|position| !position.legal_moves().is_empty())
        .map(move |position| {
            let black = match known {
                Some(known) if position.empties().len() >= known_from => known,
                _ => played,
            };
            let score = match position.mover() {
                Color::Black => black,
                Color::White => -black,
            };
            (position, score)
        })
}
