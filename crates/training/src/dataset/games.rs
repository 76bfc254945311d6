//! Self-play games.

use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::{Game, MAX_SQUARES, Position, Shape, Square};
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int32Type};

use super::columns::{write_column, write_file, write_lists};
use super::header::Header;
use crate::error::TrainingError;

const SCHEMA: &str = "message games {
    REQUIRED BINARY transcript (UTF8);
    REQUIRED INT32 black_score;
    REQUIRED INT32 opening_plies;
    REQUIRED INT32 exact_from;
    REQUIRED GROUP values (LIST) { REPEATED GROUP list { REQUIRED FLOAT element; } }
    REQUIRED GROUP random_plies (LIST) { REPEATED GROUP list { REQUIRED INT32 element; } }
}";

/// One self-play game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SelfPlayGame {
    /// Number of plies in the opening, random or recorded, without passes.
    pub opening_plies: u8,
    /// Empties at or below which every move and the score are exact.
    pub exact_from: u8,
    /// Final score for Black in discs, empties to the winner.
    pub black_score: i16,
    /// Squares in order, without passes.
    pub moves: Vec<Square>,
    /// Search values of the first positions after the opening, each for the mover, in
    /// 1/128 discs. After the last value the score of the game is exact.
    pub values: Vec<i16>,
    /// Random moves after the opening: bit `i` for move `i` of the game, from 0.
    pub random_plies: u128,
}

impl SelfPlayGame {
    /// Replays the game from the standard start of `shape`.
    ///
    /// # Errors
    ///
    /// Returns an error at the first illegal move. Games read from a file are legal on the board of
    /// its header.
    pub fn replay(&self, shape: Shape) -> Result<Game, TrainingError> {
        let mut game = Game::new(shape);
        for (&square, number) in self.moves.iter().zip(1..) {
            let refused = |error| TrainingError::Settings(format!("move {number}: {error}"));
            game.play(square).map_err(refused)?;
        }
        Ok(game)
    }

    /// Returns the positions before the moves after the opening, or none if a move is illegal.
    pub(crate) fn after_opening(&self, shape: Shape) -> Vec<Position> {
        let game = self.replay(shape).unwrap_or_else(|_| Game::new(shape));
        let plies = game.plies().filter(|(_, mv)| mv.square().is_some());
        let plies = plies.skip(self.opening_plies.into());
        plies.map(|(position, _)| *position).collect()
    }

    /// Checks this record of `game`. The error says what is wrong.
    pub(super) fn check(&self, game: &Game) -> Result<(), String> {
        let (plies, squares) = (self.moves.len(), game.position().shape().squares());
        if usize::from(self.opening_plies) > plies {
            let opening = self.opening_plies;
            return Err(format!(
                "an opening of {opening} plies: expected at most the {plies} of the game"
            ));
        }
        let (searched, values) = (plies - usize::from(self.opening_plies), self.values.len());
        if values > searched {
            return Err(format!(
                "{values} values: expected at most {searched}, one for each move after the opening"
            ));
        }
        let random = 128 - self.random_plies.leading_zeros() as usize;
        let opening = u32::from(self.opening_plies).min(127);
        if random > usize::from(self.opening_plies) + values
            || self.random_plies & ((1 << opening) - 1) != 0
        {
            return Err(format!(
                "random moves {:#x}: expected them after the opening and with a value",
                self.random_plies
            ));
        }
        // The solver's depth may exceed the number of squares of a small board.
        if u16::from(self.exact_from) > MAX_SQUARES {
            let exact_from = self.exact_from;
            return Err(format!(
                "exact from {exact_from} empty squares on: expected at most {MAX_SQUARES}"
            ));
        }
        let score = i32::from(self.black_score);
        match game.outcome().map(|outcome| outcome.black_score) {
            Some(outcome) if outcome != score => Err(format!(
                "a score of {score} for Black: expected {outcome}, the result of the game"
            )),
            None if score.unsigned_abs() > squares => Err(format!(
                "a score of {score} for Black: expected at most {squares} discs"
            )),
            _ => Ok(()),
        }
    }
}

/// Writes self-play games to a Parquet file, for [`GamesReader`](super::GamesReader).
///
/// The columns are `transcript` (a string such as `f5d6c3`), `black_score` (discs, empties to the
/// winner), `opening_plies`, `exact_from` (empty squares), `values` (a list: discs, for the mover)
/// and `random_plies` (a list: plies from 0). The file's metadata contains the header as JSON under
/// the key `outflank`.
///
/// # Errors
///
/// Returns an error if writing fails. No file is then left behind.
pub fn write_games(
    games: &[SelfPlayGame],
    header: &Header,
    path: &Path,
) -> Result<(), TrainingError> {
    write_file(games, header, path, SCHEMA, |games, group| {
        let transcripts = games.iter().map(|game| {
            let names: String = game.moves.iter().map(Square::to_string).collect();
            ByteArray::from(names.into_bytes())
        });
        write_column::<ByteArrayType>(group, transcripts, None)?;
        let numbers: [fn(&SelfPlayGame) -> i32; 3] = [
            |game| game.black_score.into(),
            |game| game.opening_plies.into(),
            |game| game.exact_from.into(),
        ];
        for number in numbers {
            write_column::<Int32Type>(group, games.iter().map(number), None)?;
        }
        let discs = |&value: &i16| f32::from(value) / UNITS_PER_DISC as f32;
        let values = games
            .iter()
            .map(|game| game.values.iter().map(discs).collect());
        write_lists::<FloatType>(group, values)?;
        let random = games.iter().map(|game| {
            let is_random = |ply: &i32| game.random_plies >> ply & 1 == 1;
            (0..128).filter(is_random).collect()
        });
        write_lists::<Int32Type>(group, random)
    })
}
