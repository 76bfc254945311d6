//! Samples from files of games and positions.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::format::{FileError, Format, GameRecord, open_game_file, parse_obf_lines};
use outflank_othello::{Board, Color, Position, Shape};

use super::{Sample, SampleOptions, SampleSink};
use crate::dataset::{GamesReader, Kind, PositionsReader, SelfPlayGame, kind_of};
use crate::error::TrainingError;
use crate::hash;

/// Loads the samples of a file into a sink and returns the number of games used.
///
/// Sources are Parquet files of self-play games or scored positions, OBF files with scores, and
/// recorded games (WTHOR, transcripts, …). Positions of recorded games get the result of their
/// game, or the theoretical score if a WTHOR file has one. A scored position counts as a game.
///
/// # Errors
///
/// Returns an error if the file cannot be read or the sink fails.
pub fn load_samples(
    path: &Path,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
    match kind_of(path)? {
        Some(Kind::Games) => load_selfplay(path, options, sink),
        Some(Kind::Positions) => load_positions(path, options, sink),
        None => match text_of_obf(path)? {
            Some(text) => load_obf(path, &text, options, sink),
            None => load_recorded(path, options, sink),
        },
    }
}

/// Loads the positions of finished recorded games, one game in memory at a time.
fn load_recorded(
    path: &Path,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
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
                refused.get_or_insert(error);
                continue;
            }
        };
        has_games = true;
        expect_board(path, record.game.shape(), shape)?;
        let hash = hash::of_moves(record.game.squares());
        let Some(split) = options.split(hash).filter(|_| record.game.is_over()) else {
            continue;
        };
        count += 1;
        for (position, score) in scored(&record, known_from) {
            let board = position.widened_board();
            let score = (score * UNITS_PER_DISC) as i16;
            sink.add(Sample { board, score }, split)?;
        }
    }
    match refused {
        Some(reason) if !has_games => Err(TrainingError::content(
            path,
            format_args!("no game: {reason}"),
        )),
        _ => Ok(count),
    }
}

/// Checks the board of a file.
pub(crate) fn expect_board(
    path: &Path,
    found: Shape,
    expected: Shape,
) -> Result<(), TrainingError> {
    if found == expected {
        return Ok(());
    }
    let reason = format_args!("a board of {found}: expected {expected}");
    Err(TrainingError::content(path, reason))
}

/// Loads the positions of self-play games after their openings.
fn load_selfplay(
    path: &Path,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
    let shape = sink.shape();
    let reader = GamesReader::open(path)?;
    expect_board(path, reader.header().shape, shape)?;
    let mut count = 0;
    for game in reader {
        let game = game?;
        let Some(split) = options.split(hash::of_moves(game.moves.iter().copied())) else {
            continue;
        };
        for sample in scored_selfplay(&game, shape, options.lambda) {
            sink.add(sample, split)?;
        }
        count += 1;
    }
    Ok(count)
}

