//! A reader of self-play games.

use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::{Game, Shape};
use parquet::basic::Type;
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::reader::RowGroupReader;

use super::columns::{Rows, Table, expect_lengths, lists, present};
use super::games::SelfPlayGame;
use super::header::Header;
use crate::error::TrainingError;

/// Reads and checks the games of a file in order. An error ends the iteration.
pub struct GamesReader {
    rows: Rows<SelfPlayGame>,
    header: Header,
    columns: Columns,
}

/// The indices of the columns in the file.
struct Columns {
    transcript: usize,
    /// `black_score`, `opening_plies` and `exact_from`.
    numbers: [usize; 3],
    values: usize,
    random_plies: usize,
}

impl GamesReader {
    /// Opens a file that [`write_games`](super::write_games) wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a file of self-play games.
    pub fn open(path: &Path) -> Result<Self, TrainingError> {
        let table = Table::open(path)?;
        let header = table.header()?;
        let unfit = |reason: &str| TrainingError::content(path, reason);
        Ok(Self {
            columns: Columns::of(&table)?,
            rows: Rows::new(table),
            header: header.ok_or_else(|| unfit("expected self-play games with their settings"))?,
        })
    }

    /// Returns the number of games in the file.
    pub(super) fn games(&self) -> u64 {
        self.rows.count()
    }

    /// Returns the header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }
}

impl Iterator for GamesReader {
    type Item = Result<SelfPlayGame, TrainingError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self {
            rows,
            columns,
            header,
        } = self;
        rows.next(|group| columns.read(group, header.shape))
    }
}

impl Columns {
    fn of(table: &Table) -> Result<Self, TrainingError> {
        let needed = |name: &str, kind: Type| {
            let place = table.column(name, &[kind], name.ends_with(".element"))?;
            let reason = format!("expected self-play games, with a column {name}");
            place.ok_or_else(|| TrainingError::content(&table.path, reason))
        };
        Ok(Self {
            transcript: needed("transcript", Type::BYTE_ARRAY)?,
            numbers: [
                needed("black_score", Type::INT32)?,
                needed("opening_plies", Type::INT32)?,
                needed("exact_from", Type::INT32)?,
            ],
            values: needed("values.list.element", Type::FLOAT)?,
            random_plies: needed("random_plies.list.element", Type::INT32)?,
        })
    }

    /// Reads and checks the games of a group.
    fn read(
        &self,
        group: &dyn RowGroupReader,
        shape: Shape,
    ) -> Result<Vec<Result<SelfPlayGame, String>>, ParquetError> {
        let transcripts = present::<ByteArrayType>(group, self.transcript)?;
        let [scores, openings, exact] = self.numbers;
        let scores = present::<Int32Type>(group, scores)?;
        let openings = present::<Int32Type>(group, openings)?;
        let exact = present::<Int32Type>(group, exact)?;
        let values = lists::<FloatType>(group, self.values)?;
        let random = lists::<Int32Type>(group, self.random_plies)?;
        let numbers = [scores.len(), openings.len(), exact.len()];
        let lists = [transcripts.len(), values.len(), random.len()];
        expect_lengths(numbers)?;
        expect_lengths([numbers[0], lists[0], lists[1], lists[2]])?;
        let rows = transcripts.iter().enumerate().map(|(row, transcript)| {
            let numbers = [scores[row], openings[row], exact[row]];
            game(transcript, numbers, &values[row], &random[row], shape)
        });
        Ok(rows.collect())
    }
}

/// Checks a row and returns its game.
fn game(
    transcript: &ByteArray,
    [score, opening, exact]: [i32; 3],
    values: &[f32],
    random: &[i32],
    shape: Shape,
) -> Result<SelfPlayGame, String> {
    let text = std::str::from_utf8(transcript.data()).map_err(|error| error.to_string())?;
    let played = Game::from_transcript(shape, text).map_err(|error| error.to_string())?;
    let wrong = |_| format!("score {score}, opening {opening} or exact_from {exact}: out of range");
    let units = |&discs: &f32| {
        let units = discs * UNITS_PER_DISC as f32;
        // A value out of range saturates.
        let rounded = units as i16;
        let is_whole = f32::from(rounded) == units;
        is_whole
            .then_some(rounded)
            .ok_or_else(|| format!("a value of {discs} discs"))
    };
    let game = SelfPlayGame {
        black_score: score.try_into().map_err(wrong)?,
        opening_plies: opening.try_into().map_err(wrong)?,
        exact_from: exact.try_into().map_err(wrong)?,
        moves: played.squares().collect(),
        values: values.iter().map(units).collect::<Result<_, _>>()?,
        random_plies: random.iter().try_fold(0, |plies, &ply| match ply {
            0..128 => Ok(plies | 1 << ply),
            _ => Err(format!("a random move {ply}: expected 0 to 127")),
        })?,
    };
    game.check(&played)?;
    Ok(game)
}
