//! Books as Parquet tables for other programs, with the columns of the CSV tables.

use std::io::Write;
use std::sync::Arc;

use outflank_othello::Layout;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::csv::{grade, leaf};
use super::text::board_text;
use crate::entry::{Entry, Leaf};

/// The number of rows in a row group, which is built in memory.
pub(super) const GROUP: usize = 100_000;

const SCHEMA: &str = "message book {
    REQUIRED BINARY position (UTF8);
    REQUIRED INT32 score;
    REQUIRED INT32 lower;
    REQUIRED INT32 upper;
    REQUIRED BOOLEAN exact;
    REQUIRED INT32 level;
    OPTIONAL BINARY leaf (UTF8);
    OPTIONAL INT32 leaf_score;
    OPTIONAL INT32 leaf_level;
    OPTIONAL INT32 leaf_selectivity;
    OPTIONAL BOOLEAN leaf_reaches_end;
    OPTIONAL BINARY grade (UTF8);
    REQUIRED INT64 lines;
    REQUIRED INT32 mover_lines;
    REQUIRED INT32 opponent_lines;
}";

/// Opens a Parquet file.
pub(super) fn writer<W: Write + Send>(output: W) -> Result<SerializedFileWriter<W>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    SerializedFileWriter::new(output, schema, Arc::new(properties))
}

/// Writes entries as a row group.
pub(super) fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    entries: &[Entry],
    layout: &Layout<u64>,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let all = |value: fn(&Entry) -> i32| entries.iter().map(move |entry| Some(value(entry)));
    let of_leaf = |value: fn(&Leaf) -> i32| {
        let leaves = entries.iter().map(|entry| entry.leaf.as_ref());
        leaves.map(move |leaf| leaf.map(value))
    };
    let bytes = |text: String| ByteArray::from(text.into_bytes());
    let boards = entries.iter().map(|entry| board_text(entry.board, layout));
    let boards = boards.map(|text| Some(bytes(text)));
    column::<ByteArrayType, _>(&mut group, boards, false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.score.into()), false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.lower.into()), false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.upper.into()), false)?;
    let exact = entries.iter().map(|entry| Some(entry.is_exact()));
    column::<BoolType, _>(&mut group, exact, false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.level.into()), false)?;
    let leaves = entries.iter().map(|entry| leaf(entry, layout).map(bytes));
    column::<ByteArrayType, _>(&mut group, leaves, true)?;
    column::<Int32Type, _>(&mut group, of_leaf(|leaf| leaf.score.into()), true)?;
    let levels = of_leaf(|leaf| leaf.quality.level.into());
    column::<Int32Type, _>(&mut group, levels, true)?;
    let selectivities = of_leaf(|leaf| leaf.quality.selectivity.percent() as i32);
    column::<Int32Type, _>(&mut group, selectivities, true)?;
    let leaves = entries.iter().map(|entry| entry.leaf);
    let ends = leaves.map(|leaf| leaf.map(|leaf| leaf.quality.reaches_end));
    column::<BoolType, _>(&mut group, ends, true)?;
    let grades = entries.iter().map(|entry| grade(entry).map(bytes));
    column::<ByteArrayType, _>(&mut group, grades, true)?;
    let lines = entries.iter().map(|entry| Some(i64::from(entry.lines)));
    column::<Int64Type, _>(&mut group, lines, false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.mover_lines.into()), false)?;
    column::<Int32Type, _>(&mut group, all(|entry| entry.opponent_lines.into()), false)?;
    group.close()?;
    Ok(())
}

/// Writes the next column. In an optional column, a missing value becomes a null.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = Option<T::T>>,
    is_optional: bool,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = values.collect();
    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| ParquetError::General("the schema has no more columns".to_owned()))?;
    let levels = is_optional.then_some(levels.as_slice());
    column.typed::<T>().write_batch(&values, levels, None)?;
    column.close()
}
