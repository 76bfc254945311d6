//! Where scored positions come from.

use std::io;
use std::path::Path;

use outflank_engine::evaluation::UNITS;
use outflank_othello::format::{FileError, GameRecord, read_game_file};
use outflank_othello::{Bitboard, Board, Color, Layout, Position, Shape};
use thiserror::Error;

use super::spool::{Sample, SpoolWriter};
use crate::dataset::{DatasetError, GamesReader, Kind, PositionsReader, kind_of};
use crate::seeds::derived_seed;

/// Why a file gives no samples.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// No game of the file can be read.
    #[error("{path}: no game: {reason}")]
    NoGames {
        /// The file.
        path: String,
        /// What is wrong with the first one.
        reason: String,
    },
    /// The file of self-play games or scored positions is damaged.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The spool cannot be written.
    #[error("the spool of samples: {0}")]
    Spool(#[from] io::Error),
}

/// Pours scored positions into a spool: those of self-play and of files of
/// positions, and those of recorded games (WTHOR, transcripts, …), each with the
/// score of its game: up to the depth to which a WTHOR file knows the theoretical
/// score that one, later that which was played. One game in `hold_out` is held
/// out. Gives the number of games.
///
/// # Errors
///
/// Files that cannot be read, and a spool that cannot be written.
pub fn pour_games(path: &Path, hold_out: u64, spool: &mut SpoolWriter) -> Result<u64, SourceError> {
    match kind_of(path)? {
        Some(Kind::Games) => return pour_selfplay(path, hold_out, spool),
        Some(Kind::Positions) => return pour_positions(path, hold_out, spool),
        None => {}
    }
    let games = read_game_file(path, Shape::STANDARD)?;
    if let (true, Some(first)) = (games.records.is_empty(), games.rejected.first()) {
        return Err(SourceError::NoGames {
            path: path.display().to_string(),
            reason: first.error.to_string(),
        });
    }
    let depth = games.wthor_header.map_or(0, |header| header.depth);
    let known_from = (depth > 0).then_some(usize::from(depth));
    let mut count = 0;
    for (_, record) in games
        .records
        .iter()
        .filter(|(_, record)| record.game.is_over())
    {
        let squares = record.game.squares();
        let is_held_out = is_held_out(squares.map(|s| 16 * s.row() + s.column()), hold_out);
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

/// Whether a game is held out, told by its squares.
fn is_held_out(squares: impl Iterator<Item = u8>, hold_out: u64) -> bool {
    let hash = squares.fold(0, |hash, square| derived_seed(hash, &[u64::from(square)]));
    hash.is_multiple_of(hold_out)
}

/// The positions of self-play games behind their openings, each with the score
/// of its game.
fn pour_selfplay(path: &Path, hold_out: u64, spool: &mut SpoolWriter) -> Result<u64, SourceError> {
    let mut count = 0;
    for record in GamesReader::open(path)?.truncated_tail_is_fine() {
        let record = record?;
        let is_held_out = is_held_out(record.moves.iter().copied(), hold_out);
        let mut board = Board::start(&Layout::STANDARD);
        let mut score = i32::from(record.black_score);
        count += 1;
        for (ply, square) in record.squares().enumerate() {
            let Some(index) = Layout::STANDARD.index(square) else {
                continue;
            };
            if board.legal_moves(&Layout::STANDARD).is_empty() {
                (board, score) = (board.pass(), -score);
            }
            if ply >= usize::from(record.opening_plies) {
                let score = (score * UNITS) as i16;
                spool.push(Sample { board, score }, is_held_out)?;
            }
            (board, score) = (board.play(index, &Layout::STANDARD), -score);
        }
    }
    Ok(count)
}

/// Scored positions, each on its own.
fn pour_positions(path: &Path, hold_out: u64, spool: &mut SpoolWriter) -> Result<u64, SourceError> {
    let mut count = 0;
    for position in PositionsReader::open(path)?.truncated_tail_is_fine() {
        let position = position?;
        let board = Board::new(position.mover, position.opponent);
        let is_held_out = board.hash64().is_multiple_of(hold_out);
        let score = position.score;
        spool.push(Sample { board, score }, is_held_out)?;
        count += 1;
    }
    Ok(count)
}

/// The positions of a game that is over, in which somebody can move, each with
/// its score for the mover, in discs.
fn scored(
    record: &GameRecord,
    known_from: Option<usize>,
) -> impl Iterator<Item = (&Position, i32)> {
    let played = record.game.position().score(Color::Black);
    let theoretical = record
        .wthor
        .as_ref()
        .map(|game| 2 * i32::from(game.theoretical) - 64);
    let known = known_from.zip(theoretical);
    let positions = record.game.positions().iter();
    positions
        .filter(|position| !position.legal_moves().is_empty())
        .map(move |position| {
            let black = match known {
                Some((from, score)) if position.empties().len() >= from => score,
                _ => played,
            };
            let score = match position.mover() {
                Color::Black => black,
                Color::White => -black,
            };
            (position, score)
        })
}