/// Returns the samples of a self-play game after its opening, last position first.
///
/// Positions in the exact phase have their exact scores. Before it, scores follow TD(λ) (Sutton
/// 1988): `lambda` times the score of the next position, plus `1 - lambda` times the search value.
/// A random move breaks the chain: later positions do not count.
fn scored_selfplay(game: &SelfPlayGame, shape: Shape, lambda: f64) -> Vec<Sample> {
    let mut black_score = f64::from(i32::from(game.black_score) * UNITS_PER_DISC);
    let sample = |(number, position): (usize, &Position)| {
        let sign = match position.mover() {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        if let Some(&value) = game.values.get(number) {
            let is_exact = position.empties().len() <= game.exact_from.into();
            let ply = usize::from(game.opening_plies) + number;
            let share = match is_exact || game.random_plies >> ply & 1 == 1 {
                true => 1.0,
                false => 1.0 - lambda,
            };
            black_score = (1.0 - share) * black_score + share * sign * f64::from(value);
        }
        Sample {
            board: position.widened_board(),
            score: (sign * black_score).round() as i16,
        }
    };
    let positions = game.after_opening(shape);
    positions.iter().enumerate().rev().map(sample).collect()
}

/// Loads scored positions.
fn load_positions(
    path: &Path,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
    let reader = PositionsReader::open(path, sink.shape())?;
    expect_board(path, reader.shape(), sink.shape())?;
    let mut count = 0;
    for position in reader.scored()? {
        let position = position?;
        let board = Board::new_unchecked(position.mover, position.opponent);
        let Some(split) = options.split(board.hash64()) else {
            continue;
        };
        let sample = Sample {
            board: board.widen(),
            score: position.score,
        };
        sink.add(sample, split)?;
        count += 1;
    }
    Ok(count)
}

/// Returns the positions of a finished game in which the mover has a move, with their
/// scores for the mover in discs.
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

/// Returns the text of a file if its content is OBF.
fn text_of_obf(path: &Path) -> Result<Option<String>, TrainingError> {
    let refused = TrainingError::io(path);
    let mut file = File::open(path).map_err(&refused)?;
    let mut content = Vec::new();
    let mut prefix = file.by_ref().take(Format::PREFIX as u64);
    prefix.read_to_end(&mut content).map_err(&refused)?;
    if Format::from_content(&content) != Format::Obf {
        return Ok(None);
    }
    file.read_to_end(&mut content).map_err(refused)?;
    Ok(String::from_utf8(content).ok())
}

/// Loads the positions whose moves have scores, each with the score of its best move.
fn load_obf(
    path: &Path,
    text: &str,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
    let mut count = 0;
    for record in parse_obf_lines(text, sink.shape()) {
        let record = record.map_err(|error| TrainingError::content(path, error))?;
        let Some(score) = record.best_score() else {
            continue;
        };
        let board = record.position.widened_board();
        let Some(split) = options.split(board.hash64()) else {
            continue;
        };
        // The reader bounds scores by the number of squares on the board.
        let score = (score * UNITS_PER_DISC) as i16;
        sink.add(Sample { board, score }, split)?;
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// e6f4e3f6g5d6e7f5c5: Black takes all discs in nine moves.
    fn record() -> SelfPlayGame {
        SelfPlayGame {
            opening_plies: 1,
            exact_from: 54,
            black_score: 64,
            moves: ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
                .map(|square| square.parse().unwrap())
                .to_vec(),
            values: vec![-256, 512, -1024],
            random_plies: 0,
        }
    }

    #[test]
    fn scores_mix_search_values_and_later_scores() {
        let scores = |lambda| -> Vec<i16> {
            let samples = scored_selfplay(&record(), Shape::STANDARD, lambda);
            samples.iter().rev().map(|sample| sample.score).collect()
        };
        let won = 64 * 128;
        assert_eq!(
            scores(1.0),
            [-won, won, -won, won, -won, won, -won, won],
            "White is to move after the first move"
        );
        assert_eq!(scores(0.0), [-256, 512, -1024, won, -won, won, -won, won]);
        let third = (won + 1024) / 2;
        let second = (third + 512) / 2;
        let first = (second + 256) / 2;
        assert_eq!(scores(0.5)[..4], [-first, second, -third, won]);
    }

    #[test]
    fn a_random_move_breaks_the_chain_of_scores() {
        let scores = |record: &SelfPlayGame| -> Vec<i16> {
            let samples = scored_selfplay(record, Shape::STANDARD, 1.0);
            samples.iter().rev().map(|sample| sample.score).collect()
        };
        let won = 64 * 128;
        let random = SelfPlayGame {
            random_plies: 1 << 2,
            ..record()
        };
        assert_eq!(scores(&random)[..4], [-512, 512, -won, won]);
        let exact = SelfPlayGame {
            exact_from: 58,
            ..record()
        };
        // With 59 empty squares White is to move, with 58 Black.
        assert_eq!(scores(&exact)[..4], [-512, 512, -1024, won]);
    }

    #[test]
    fn positions_match_the_game() {
        let samples = scored_selfplay(&record(), Shape::STANDARD, 1.0);
        let game = record().replay(Shape::STANDARD).unwrap();
        let positions = game.positions().iter().skip(1);
        let boards: Vec<_> = positions.map(Position::widened_board).collect();
        for (sample, board) in samples.iter().rev().zip(&boards) {
            assert_eq!(sample.board, *board);
        }
        assert_eq!(samples.len(), 8);
    }
}
