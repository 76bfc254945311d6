//! Parquet files, read by the Parquet crate.

use std::fs;

use outflank_othello::Shape;
use outflank_training::dataset::{
    DatasetError, GamesReader, Header, PositionsReader, PositionsWriter, ScoredPosition,
    export_games, export_positions,
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
        let text = row.get_string(0).unwrap();
        assert_eq!(text.len(), 64);
        let discs = |disc| {
            let squares = text
                .chars()
                .enumerate()
                .filter(|(_, character)| *character == disc);
            squares.map(|(square, _)| 1_u64 << square).sum()
        };
        // Null is not a number.
        let depth = row.get_int(2).ok();
        assert_eq!(depth.is_none(), row.get_bool(3).unwrap());
        read.push(ScoredPosition {
            mover: discs('X'),
            opponent: discs('O'),
            score: (row.get_double(1).unwrap() * 128.0) as i16,
            depth: depth.map_or(255, |depth| depth as u8),
        });
    }
    assert!(read == positions);
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
