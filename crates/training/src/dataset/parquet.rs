//! Parquet export.

use std::path::Path;
use std::sync::Arc;

use outflank_othello::Square;
use outflank_othello::format::AtomicFile;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::error::DatasetError;
use super::header::Header;
use super::{GamesReader, PositionsReader, ScoredPosition, SelfPlayGame};

/// Rows of a row group, which is kept in memory.
const GROUP: usize = 100_000;

/// The metadata key of the [`Header`].
const HEADER_KEY: &str = "outflank";

const GAMES: &str = "message games {
    REQUIRED BINARY transcript (UTF8);
    REQUIRED INT32 black_score;
    REQUIRED INT32 opening_plies;
    REQUIRED INT32 exact_from;
}";

const POSITIONS: &str = "message positions {
    REQUIRED BINARY position (UTF8);
    REQUIRED DOUBLE score;
    OPTIONAL INT32 depth;
    REQUIRED BOOLEAN exact;
}";

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

/// Writes the remaining positions of `reader` as a Parquet file and returns their number.
///
/// The columns are `position` (64 characters row by row, `X` the mover's discs,
/// `O` the opponent's, `-` empty or off the board), `score` (discs, for the
/// mover), `depth` (plies, null if the score is exact) and `exact`. The file's
/// metadata have the reader's header as JSON under the key `outflank`.
///
/// # Errors
///
/// Returns an error if reading or writing fails; no file is then left.
pub fn export_positions(reader: PositionsReader, path: &Path) -> Result<u64, DatasetError> {
    let header = reader.header().clone();
    export(reader, &header, path, POSITIONS, |positions, group| {
        let texts = positions.iter().map(|position| text(position).into());
        column::<ByteArrayType>(group, texts, None)?;
        let scores = positions.iter().map(ScoredPosition::discs);
        column::<DoubleType>(group, scores, None)?;
        let searched = positions.iter().filter(|position| !position.is_exact());
        let depths = searched.map(|position| position.depth.into());
        let is_there: Vec<i16> = positions
            .iter()
            .map(|position| i16::from(!position.is_exact()))
            .collect();
        column::<Int32Type>(group, depths, Some(&is_there))?;
        let exact = positions.iter().map(ScoredPosition::is_exact);
        column::<BoolType>(group, exact, None)
    })
}

/// Returns a board as 64 characters.
fn text(position: &ScoredPosition) -> Vec<u8> {
    let character = |bit: u32| {
        if position.mover >> bit & 1 == 1 {
            b'X'
        } else if position.opponent >> bit & 1 == 1 {
            b'O'
        } else {
            b'-'
        }
    };
    (0..64).map(character).collect()
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
    let properties = Arc::new(properties(header));
    let mut writer =
        SerializedFileWriter::new(file, Arc::new(schema), properties).map_err(failed)?;
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
    let mut file = writer.into_inner().map_err(failed)?;
    file.complete(None).map_err(&refused)?;
    file.rename().map_err(&refused)?;
    Ok(rows)
}

fn properties(header: &Header) -> WriterProperties {
    let metadata = KeyValue {
        key: HEADER_KEY.to_owned(),
        value: serde_json::to_string(header).ok(),
    };
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(vec![metadata]))
        .build()
}
