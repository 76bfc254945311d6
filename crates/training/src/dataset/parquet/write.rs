//! Writing of Parquet files.

use std::io;
use std::path::Path;
use std::sync::Arc;

use outflank_othello::Square;
use outflank_support::AtomicFile;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::{GAMES, HEADER_KEY, POSITIONS};
use crate::dataset::{
    DatasetError, GamesReader, Header, PositionsReader, ScoredPosition, SelfPlayGame,
};

/// Rows of a row group, which is kept in memory.
const GROUP: usize = 100_000;

type Group<'a> = SerializedRowGroupWriter<'a, AtomicFile>;

/// Writes the remaining games of `reader` as a Parquet file and returns their number.
///
/// The columns are `transcript` (a text such as `f5d6c3`), `black_score` (discs,
/// empties to the winner), `opening_plies` and `exact_from` (empty squares). The
/// file's metadata have the reader's header as JSON under the key `outflank`.
///
/// # Errors
///
/// Returns an error if reading or writing fails; no file is then left.
pub fn export_games(reader: GamesReader, path: &Path) -> Result<u64, DatasetError> {
    let header = reader.header().clone();
    export(reader, &header, path, GAMES, |games, group| {
        let transcripts = games.iter().map(|game| {
            let names: String = game
                .squares()
                .map(|square: Square| square.to_string())
                .collect();
            ByteArray::from(names.into_bytes())
        });
        column::<ByteArrayType>(group, transcripts, None)?;
        let numbers: [fn(&SelfPlayGame) -> i32; 3] = [
            |game| game.black_score.into(),
            |game| game.opening_plies.into(),
            |game| game.exact_from.into(),
        ];
        for number in numbers {
            column::<Int32Type>(group, games.iter().map(number), None)?;
        }
        Ok(())
    })
}

/// Writes the remaining positions of `reader` as a Parquet file and returns their number, as
/// [`write_positions`] does.
///
/// # Errors
///
/// Returns an error if reading or writing fails; no file is then left.
pub fn export_positions(reader: PositionsReader, path: &Path) -> Result<u64, DatasetError> {
    let header = reader.header().clone();
    write_positions(reader, &header, path)
}

/// Writes scored positions as a Parquet file, which [`ParquetReader`](super::ParquetReader) reads,
/// and returns their number.
///
/// The columns are `mover` and `opponent` (discs as 64-bit sets, bit 8·row + column), `score`
/// (discs, for the mover), `exact`, `depth` (plies) and `selectivity` (ProbCut confidence in per
/// cent, 100 without ProbCut). The last two are null if the score is exact; the selectivity is
/// that of the header's settings, and null if they have none. The file's metadata have the
/// header as JSON under the key `outflank`.
///
/// # Errors
///
/// Returns an error if a position is one, or if writing fails; no file is then left.
pub fn write_positions(
    positions: impl Iterator<Item = Result<ScoredPosition, DatasetError>>,
    header: &Header,
    path: &Path,
) -> Result<u64, DatasetError> {
    let selectivity = header.settings.get("selectivity");
    let selectivity = selectivity.and_then(serde_json::Value::as_u64);
    let selectivity = selectivity.filter(|percent| *percent <= 100);
    export(positions, header, path, POSITIONS, |positions, group| {
        let discs: [fn(&ScoredPosition) -> u64; 2] = [|p| p.mover, |p| p.opponent];
        for discs in discs {
            let sets = positions.iter().map(|p| discs(p).cast_signed());
            column::<Int64Type>(group, sets, None)?;
        }
        let scores = positions.iter().map(|position| position.discs() as f32);
        column::<FloatType>(group, scores, None)?;
        let exact = positions.iter().map(ScoredPosition::is_exact);
        column::<BoolType>(group, exact, None)?;
        let searched = positions.iter().filter(|position| !position.is_exact());
        let is_searched = positions.iter().map(|p| i16::from(!p.is_exact()));
        let is_searched: Vec<i16> = is_searched.collect();
        let depths = searched.clone().map(|position| position.depth.into());
        column::<Int32Type>(group, depths, Some(&is_searched))?;
        match selectivity {
            Some(percent) => {
                column::<Int32Type>(group, searched.map(|_| percent as i32), Some(&is_searched))
            }
            None => {
                let nulls = vec![0; positions.len()];
                column::<Int32Type>(group, [].into_iter(), Some(&nulls))
            }
        }
    })
}

/// Writes the next column of a row group; `is_there` is 0 for nulls.
fn column<T: DataType>(
    group: &mut Group<'_>,
    values: impl Iterator<Item = T::T>,
    is_there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| ParquetError::General("the schema has no more columns".to_owned()))?;
    column.typed::<T>().write_batch(&values, is_there, None)?;
    column.close()
}

/// Writes records in row groups with `write_group`.
fn export<R>(
    mut records: impl Iterator<Item = Result<R, DatasetError>>,
    header: &Header,
    path: &Path,
    schema: &str,
    write_group: impl Fn(&[R], &mut Group<'_>) -> Result<(), ParquetError>,
) -> Result<u64, DatasetError> {
    let refused = DatasetError::file(path);
    let file = AtomicFile::create(path).map_err(&refused)?;
    let failed = |error| DatasetError::Parquet {
        path: path.to_owned(),
        error,
    };
    let schema = parse_message_type(schema).map_err(failed)?;
    let properties = properties(header).map_err(&refused)?;
    let mut writer =
        SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
    let mut rows = 0;
    loop {
        let group: Vec<R> = records.by_ref().take(GROUP).collect::<Result<_, _>>()?;
        if group.is_empty() {
            break;
        }
        let mut group_writer = writer.next_row_group().map_err(failed)?;
        write_group(&group, &mut group_writer).map_err(failed)?;
        group_writer.close().map_err(failed)?;
        rows += group.len() as u64;
    }
    let file = writer.into_inner().map_err(failed)?;
    file.finish().map_err(&refused)?;
    Ok(rows)
}

fn properties(header: &Header) -> Result<WriterProperties, io::Error> {
    let metadata = KeyValue {
        key: HEADER_KEY.to_owned(),
        value: Some(serde_json::to_string(header)?),
    };
    Ok(WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(vec![metadata]))
        .build())
}
