//! Parquet files, read by the Parquet crate.

use std::fs;
use std::path::Path;

use outflank_othello::Shape;
use outflank_training::dataset::{
    DatasetError, GamesReader, Header, PositionFile, PositionsReader, PositionsWriter,
    ScoredPosition, export_games, export_positions, write_positions,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use super::{header, place, random_games, three_blocks, write_games};

#[test]
fn games_are_exported_as_parquet() {
    let (folder, path) = place();
    let games = random_games(Shape::STANDARD, 1500).0;
    write_games(&path, &header("8x8"), &games);
    let out = folder.path().join("games.parquet");
    let rows = export_games(GamesReader::open(&path).unwrap(), &out).unwrap();
    assert_eq!(rows, 1500);

    let file = SerializedFileReader::new(fs::File::open(&out).unwrap()).unwrap();
    let metadata = file
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let kept = metadata
        .iter()
        .find(|entry| entry.key == "outflank")
        .unwrap();
    let kept: Header = serde_json::from_str(kept.value.as_ref().unwrap()).unwrap();
    assert_eq!(kept.shape, Shape::STANDARD);
    let mut count = 0;
    for (row, game) in file.get_row_iter(None).unwrap().zip(&games) {
        let row = row.unwrap();
        let transcript =
            outflank_othello::notation::transcript(&game.replay(Shape::STANDARD).unwrap());
        assert_eq!(row.get_string(0).unwrap(), &transcript);
        assert_eq!(row.get_int(1).unwrap(), i32::from(game.black_score));
        assert_eq!(row.get_int(2).unwrap(), i32::from(game.opening_plies));
        assert_eq!(row.get_int(3).unwrap(), 20);
        count += 1;
    }
    assert_eq!(count, 1500);
    let names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn positions_are_exported_as_parquet_in_groups() {
    let (folder, path) = place();
    let (_, mut positions) = random_games("6x6".parse().unwrap(), 200);
    positions = positions.iter().copied().cycle().take(100_500).collect();
    let mut writer = PositionsWriter::create_or_resume(&path, &header("6x6")).unwrap();
    positions
        .iter()
        .for_each(|position| writer.push(position).unwrap());
    writer.flush().unwrap();
    let out = folder.path().join("positions.parquet");
    let rows = export_positions(PositionsReader::open(&path).unwrap(), &out).unwrap();
    assert_eq!(rows, 100_500);

    let file = SerializedFileReader::new(fs::File::open(&out).unwrap()).unwrap();
    assert_eq!(file.metadata().num_row_groups(), 2);
    let mut read = Vec::new();
    for row in file.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        // Null is not a number.
        let depth = row.get_ubyte(4).ok();
        let exact = row.get_bool(3).unwrap();
        assert_eq!((depth.is_none(), row.get_ubyte(5).is_err()), (exact, true));
        read.push(ScoredPosition {
            mover: row.get_ulong(0).unwrap(),
            opponent: row.get_ulong(1).unwrap(),
            score: (row.get_float(2).unwrap() * 128.0) as i16,
            depth: depth.unwrap_or(255),
        });
    }
    assert!(read == positions);
    let file = PositionFile::open(&out, Shape::STANDARD).unwrap();
    assert_eq!(file.shape(), "6x6".parse().unwrap());
    assert!(file.map(Result::unwrap).eq(positions));
}

/// Writes one position with a score as Parquet.
fn write_one(path: &Path, position: ScoredPosition, settings: serde_json::Value) {
    let header = Header {
        shape: Shape::STANDARD,
        settings,
    };
    write_positions([Ok(position)].into_iter(), &header, path).unwrap();
}

/// The start, searched 12 plies deep.
const START: ScoredPosition = ScoredPosition {
    mover: 0x0000_0008_1000_0000,
    opponent: 0x0000_0010_0800_0000,
    score: -90,
    depth: 12,
};

#[test]
fn rows_say_what_a_score_is_founded_on() {
    let (folder, path) = place();
    write_one(&path, START, serde_json::json!({ "selectivity": 73 }));
    let file = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
    assert_eq!(row.get_float(2).unwrap(), -90.0 / 128.0);
    assert!(!row.get_bool(3).unwrap());
    let basis = [4, 5].map(|column| row.get_ubyte(column).unwrap());
    assert_eq!(basis, [12, 73]);
    drop(folder);
}

#[test]
fn impossible_rows_are_named() {
    let (folder, path) = place();
    let none = serde_json::json!({});
    for (position, reason) in [
        (
            ScoredPosition {
                opponent: START.mover,
                ..START
            },
            "one disc on a square",
        ),
        (
            ScoredPosition {
                mover: 0,
                opponent: 0,
                ..START
            },
            "discs on the board",
        ),
        (
            ScoredPosition {
                score: 64 * 128 + 1,
                ..START
            },
            "at most 64",
        ),
        (
            ScoredPosition {
                depth: 255,
                ..START
            },
            "expected a whole number",
        ),
    ] {
        write_one(&path, position, none.clone());
        let error = PositionFile::open(&path, Shape::STANDARD).unwrap().next();
        let error = error.unwrap().unwrap_err().to_string();
        assert!(
            error.contains("row 1: ") && error.contains(reason),
            "{error}"
        );
    }
    write_one(&path, START, none);
    let bytes = fs::read(&path).unwrap();
    let games = folder.path().join("games.parquet");
    write_games(
        &folder.path().join("a.games"),
        &header("8x8"),
        &random_games(Shape::STANDARD, 3).0,
    );
    export_games(
        GamesReader::open(&folder.path().join("a.games")).unwrap(),
        &games,
    )
    .unwrap();
    let refused = |path: &Path| match PositionFile::open(path, Shape::STANDARD) {
        Ok(mut positions) => positions.any(|position| position.is_err()),
        Err(_) => true,
    };
    assert!(refused(&games), "a file of games has no boards");
    // Damage gives an error or other positions, never a panic.
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        fs::write(&path, &damaged).unwrap();
        refused(&path);
        fs::write(&path, &bytes[..place]).unwrap();
        assert!(refused(&path), "cut off after {place} bytes");
    }
}

#[test]
fn a_damaged_file_is_not_exported() {
    let (folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 30).0;
    let ends = three_blocks(&path, &games);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..ends[2] + 9]).unwrap();
    let out = folder.path().join("games.parquet");
    let strict = export_games(GamesReader::open(&path).unwrap(), &out);
    assert!(matches!(
        strict,
        Err(DatasetError::CutOff {
            block: 3,
            bytes: 9,
            ..
        })
    ));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let lenient = GamesReader::open(&path).unwrap().allow_truncated_tail();
    assert_eq!(export_games(lenient, &out).unwrap(), 20);
}
