//! A reader of positions from Parquet files of this program or of others.

use std::path::Path;

use outflank_othello::Shape;
use parquet::basic::Type;
use parquet::data_type::{BoolType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::RowGroupReader;

use super::columns::{Rows, Table, expect_lengths, present, values};
use super::header::Header;
use super::positions::{ScoredPosition, squares};
use crate::error::TrainingError;

/// Reads and checks the positions of a Parquet file in order, one row group in memory at a time.
/// An error ends the iteration.
///
/// The columns `mover` and `opponent` are 64-bit sets of discs. The column `score`, in discs for
/// the mover, is optional. It requires a column `exact` or `depth`: a score is exact where `exact`
/// is true or, without that column, where `depth` is null. Other columns are skipped. The iterator
/// returns each position, and whether the file has a score for it; without one, the score is 0.
pub struct PositionsReader {
    rows: Rows<Row>,
    header: Option<Header>,
    shape: Shape,
    squares: u64,
    columns: Columns,
}

/// A position, and whether the file has a score for it.
type Row = (ScoredPosition, bool);

/// The indices of the columns in the file.
struct Columns {
    mover: usize,
    opponent: usize,
    score: Option<Score>,
}

/// The columns of a score.
struct Score {
    score: usize,
    exact: Option<usize>,
    depth: Option<usize>,
}

impl PositionsReader {
    /// Opens a file of positions, on the board in its metadata, or on `shape` if the metadata has
    /// none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or lacks these columns, or if the board does not
    /// fit into 8×8.
    pub fn open(path: &Path, shape: Shape) -> Result<Self, TrainingError> {
        let table = Table::open(path)?;
        let header = table.header()?;
        let shape = header.as_ref().map_or(shape, |header| header.shape);
        Ok(Self {
            squares: squares(shape, path)?,
            columns: Columns::of(&table)?,
            rows: Rows::new(table),
            header,
            shape,
        })
    }

    /// Returns the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the header. Files of other programs have none.
    #[must_use]
    pub const fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// Returns the scored positions only.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has no column of scores.
    pub fn scored(
        self,
    ) -> Result<impl Iterator<Item = Result<ScoredPosition, TrainingError>>, TrainingError> {
        if self.columns.score.is_none() {
            let reason = "expected a column score, with exact or depth";
            return Err(TrainingError::content(self.rows.path(), reason));
        }
        let scored = |(position, has_score): (_, bool)| has_score.then_some(position);
        Ok(self.filter_map(move |row| row.map(scored).transpose()))
    }
}

impl Iterator for PositionsReader {
    type Item = Result<(ScoredPosition, bool), TrainingError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self {
            rows,
            columns,
            squares,
            ..
        } = self;
        rows.next(|group| columns.read(group, *squares))
    }
}

/// Checks a row: `score` is in discs, with the depth or [`ScoredPosition::EXACT`].
fn row(mover: u64, opponent: u64, score: Option<(f64, u8)>, squares: u64) -> Result<Row, String> {
    let mut position = ScoredPosition {
        mover,
        opponent,
        score: 0,
        depth: 0,
    };
    if let Some((discs, depth)) = score {
        let units = (discs * f64::from(ScoredPosition::UNITS)).round();
        // A value out of range saturates.
        position.score = units as i16;
        if f64::from(position.score) != units {
            return Err(format!("a score of {discs} discs"));
        }
        position.depth = depth;
    }
    position.check(squares)?;
    Ok((position, score.is_some()))
}

impl Columns {
    fn of(table: &Table) -> Result<Self, TrainingError> {
        let find = |name: &str, types: &[Type]| table.column(name, types, false);
        let needed = |name: &str| {
            let reason = format!("expected a column {name} of 64-bit sets of discs");
            find(name, &[Type::INT64])?.ok_or_else(|| TrainingError::content(&table.path, reason))
        };
        let exact = find("exact", &[Type::BOOLEAN])?;
        let depth = find("depth", &[Type::INT32, Type::INT64])?;
        let score = find(
            "score",
            &[Type::FLOAT, Type::DOUBLE, Type::INT32, Type::INT64],
        )?;
        let score = score.filter(|_| exact.is_some() || depth.is_some());
        Ok(Self {
            mover: needed("mover")?,
            opponent: needed("opponent")?,
            score: score.map(|score| Score {
                score,
                exact,
                depth,
            }),
        })
    }

    /// Reads and checks the rows of a group.
    fn read(
        &self,
        group: &dyn RowGroupReader,
        squares: u64,
    ) -> Result<Vec<Result<Row, String>>, ParquetError> {
        let movers = present::<Int64Type>(group, self.mover)?;
        let opponents = present::<Int64Type>(group, self.opponent)?;
        let scores = match &self.score {
            None => vec![None; movers.len()],
            Some(score) => score.read(group, movers.len())?,
        };
        expect_lengths([movers.len(), opponents.len(), scores.len()])?;
        let rows = movers.into_iter().zip(opponents).zip(scores);
        let rows = rows.map(|((mover, opponent), score)| {
            row(
                mover.cast_unsigned(),
                opponent.cast_unsigned(),
                score,
                squares,
            )
        });
        Ok(rows.collect())
    }
}

impl Score {
    /// Reads the scores of a group, `None` where they are null.
    fn read(
        &self,
        group: &dyn RowGroupReader,
        rows: usize,
    ) -> Result<Vec<Option<(f64, u8)>>, ParquetError> {
        let scores = numbers(group, self.score)?;
        let depths = match self.depth {
            Some(place) => numbers(group, place)?,
            None => vec![None; rows],
        };
        let exact = match self.exact {
            Some(place) => values::<BoolType>(group, place)?,
            None => depths.iter().map(|depth| Some(depth.is_none())).collect(),
        };
        expect_lengths([exact.len(), depths.len(), scores.len()])?;
        let basis = depths.into_iter().zip(exact);
        let score = |(score, (depth, exact)): (Option<f64>, (Option<f64>, Option<bool>))| {
            let depth = match exact {
                Some(true) => ScoredPosition::EXACT,
                // No search is deeper than the number of squares on the board.
                _ => depth.map_or(0, |depth| depth.clamp(0.0, 64.0) as u8),
            };
            score.map(|score| (score, depth))
        };
        Ok(scores.into_iter().zip(basis).map(score).collect())
    }
}

/// Reads a column of numbers of any of the types that [`Columns::of`] allows.
fn numbers(group: &dyn RowGroupReader, place: usize) -> Result<Vec<Option<f64>>, ParquetError> {
    fn as_numbers<T: Copy>(values: Vec<Option<T>>, number: impl Fn(T) -> f64) -> Vec<Option<f64>> {
        values.into_iter().map(|value| value.map(&number)).collect()
    }
    let kind = group.metadata().column(place).column_type();
    Ok(match kind {
        Type::FLOAT => as_numbers(values::<FloatType>(group, place)?, f64::from),
        Type::DOUBLE => as_numbers(values::<DoubleType>(group, place)?, f64::from),
        Type::INT32 => as_numbers(values::<Int32Type>(group, place)?, f64::from),
        _ => as_numbers(values::<Int64Type>(group, place)?, |value| value as f64),
    })
}
