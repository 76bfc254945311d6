//! Files and records that are refused.

use std::fs;

use outflank_othello::{IllegalMove, Shape};
use outflank_training::dataset::{
    DatasetError, GamesReader, GamesWriter, Header, Kind, PositionsWriter, ScoredPosition,
    SelfPlayGame, kind_of,
};
use serde_json::json;

use super::{header, place, random_games, three_blocks};

#[test]
fn another_header_is_refused_and_the_difference_named() {
    let (_folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 30).0;
    three_blocks(&path, &games);
    let before = fs::read(&path).unwrap();
    let refused = |header: &Header| match GamesWriter::create_or_resume(&path, header).err() {
        Some(DatasetError::OtherSettings {
            setting,
            found,
            expected,
            ..
        }) => (setting, found, expected),
        other => panic!("{other:?}"),
    };
    let mine = header("6x6");
    let mut other = mine.clone();
    other.settings["seed"] = json!(8);
    let strings = |texts: [&str; 3]| texts.map(str::to_owned).into();
    assert_eq!(refused(&other), strings(["settings.seed", "7", "8"]));
    other = mine.clone();
    other.settings["engine"]["depth"] = json!(1);
    assert_eq!(
        refused(&other),
        strings(["settings.engine.depth", "nothing", "1"])
    );
    assert_eq!(refused(&header("6x5")), strings(["shape", "6x6", "6x5"]));
    assert_eq!(fs::read(&path).unwrap(), before);

    // A truncated header can be resumed only by its own run.
    fs::write(&path, &before[..20]).unwrap();
    let error = GamesWriter::create_or_resume(&path, &header("6x5"))
        .err()
        .unwrap();
    assert!(
        matches!(error, DatasetError::CutOff { block: 0, .. }),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap().len(), 20);
}

#[test]
fn other_files_are_refused_and_not_changed() {
    let (_folder, path) = place();
    let frame = |text: &str| {
        let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
        compressor.include_checksum(true).unwrap();
        compressor.compress(text.as_bytes()).unwrap()
    };
    let cases = [
        (b"f5d6c3\n".to_vec(), None, "a whole Zstandard frame"),
        (frame("{}"), None, "JSON header"),
        (
            frame(r#"{"outflank":"book","version":2}"#),
            None,
            "expected a file of games, found one of book",
        ),
        (
            frame(r#"{"outflank":"games","version":3}"#),
            Some(Kind::Games),
            "expected version 2 of the format, found 3",
        ),
        (
            frame(r#"{"outflank":"games","version":2,"shape":"2x2","settings":{}}"#),
            Some(Kind::Games),
            "JSON header",
        ),
        (
            frame(r#"{"outflank":"positions","version":2,"shape":"6x6","settings":{}}"#),
            Some(Kind::Positions),
            "expected a file of games, found one of positions",
        ),
        (
            zstd::encode_all(&b"{}"[..], 3).unwrap(),
            None,
            "without a checksum",
        ),
    ];
    for (bytes, kind, message) in cases {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(kind_of(&path).unwrap(), kind);
        let reading = GamesReader::open(&path).err().unwrap().to_string();
        assert!(reading.contains(message), "{reading}");
        let writing = GamesWriter::create_or_resume(&path, &header("6x6"))
            .err()
            .unwrap();
        assert_eq!(writing.to_string(), reading);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(kind_of(&path), Err(DatasetError::File { .. })));
    assert!(matches!(
        GamesReader::open(&path),
        Err(DatasetError::File { .. })
    ));
    fs::write(&path, "").unwrap();
    assert_eq!(kind_of(&path).unwrap(), None);
}

#[test]
fn invalid_records_are_rejected() {
    let (_folder, path) = place();
    let good = random_games(Shape::STANDARD, 1).0.remove(0);
    let mut writer = GamesWriter::create_or_resume(&path, &header("8x8")).unwrap();
    let mut refused = |change: fn(&mut SelfPlayGame), message: &str| {
        let mut game = good.clone();
        change(&mut game);
        let error = writer.push(&game).unwrap_err();
        let place = matches!(
            error,
            DatasetError::Record {
                block: 1,
                record: 1,
                ..
            }
        );
        assert!(place && error.to_string().contains(message), "{error}");
    };
    refused(|game| game.moves[0] = 0x00, "move 1: a1 flips nothing");
    refused(|game| game.moves[0] = 0x33, "move 1: d4 is occupied");
    refused(|game| game.moves[0] = 0x88, "move 1: i9 is not a square");
    refused(|game| game.moves.push(0x00), "the game is over");
    refused(|game| game.black_score += 2, "a score of");
    refused(|game| game.opening_plies = 61, "an opening of 61 plies");
    refused(|game| game.exact_from = 129, "exact from 129 empty squares");
    refused(
        |game| {
            game.moves.truncate(9);
            game.values.clear();
            game.random_plies = 0;
            game.black_score = 65;
        },
        "a score of 65",
    );
    refused(|game| game.random_plies = 1 << 100, "random moves");
    refused(
        |game| game.values = vec![0; game.moves.len() + 1],
        "values: expected at most",
    );
    assert_eq!(writer.records(), 0);
    writer.push(&good).unwrap();
    assert_eq!(writer.records(), 1);

    let mut short = good;
    short.moves = vec![0x00];
    let error = short.replay(Shape::STANDARD).unwrap_err();
    assert_eq!(error.number, 1);
    assert!(matches!(error.reason, IllegalMove::FlipsNothing(..)));
}

#[test]
fn invalid_positions_are_rejected() {
    let (_folder, path) = place();
    let unfit = PositionsWriter::create_or_resume(&path, &header("9x7"))
        .err()
        .unwrap();
    assert!(
        unfit
            .to_string()
            .contains("expected one that fits into 8x8"),
        "{unfit}"
    );
    assert!(!path.exists());

    let mut writer = PositionsWriter::create_or_resume(&path, &header("6x6-a1")).unwrap();
    let mut push = |mover, opponent, score, depth| {
        let position = ScoredPosition {
            mover,
            opponent,
            score,
            depth,
        };
        writer.push(&position).map_err(|error| error.to_string())
    };
    let mut refused = |mover, opponent, score, depth, message: &str| {
        let error = push(mover, opponent, score, depth).unwrap_err();
        assert!(error.contains(message), "{error}");
    };
    refused(6, 2, 0, 1, "one disc on a square");
    refused(0, 0, 0, 1, "expected discs");
    // The hole, and squares outside 6×6.
    for off in [1, 1 << 6, 1 << 48] {
        refused(off, 2, 0, 1, "off the board");
    }
    refused(4, 2, 35 * 128 + 1, 1, "expected at most 35");
    refused(4, 2, i16::MIN, 1, "expected at most 35");
    refused(4, 2, 64, 255, "a whole number");
    push(4, 2, -35 * 128, 255).unwrap();
    push(1 << 45, 2, 77, 0).unwrap();
}
