//! Where scored positions come from.

use std::io;
use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::format::{FileError, GameRecord, open_game_file};
use outflank_othello::{Bitboard, Board, Color, Layout, Position, Shape};
use thiserror::Error;

use super::obf::{pour_obf, text_of_obf};
use super::pouring::Pouring;
use super::spool::{Part, Sample, SpoolWriter};
use crate::dataset::{
    DatasetError, GameRecord as SelfPlayRecord, GamesReader, Kind, PositionsReader, kind_of,
};
use outflank_matches::seeds::derived_seed;

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
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unread {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A position of the file cannot be read.
    #[error("{path}: {reason}")]
    NoPosition {
        /// The file.
        path: String,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// The games are of another board.
    #[error("{path}: games of a board of {found}: expected {expected}")]
    OtherBoard {
        /// The file.
        path: String,
        /// The shape of its games.
        found: Shape,
        /// That which is learned for.
        expected: Shape,
    },
    /// The file of self-play games or scored positions is damaged.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The spool cannot be written.
    #[error("the spool of samples: {0}")]
    Spool(#[from] io::Error),
    /// Whoever takes the samples wants no more.
    #[error("no more was wanted")]
    Stopped,
}

/// Where samples go.
pub trait SampleSink {
    /// The shape of the boards that it takes.
    fn shape(&self) -> Shape;

    /// Takes a sample, to learn from or to test by.
    ///
    /// # Errors
    ///
    /// If it cannot be kept, or no more is wanted.
    fn take(&mut self, sample: Sample, held_out: bool) -> Result<(), SourceError>;
}

impl SampleSink for SpoolWriter {
    fn shape(&self) -> Shape {
        self.patterns().shape()
    }

    fn take(&mut self, sample: Sample, held_out: bool) -> Result<(), SourceError> {
        Ok(self.push(sample, held_out)?)
    }
}

/// Pours scored positions into a spool or whatever takes them: those of self-play, of
/// files of positions and of OBF with scores, and those of recorded games (WTHOR,
/// transcripts, …), each with the score of its game: up to the depth to which a WTHOR
/// file knows the theoretical score that one, later that which was played. Gives the
/// number of games, those that [`Pouring::share`] leaves out not counted.
///
/// # Errors
///
/// Files that cannot be read, and what the sink says.
pub fn pour_games(
    path: &Path,
    pouring: Pouring,
    sink: &mut impl SampleSink,
) -> Result<u64, SourceError> {
    match kind_of(path)? {
        Some(Kind::Games) => pour_selfplay(path, pouring, sink),
        Some(Kind::Positions) => pour_positions(path, pouring, sink),
        None => match text_of_obf(path)? {
            Some(text) => pour_obf(path, &text, pouring, sink),
            None => pour_recorded(path, pouring, sink),
        },
    }
}

/// The positions of recorded games that are over, one game in memory at a time.
fn pour_recorded(
    path: &Path,
    pouring: Pouring,
    sink: &mut impl SampleSink,
) -> Result<u64, SourceError> {
    let shape = sink.shape();
    let games = open_game_file(path, shape)?;
    let depth = games.wthor_header().map_or(0, |header| header.depth);
    let known_from = (depth > 0).then_some(usize::from(depth));
    let (mut count, mut has_games, mut refused) = (0, false, None);
    for game in games {
        let game = game.map_err(|error| FileError::at(path, error))?.game;
        let record = match game {
            Ok(parsed) => parsed.record,
            Err(error) => {
                refused.get_or_insert_with(|| error.to_string());
                continue;
            }
        };
        has_games = true;
        expect_board(path, record.game.shape(), shape)?;
        let squares = record.game.squares();
        let hash = hash(squares.map(|s| 16 * s.row() + s.column()));
        let Some(part) = pouring.part(hash).filter(|_| record.game.is_over()) else {
            continue;
        };
        count += 1;
        for (position, score) in scored(&record, known_from) {
            let board = position.widened_board();
            let score = (score * UNITS_PER_DISC) as i16;
            sink.take(Sample { board, score }, part == Part::HeldOut)?;
        }
    }
    match refused {
        Some(reason) if !has_games => Err(SourceError::NoGames {
            path: path.display().to_string(),
            reason,
        }),
        _ => Ok(count),
    }
}

/// Refuses games of another board than `expected`.
fn expect_board(path: &Path, found: Shape, expected: Shape) -> Result<(), SourceError> {
    if found == expected {
        return Ok(());
    }
    let path = path.display().to_string();
    Err(SourceError::OtherBoard {
        path,
        found,
        expected,
    })
}

/// A hash of a game, by its squares.
fn hash(squares: impl Iterator<Item = u8>) -> u64 {
    squares.fold(0, |hash, square| derived_seed(hash, &[u64::from(square)]))
}

/// The positions of self-play games behind their openings.
fn pour_selfplay(
    path: &Path,
    pouring: Pouring,
    sink: &mut impl SampleSink,
) -> Result<u64, SourceError> {
    let shape = sink.shape();
    let reader = GamesReader::open(path)?.truncated_tail_is_fine();
    expect_board(path, reader.header().shape, shape)?;
    let (narrow, wide) = (Layout::<u64>::new(shape), Layout::<u128>::new(shape));
    let samples = |record: &SelfPlayRecord| match (&narrow, &wide) {
        (Some(layout), _) => scored_selfplay(record, layout, pouring.lambda),
        (None, Some(layout)) => scored_selfplay(record, layout, pouring.lambda),
        (None, None) => unreachable!("every shape fits into 128 bits"),
    };
    let mut count = 0;
    for record in reader {
        let record = record?;
        let Some(part) = pouring.part(hash(record.moves.iter().copied())) else {
            continue;
        };
        for sample in samples(&record) {
            sink.take(sample, part == Part::HeldOut)?;
        }
        count += 1;
    }
    Ok(count)
}

/// The positions of a self-play game behind its opening, the last one first. From
/// where moves were exact on, each has its exact score. Before that, a share
/// `lambda` of its score is that of the next position and the rest what the search
/// said of it: TD(λ) (Sutton 1988). Where the next move was made by chance, what came
/// later does not count.
fn scored_selfplay<W: Bitboard>(
    record: &SelfPlayRecord,
    layout: &Layout<W>,
    lambda: f64,
) -> Vec<Sample> {
    let opening = usize::from(record.opening_plies);
    let mut board = Board::start(layout);
    let mut is_black = true;
    let mut positions = Vec::new();
    for (ply, square) in record.squares().enumerate() {
        let Some(index) = layout.index(square) else {
            continue;
        };
        if board.legal_moves(layout).is_empty() {
            (board, is_black) = (board.pass(), !is_black);
        }
        if ply >= opening {
            let is_exact = board.empties(layout).count() <= record.exact_from.into();
            let own_share = if is_exact || record.strays >> ply & 1 == 1 {
                1.0
            } else {
                1.0 - lambda
            };
            let value = record.values.get(ply - opening);
            positions.push((board, is_black, value.map(|&value| (value, own_share))));
        }
        (board, is_black) = (board.play(index, layout), !is_black);
    }
    let mut black_score = f64::from(i32::from(record.black_score) * UNITS_PER_DISC);
    let score = |(board, is_black, value): (Board<W>, bool, Option<(i16, f64)>)| {
        let sign = if is_black { 1.0 } else { -1.0 };
        if let Some((value, share)) = value {
            black_score = (1.0 - share) * black_score + share * sign * f64::from(value);
        }
        let score = (sign * black_score).round() as i16;
        Sample {
            board: board.widen(),
            score,
        }
    };
    positions.into_iter().rev().map(score).collect()
}

/// Scored positions, each on its own.
fn pour_positions(
    path: &Path,
    pouring: Pouring,
    sink: &mut impl SampleSink,
) -> Result<u64, SourceError> {
    let reader = PositionsReader::open(path)?.truncated_tail_is_fine();
    expect_board(path, reader.header().shape, sink.shape())?;
    let mut count = 0;
    for position in reader {
        let position = position?;
        let board = Board::new_unchecked(position.mover, position.opponent);
        let Some(part) = pouring.part(board.hash64()) else {
            continue;
        };
        let sample = Sample {
            board: board.widen(),
            score: position.score,
        };
        sink.take(sample, part == Part::HeldOut)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// e6f4e3f6g5d6e7f5c5: Black takes all discs in nine moves.
    fn record() -> SelfPlayRecord {
        SelfPlayRecord {
            opening_plies: 1,
            exact_from: 54,
            black_score: 64,
            moves: vec![0x54, 0x35, 0x24, 0x55, 0x46, 0x53, 0x64, 0x45, 0x42],
            values: vec![-256, 512, -1024],
            strays: 0,
        }
    }

    #[test]
    fn scores_are_mixed_of_values_and_of_what_comes_later() {
        let scores = |lambda| -> Vec<i16> {
            let samples = scored_selfplay(&record(), &Layout::STANDARD, lambda);
            samples.iter().rev().map(|sample| sample.score).collect()
        };
        let won = 64 * 128;
        assert_eq!(
            scores(1.0),
            [-won, won, -won, won, -won, won, -won, won],
            "White is to move behind the first move"
        );
        assert_eq!(scores(0.0), [-256, 512, -1024, won, -won, won, -won, won]);
        let third = (won + 1024) / 2;
        let second = (third + 512) / 2;
        let first = (second + 256) / 2;
        assert_eq!(scores(0.5)[..4], [-first, second, -third, won]);
    }

    #[test]
    fn what_follows_a_move_by_chance_says_nothing_of_what_was_before() {
        let scores = |record: &SelfPlayRecord| -> Vec<i16> {
            let samples = scored_selfplay(record, &Layout::STANDARD, 1.0);
            samples.iter().rev().map(|sample| sample.score).collect()
        };
        let won = 64 * 128;
        let stray = SelfPlayRecord {
            strays: 1 << 2,
            ..record()
        };
        assert_eq!(scores(&stray)[..4], [-512, 512, -won, won]);
        let exact = SelfPlayRecord {
            exact_from: 58,
            ..record()
        };
        // With 59 empty squares White is to move, with 58 Black.
        assert_eq!(scores(&exact)[..4], [-512, 512, -1024, won]);
    }

    #[test]
    fn positions_are_those_of_the_game() {
        let samples = scored_selfplay(&record(), &Layout::STANDARD, 1.0);
        let game = record().replay(Shape::STANDARD).unwrap();
        let positions = game.positions().iter().skip(1);
        let boards: Vec<_> = positions.map(Position::widened_board).collect();
        for (sample, board) in samples.iter().rev().zip(&boards) {
            assert_eq!(sample.board, *board);
        }
        assert_eq!(samples.len(), 8);
    }
}
