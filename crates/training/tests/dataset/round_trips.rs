//! Round trips of files.

use std::fs;

use outflank_othello::Shape;
use outflank_training::dataset::{
    GamesWriter, Kind, PositionsReader, files, kind_of, write_positions,
};

use super::{header, place, random_games, read_games, write_games};

#[test]
fn games_round_trip_on_boards_of_all_sizes() {
    for (shape, count) in [("8x8", 345), ("3x3", 20), ("9x7-a1", 60), ("16x8", 40)] {
        let (_folder, path) = place();
        let header = header(shape);
        let games = random_games(header.shape, count).0;
        assert_eq!(write_games(&path, &header, &games), count as u64);
        let files = files(&[&path]).unwrap();
        assert_eq!(files, [path.join("000000.parquet")]);
        assert_eq!(kind_of(&files[0]).unwrap(), Some(Kind::Games));
        let read = read_games(&path).unwrap();
        assert_eq!(read, games);
        for game in read {
            let replayed = game.replay(header.shape).unwrap();
            assert_eq!(
                replayed.outcome().unwrap().black_score,
                i32::from(game.black_score)
            );
            assert!(replayed.squares().eq(game.moves));
        }
    }
}

#[test]
fn positions_round_trip() {
    for shape in ["8x8", "6x6", "4x8-a1"] {
        let (_folder, path) = place();
        let header = header(shape);
        let positions = random_games(header.shape, 100).1;
        write_positions(&positions, &header, &path).unwrap();
        assert_eq!(kind_of(&path).unwrap(), Some(Kind::Positions));
        let reader = PositionsReader::open(&path, Shape::STANDARD).unwrap();
        assert_eq!(reader.header(), Some(&header));
        let read: Vec<_> = reader.scored().unwrap().map(Result::unwrap).collect();
        assert_eq!(read, positions);
    }
}

#[test]
fn games_are_added_to_the_last_file() {
    let (_folder, path) = place();
    let header = header("4x4");
    let games = random_games(header.shape, 10_020).0;
    let mut written = 0;
    for end in [7, 7, 9_990, 10_000, 10_001, 10_020] {
        let count = write_games(&path, &header, &games[written..end]);
        assert_eq!(count, end as u64);
        written = end;
        let expected = if end > 10_000 { 2 } else { 1 };
        assert_eq!(files(&[&path]).unwrap().len(), expected);
    }
    assert_eq!(read_games(&path).unwrap(), games);
    // After a kill, games that were not flushed are played again, and unfinished files are removed.
    let mut writer = GamesWriter::create_or_resume(&path, &header).unwrap();
    writer.push(&games[0]).unwrap();
    drop(writer);
    let part = path.join("000001.parquet.4294967295.part");
    fs::write(&part, "half").unwrap();
    assert_eq!(write_games(&path, &header, &[]), 10_020);
    assert!(!part.exists());
    assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    assert_eq!(read_games(&path).unwrap(), games);
}
