//! Reads and writes the columns of Parquet files, with one row group in memory at a time.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::vec;

use outflank_support::{AtomicFile, catching};
use parquet::basic::{Compression, Type, ZstdLevel};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::header::Header;
use crate::error::TrainingError;

/// The metadata key of the [`Header`].
const HEADER_KEY: &str = "outflank";

/// Returns a constructor for errors of the Parquet file at `path`.
fn parquet_error(path: &Path) -> impl Fn(ParquetError) -> TrainingError {
    move |error| TrainingError::content(path, error)
}

/// Reads from a file. The Parquet library panics on some damaged files; its readers do not outlive the panic.
fn unless_damaged<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let damaged = |message| Err(ParquetError::General(format!("damaged: {message}")));
    catching(read).unwrap_or_else(damaged)
}

/// Number of rows in a row group, which is held in memory.
const GROUP: usize = 100_000;

/// An open file.
pub(super) struct Table {
    pub(super) path: PathBuf,
    file: SerializedFileReader<File>,
}

impl Table {
    pub(super) fn open(path: &Path) -> Result<Self, TrainingError> {
        let file = File::open(path).map_err(TrainingError::io(path))?;
        let file =
            unless_damaged(|| SerializedFileReader::new(file)).map_err(parquet_error(path))?;
        check_columns(&file).map_err(parquet_error(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Returns the header from the metadata. Files of other programs have none.
    pub(super) fn header(&self) -> Result<Option<Header>, TrainingError> {
        let metadata = self.file.metadata().file_metadata().key_value_metadata();
        let mut entries = metadata.into_iter().flatten();
        let Some(entry) = entries.find(|entry| entry.key == HEADER_KEY) else {
            return Ok(None);
        };
        let header = serde_json::from_str(entry.value.as_deref().unwrap_or_default());
        let unfit = |error| format!("the metadata {HEADER_KEY}: {error}");
        header.map_err(|error| TrainingError::content(&self.path, unfit(error)))
    }

    /// Returns the index of the column with this name, if there is one.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let schema = self.file.metadata().file_metadata().schema_descr();
        let mut columns = schema.columns().iter();
        columns.position(|column| column.path().string() == name)
    }

    /// Returns the index of the column with this name, if there is one. The column must have one of
    /// these types, and must hold lists if `is_list`.
    pub(super) fn column(
        &self,
        name: &str,
        types: &[Type],
        is_list: bool,
    ) -> Result<Option<usize>, TrainingError> {
        let Some(place) = self.place(name) else {
            return Ok(None);
        };
        let schema = self.file.metadata().file_metadata().schema_descr();
        let column = schema.column(place);
        let is_fit =
            types.contains(&column.physical_type()) && column.max_rep_level() == i16::from(is_list);
        if is_fit {
            return Ok(Some(place));
        }
        let (found, expected) = (column.physical_type(), types[0]);
        let reason = format!("the column {name} is {found}: expected {expected}");
        Err(TrainingError::content(&self.path, reason))
    }
}

/// Refuses a damaged file in which a column has a negative offset or size. The column reader
/// assumes that there are none.
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

/// An iterator over the rows of a file. It ends after an error.
pub(super) struct Rows<T> {
    table: Table,
    /// The next row group.
    group: usize,
    /// Number of rows read so far.
    row: u64,
    /// The checked rows of the current group, or the reason why a row is invalid.
    rows: vec::IntoIter<Result<T, String>>,
    is_done: bool,
}

impl<T> Rows<T> {
    pub(super) fn new(table: Table) -> Self {
        Self {
            table,
            group: 0,
            row: 0,
            rows: Vec::new().into_iter(),
            is_done: false,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.table.path
    }

    /// Returns the number of rows in the file.
    pub(super) fn count(&self) -> u64 {
        let rows = self.table.file.metadata().file_metadata().num_rows();
        u64::try_from(rows).unwrap_or(0)
    }

    /// Returns the next row. `read` reads and checks the rows of a group.
    pub(super) fn next(
        &mut self,
        read: impl Fn(&dyn RowGroupReader) -> Result<Vec<Result<T, String>>, ParquetError>,
    ) -> Option<Result<T, TrainingError>> {
        while !self.is_done {
            if let Some(row) = self.rows.next() {
                self.row += 1;
                self.is_done = row.is_err();
                let path = &self.table.path;
                return Some(row.map_err(|reason| TrainingError::row(path, self.row, &reason)));
            }
            if self.group == self.table.file.num_row_groups() {
                break;
            }
            let file = &self.table.file;
            let group = self.group;
            self.group += 1;
            let rows = unless_damaged(|| read(file.get_row_group(group)?.as_ref()));
            match rows {
                Ok(rows) => self.rows = rows.into_iter(),
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(parquet_error(&self.table.path)(error)));
                }
            }
        }
        self.is_done = true;
        None
    }
}

/// The values of a column with their definition and repetition levels.
type Levels<T> = (Vec<T>, Vec<i16>, Vec<i16>);

fn levels<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
) -> Result<Levels<T::T>, ParquetError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(place)?);
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let (records, ..) = reader.read_records(
            rows - read,
            Some(&mut definitions),
            Some(&mut repetitions),
            &mut values,
        )?;
        if records == 0 {
            let reason = format!("a column of {read} rows: expected {rows}");
            return Err(ParquetError::General(reason));
        }
        read += records;
    }
    Ok((values, definitions, repetitions))
}

