//! Round trips of files.

use outflank_training::dataset::{
    GamesReader, GamesWriter, Kind, PositionsReader, PositionsWriter, kind_of,
};

use super::{header, place, random_games, read_games, write_games};

#[test]
fn games_round_trip_on_boards_of_all_sizes() {
    for (shape, count) in [("8x8", 2345), ("3x3", 20), ("9x7-a1", 60), ("16x8", 40)] {
        let (_folder, path) = place();
        let header = header(shape);
        let games = random_games(header.shape, count).0;
        assert_eq!(write_games(&path, &header, &games), count as u64);
        assert_eq!(kind_of(&path).unwrap(), Some(Kind::Games));
        assert_eq!(
            GamesReader::open(&path).unwrap().header().shape,
            header.shape
        );
        let read = read_games(&path).unwrap();
        assert_eq!(read, games);
        for game in read {
            let replayed = game.replay(header.shape).unwrap();
            assert_eq!(
                replayed.outcome().unwrap().black_score,
                i32::from(game.black_score)
            );
            assert!(replayed.squares().eq(game.squares()));
        }
    }
}

#[test]
fn positions_round_trip() {
    for shape in ["8x8", "6x6", "4x8-a1"] {
        let (_folder, path) = place();
        let header = header(shape);
        let positions = random_games(header.shape, 100).1;
        // Half of them now, the rest after resuming the file.
        let (first, rest) = positions.split_at(positions.len() / 2);
        for part in [first, rest] {
            let mut writer = PositionsWriter::create_or_resume(&path, &header).unwrap();
            part.iter()
                .for_each(|position| writer.push(position).unwrap());
            writer.flush().unwrap();
        }
        let writer = PositionsWriter::create_or_resume(&path, &header).unwrap();
        assert_eq!(writer.records(), positions.len() as u64);
        assert_eq!(kind_of(&path).unwrap(), Some(Kind::Positions));
        let reader = PositionsReader::open(&path).unwrap();
        assert_eq!(reader.map(Result::unwrap).collect::<Vec<_>>(), positions);
    }
}

#[test]
fn a_block_is_written_after_a_thousand_games() {
    let (_folder, path) = place();
    let games = random_games("4x4".parse().unwrap(), 1001).0;
    let mut writer = GamesWriter::create_or_resume(&path, &header("4x4")).unwrap();
    for game in &games[..999] {
        writer.push(game).unwrap();
    }
    assert_eq!(
        (writer.records(), read_games(&path).unwrap().len()),
        (999, 0)
    );
    writer.push(&games[999]).unwrap();
    writer.push(&games[1000]).unwrap();
    assert_eq!(
        (writer.records(), read_games(&path).unwrap().len()),
        (1001, 1000)
    );
    // Killed: games that were not flushed are played again.
    drop(writer);
    assert_eq!(write_games(&path, &header("4x4"), &games[1000..]), 1001);
    assert_eq!(read_games(&path).unwrap(), games);
}
