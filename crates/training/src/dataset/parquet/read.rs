//! Reading of positions from Parquet files, our own or another program's.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::vec;

use outflank_othello::{Board, BoardError, Color, Position, Shape};
use parquet::basic::Type;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{BoolType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, RowGroupReader, SerializedFileReader};

use super::HEADER_KEY;
use crate::dataset::records::Record;
use crate::dataset::{DatasetError, Header, ScoredPosition};

/// Returns whether a file begins as Parquet files do.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn is_parquet(path: &Path) -> Result<bool, DatasetError> {
    let mut start = Vec::with_capacity(MAGIC.len());
    let file = File::open(path).map_err(DatasetError::file(path))?;
    let read = file.take(MAGIC.len() as u64).read_to_end(&mut start);
    read.map_err(DatasetError::file(path))?;
    Ok(start == MAGIC)
}

const MAGIC: &[u8] = b"PAR1";

/// A row of a Parquet file of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParquetPosition {
    /// Discs of the side to move: bit 8·row + column, whatever the shape.
    pub mover: u64,
    /// Discs of the other side, in the same bits.
    pub opponent: u64,
    /// The score, if the file has scores.
    pub scored: Option<ScoredPosition>,
}

impl ParquetPosition {
    /// Returns the position, Black to move, on a board of `shape`.
    ///
    /// # Errors
    ///
    /// Returns an error if discs overlap or lie off the board; a reader never returns such
    /// a row.
    pub fn position(&self, shape: Shape) -> Result<Position, BoardError> {
        let board = Board::new_unchecked(self.mover, self.opponent).widen();
        Position::from_widened_board(shape, board, Color::Black)
    }
}

/// Reads and checks the positions of a Parquet file in order, one row group in memory at a time.
/// An error ends the iteration.
///
/// The columns `mover` and `opponent` are 64-bit sets of discs. A column `score`, in discs for the
/// mover, is optional; it comes with `exact` or `depth`, and scores count as exact where `exact` is
/// true, or, without that column, where `depth` is null. Other columns are skipped.
pub struct ParquetReader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    header: Option<Header>,
    shape: Shape,
    squares: u64,
    columns: Columns,
    /// The next row group.
    group: usize,
    /// Rows read so far.
    row: u64,
    rows: vec::IntoIter<Row>,
    is_done: bool,
}

/// The places of the columns among those of the file.
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

/// A row as it stands in the file.
struct Row {
    mover: u64,
    opponent: u64,
    /// Discs, and the depth or [`ScoredPosition::EXACT`].
    score: Option<(f64, u8)>,
}

/// Refuses a damaged file that places a column before its beginning, which the reader of columns
/// takes for impossible.
fn check_columns(file: &SerializedFileReader<File>) -> Result<(), ParquetError> {
    let groups = file.metadata().row_groups().iter().enumerate();
    for (group, columns) in groups {
        for (number, column) in columns.columns().iter().enumerate() {
            let places = [
                column.data_page_offset(),
                column.dictionary_page_offset().unwrap_or(0),
                column.compressed_size(),
            ];
            if places.iter().any(|&place| place < 0) {
                return Err(ParquetError::General(format!(
                    "row group {group}, column {number}: a negative offset or size"
                )));
            }
        }
    }
    Ok(())
}

impl ParquetReader {
    /// Opens a file of positions of the board that its metadata name, or of `shape` if they name
    /// none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, has not these columns, or the board does not
    /// fit into 8×8.
    pub fn open(path: &Path, shape: Shape) -> Result<Self, DatasetError> {
        let file = File::open(path).map_err(DatasetError::file(path))?;
        let file = SerializedFileReader::new(file).map_err(failed(path))?;
        check_columns(&file).map_err(failed(path))?;
        let header = header(&file, path)?;
        let shape = header.as_ref().map_or(shape, |header| header.shape);
        let squares = ScoredPosition::board(shape).map_err(|reason| DatasetError::Unfit {
            path: path.to_owned(),
            reason,
        })?;
        Ok(Self {
            columns: Columns::of(&file, path)?,
            path: path.to_owned(),
            file,
            header,
            shape,
            squares,
            group: 0,
            row: 0,
            rows: Vec::new().into_iter(),
            is_done: false,
        })
    }

    /// Returns the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the header; a file of another program has none.
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
    ) -> Result<impl Iterator<Item = Result<ScoredPosition, DatasetError>>, DatasetError> {
        if self.columns.score.is_none() {
            return Err(DatasetError::Unfit {
                path: self.path,
                reason: "expected a column score, with exact or depth".to_owned(),
            });
        }
        Ok(self.filter_map(|row| row.map(|row| row.scored).transpose()))
    }

    fn next_row(&mut self) -> Result<Option<Row>, DatasetError> {
        loop {
            if let Some(row) = self.rows.next() {
                self.row += 1;
                return Ok(Some(row));
            }
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            let group = self.file.get_row_group(self.group);
            let rows = group.and_then(|group| self.columns.read(group.as_ref()));
            self.rows = rows.map_err(failed(&self.path))?.into_iter();
            self.group += 1;
        }
    }

    fn check(&self, row: &Row) -> Result<ParquetPosition, DatasetError> {
        let wrong = |reason| DatasetError::Row {
            path: self.path.clone(),
            row: self.row,
            reason,
        };
        let scored = row.score.map(|(discs, depth)| {
            let units = (discs * f64::from(ScoredPosition::UNITS)).round();
            // Out of range saturates, which the check finds.
            let score = units as i16;
            if units.is_nan() || f64::from(score) != units {
                return Err(wrong(format!("a score of {discs} discs")));
            }
            Ok(ScoredPosition {
                mover: row.mover,
                opponent: row.opponent,
                score,
                depth,
            })
        });
        let scored = scored.transpose()?;
        let position = scored.unwrap_or(ScoredPosition {
            mover: row.mover,
            opponent: row.opponent,
            score: 0,
            depth: 0,
        });
        position.check(&self.squares).map_err(wrong)?;
        Ok(ParquetPosition {
            mover: row.mover,
            opponent: row.opponent,
            scored,
        })
    }
}

