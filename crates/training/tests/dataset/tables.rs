//! The tables as other programs see them.

use std::fs::File;
use std::path::Path;

use outflank_othello::Shape;
use outflank_othello::notation::transcript;
use outflank_training::dataset::{Header, PositionsReader, ScoredPosition, write_positions};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use super::{header, place, random_games, write_games};

fn open(path: &Path) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(path).unwrap()).unwrap()
}

#[test]
fn each_game_is_a_row() {
    let (_folder, path) = place();
    let games = random_games(Shape::STANDARD, 150).0;
    write_games(&path, &header("8x8"), &games);
    let file = open(&path.join("000000.parquet"));
    let metadata = file.metadata().file_metadata().key_value_metadata();
    let mut entries = metadata.unwrap().iter();
    let kept = entries.find(|entry| entry.key == "outflank").unwrap();
    let kept: Header = serde_json::from_str(kept.value.as_ref().unwrap()).unwrap();
    assert_eq!(kept, header("8x8"));
    let rows: Vec<_> = file.get_row_iter(None).unwrap().collect();
    assert_eq!(rows.len(), 150);
    for (row, game) in rows.into_iter().zip(&games) {
        let row = row.unwrap();
        let moves = transcript(&game.replay(Shape::STANDARD).unwrap());
        assert_eq!(row.get_string(0).unwrap(), &moves);
        assert_eq!(row.get_int(1).unwrap(), i32::from(game.black_score));
        assert_eq!(row.get_int(2).unwrap(), i32::from(game.opening_plies));
        assert_eq!(row.get_int(3).unwrap(), 20);
        assert_eq!(row.get_list(4).unwrap().len(), game.values.len());
        let random = row.get_list(5).unwrap();
        assert_eq!(random.len(), game.random_plies.count_ones() as usize);
    }
}

#[test]
fn positions_are_written_in_groups() {
    let (_folder, path) = place();
    let (_, mut positions) = random_games("6x6".parse().unwrap(), 200);
    positions = positions.iter().copied().cycle().take(100_500).collect();
    write_positions(&positions, &header("6x6"), &path).unwrap();
    let file = open(&path);
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
    let file = PositionsReader::open(&path, Shape::STANDARD).unwrap();
    assert_eq!(file.shape(), "6x6".parse().unwrap());
    assert!(file.scored().unwrap().map(Result::unwrap).eq(positions));
}

#[test]
fn rows_record_how_a_score_was_found() {
    let (_folder, path) = place();
    let start = ScoredPosition {
        mover: 0x0000_0008_1000_0000,
        opponent: 0x0000_0010_0800_0000,
        score: -90,
        depth: 12,
    };
    let header = Header {
        shape: Shape::STANDARD,
        settings: serde_json::json!({ "selectivity": 73 }),
    };
    write_positions(&[start], &header, &path).unwrap();
    let row = open(&path).get_row_iter(None).unwrap().next();
    let row = row.unwrap().unwrap();
    assert_eq!(row.get_float(2).unwrap(), -90.0 / 128.0);
    assert!(!row.get_bool(3).unwrap());
    let basis = [4, 5].map(|column| row.get_ubyte(column).unwrap());
    assert_eq!(basis, [12, 73]);
}