fn max_definition(group: &dyn RowGroupReader, place: usize) -> i16 {
    let column = group.metadata().column(place).column_descr();
    column.max_def_level()
}

/// Reads a column, with `None` for nulls.
pub(super) fn values<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (values, definitions, _) = levels::<T>(group, place)?;
    if max_definition(group, place) == 0 {
        return Ok(values.into_iter().map(Some).collect());
    }
    let mut values = values.into_iter();
    let definitions = definitions.into_iter();
    Ok(definitions
        .map(|level| if level > 0 { values.next() } else { None })
        .collect())
}

/// Reads a column without nulls.
pub(super) fn present<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
) -> Result<Vec<T::T>, ParquetError> {
    let values: Option<Vec<_>> = values::<T>(group, place)?.into_iter().collect();
    let name = group.metadata().column(place).column_path().string();
    values.ok_or_else(|| ParquetError::General(format!("expected no null {name}")))
}

/// Reads a column of lists.
pub(super) fn lists<T: DataType>(
    group: &dyn RowGroupReader,
    place: usize,
) -> Result<Vec<Vec<T::T>>, ParquetError> {
    let (values, definitions, repetitions) = levels::<T>(group, place)?;
    let max = max_definition(group, place);
    let mut values = values.into_iter();
    let mut lists: Vec<Vec<T::T>> = Vec::new();
    for (definition, repetition) in definitions.into_iter().zip(repetitions) {
        if repetition == 0 {
            lists.push(Vec::new());
        }
        if definition == max
            && let Some(list) = lists.last_mut()
        {
            list.extend(values.next());
        }
    }
    Ok(lists)
}

/// Checks that all columns of a group have the same length.
pub(super) fn expect_lengths<const N: usize>(lengths: [usize; N]) -> Result<(), ParquetError> {
    if lengths.iter().all(|&length| length == lengths[0]) {
        return Ok(());
    }
    Err(ParquetError::General("columns of one length".to_owned()))
}

/// A row group to write.
pub(super) type Group<'a> = SerializedRowGroupWriter<'a, AtomicFile>;

/// Writes the next column of a row group; `is_there` is 0 for nulls.
pub(super) fn write_column<T: DataType>(
    group: &mut Group<'_>,
    values: impl Iterator<Item = T::T>,
    is_there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    write_levels::<T>(group, &values, is_there, None)
}

/// Writes the next column of a row group: a list for each row.
pub(super) fn write_lists<T: DataType>(
    group: &mut Group<'_>,
    lists: impl Iterator<Item = Vec<T::T>>,
) -> Result<(), ParquetError> {
    let (mut values, mut definitions, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        let length = list.len().max(1);
        definitions.resize(definitions.len() + length, i16::from(!list.is_empty()));
        repetitions.push(0);
        repetitions.resize(definitions.len(), 1);
        values.extend(list);
    }
    write_levels::<T>(group, &values, Some(&definitions), Some(&repetitions))
}

fn write_levels<T: DataType>(
    group: &mut Group<'_>,
    values: &[T::T],
    definitions: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| ParquetError::General("the schema has no more columns".to_owned()))?;
    column
        .typed::<T>()
        .write_batch(values, definitions, repetitions)?;
    column.close()
}

/// Writes rows to a file. `write_group` writes each group of them.
pub(super) fn write_file<R>(
    rows: &[R],
    header: &Header,
    path: &Path,
    schema: &str,
    write_group: impl Fn(&[R], &mut Group<'_>) -> Result<(), ParquetError>,
) -> Result<(), TrainingError> {
    let (refused, failed) = (TrainingError::io(path), parquet_error(path));
    let file = AtomicFile::create(path).map_err(&refused)?;
    let schema = parse_message_type(schema).map_err(&failed)?;
    let metadata = KeyValue {
        key: HEADER_KEY.to_owned(),
        value: Some(serde_json::to_string(header).map_err(|error| refused(error.into()))?),
    };
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(vec![metadata]))
        .build();
    let mut writer =
        SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(&failed)?;
    for rows in rows.chunks(GROUP) {
        let mut group = writer.next_row_group().map_err(&failed)?;
        write_group(rows, &mut group).map_err(&failed)?;
        group.close().map_err(&failed)?;
    }
    let file = writer.into_inner().map_err(&failed)?;
    file.finish().map_err(refused)
}