impl Iterator for ParquetReader {
    type Item = Result<ParquetPosition, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let next = match self.next_row() {
            Ok(None) => None,
            Ok(Some(row)) => Some(self.check(&row)),
            Err(error) => Some(Err(error)),
        };
        self.is_done = !matches!(next, Some(Ok(_)));
        next
    }
}

fn failed(path: &Path) -> impl Fn(ParquetError) -> DatasetError {
    move |error| DatasetError::Parquet {
        path: path.to_owned(),
        error,
    }
}

/// Reads the header from the metadata.
fn header(file: &SerializedFileReader<File>, path: &Path) -> Result<Option<Header>, DatasetError> {
    let metadata = file.metadata().file_metadata().key_value_metadata();
    let mut entries = metadata.into_iter().flatten();
    let Some(entry) = entries.find(|entry| entry.key == HEADER_KEY) else {
        return Ok(None);
    };
    let text = entry.value.as_deref().unwrap_or_default();
    let header = serde_json::from_str(text).map_err(|error| DatasetError::Unfit {
        path: path.to_owned(),
        reason: format!("the metadata {HEADER_KEY}: {error}"),
    })?;
    Ok(Some(header))
}

impl Columns {
    fn of(file: &SerializedFileReader<File>, path: &Path) -> Result<Self, DatasetError> {
        let schema = file.metadata().file_metadata().schema_descr();
        let find = |name: &str, types: &[Type]| {
            let mut columns = schema.columns().iter();
            let Some(place) = columns.position(|column| column.path().string() == name) else {
                return Ok(None);
            };
            let column = schema.column(place);
            if types.contains(&column.physical_type()) && column.max_rep_level() == 0 {
                return Ok(Some(place));
            }
            Err(DatasetError::Unfit {
                path: path.to_owned(),
                reason: format!(
                    "the column {name} is {}: expected {}",
                    column.physical_type(),
                    types[0]
                ),
            })
        };
        let needed = |name: &str| {
            find(name, &[Type::INT64])?.ok_or_else(|| DatasetError::Unfit {
                path: path.to_owned(),
                reason: format!("expected a column {name} of 64-bit sets of discs"),
            })
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

    /// Reads the rows of a group.
    fn read(&self, group: &dyn RowGroupReader) -> Result<Vec<Row>, ParquetError> {
        let missing = |what: &str| ParquetError::General(format!("expected no null {what}"));
        let sets = |place, name| {
            let sets = values::<Int64Type>(group, place)?;
            let sets = sets.into_iter().map(|set| set.map(i64::cast_unsigned));
            sets.collect::<Option<Vec<u64>>>()
                .ok_or_else(|| missing(name))
        };
        let (movers, opponents) = (sets(self.mover, "mover")?, sets(self.opponent, "opponent")?);
        let scores = match &self.score {
            None => vec![None; movers.len()],
            Some(score) => score.read(group, movers.len())?,
        };
        if opponents.len() != movers.len() || scores.len() != movers.len() {
            return Err(ParquetError::General("columns of one length".to_owned()));
        }
        let rows = movers.into_iter().zip(opponents).zip(scores);
        Ok(rows
            .map(|((mover, opponent), score)| Row {
                mover,
                opponent,
                score,
            })
            .collect())
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
        if exact.len() != scores.len() || depths.len() != scores.len() {
            return Err(ParquetError::General("columns of one length".to_owned()));
        }
        let basis = depths.into_iter().zip(exact);
        let score = |(score, (depth, exact)): (Option<f64>, (Option<f64>, Option<bool>))| {
            let depth = match exact {
                Some(true) => ScoredPosition::EXACT,
                // No search is deeper than the board has squares.
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

/// Reads a column of a group.
fn values<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let is_nullable = group
        .metadata()
        .column(place)
        .column_descr()
        .max_def_level()
        > 0;
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(place)?);
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let levels = is_nullable.then_some(&mut levels);
        let (records, ..) = reader.read_records(rows - read, levels, None, &mut values)?;
        if records == 0 {
            let reason = format!("a column of {read} rows: expected {rows}");
            return Err(ParquetError::General(reason));
        }
        read += records;
    }
    if !is_nullable {
        return Ok(values.into_iter().map(Some).collect());
    }
    let mut values = values.into_iter();
    Ok(levels
        .into_iter()
        .map(|level| if level > 0 { values.next() } else { None })
        .collect())
}
