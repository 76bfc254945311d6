//! Files and records that are refused.

use std::fs;

use outflank_othello::Shape;
use outflank_training::TrainingError;
use outflank_training::dataset::{
    self, GamesReader, GamesWriter, Header, PositionsReader, ScoredPosition, SelfPlayGame, files,
    kind_of, write_positions,
};
use serde_json::json;

use super::{header, place, random_games, write_games};

#[test]
fn another_header_is_refused_and_the_difference_is_named() {
    let (_folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 30).0;
    write_games(&path, &header("6x6"), &games);
    let file = path.join("000000.parquet");
    let before = fs::read(&file).unwrap();
    let refused = |header: &Header, difference: &str| {
        let error = GamesWriter::create_or_resume(&path, header).err().unwrap();
        assert!(error.to_string().contains(difference), "{error}");
    };
    let mine = header("6x6");
    let mut other = mine.clone();
    other.settings["seed"] = json!(8);
    refused(&other, "another settings.seed: expected 8, found 7");
    other = mine.clone();
    other.settings["engine"]["depth"] = json!(1);
    refused(
        &other,
        "another settings.engine.depth: expected 1, found nothing",
    );
    refused(&header("6x5"), "another shape: expected 6x5, found 6x6");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn other_files_are_refused_and_not_changed() {
    let (folder, path) = place();
    let header = header("8x8");
    let (games, positions) = random_games(Shape::STANDARD, 3);
    let refused = |message: &str| {
        let error = GamesWriter::create_or_resume(&path, &header).err().unwrap();
        assert!(error.to_string().contains(message), "{error}");
    };
    // A file is not a folder.
    fs::write(&path, "f5d6c3\n").unwrap();
    refused("data: ");
    assert_eq!(kind_of(&path).unwrap(), None);
    assert_eq!(fs::read(&path).unwrap(), b"f5d6c3\n");
    fs::remove_file(&path).unwrap();
    assert!(matches!(kind_of(&path), Err(TrainingError::Io(..))));

    fs::create_dir(&path).unwrap();
    let empty = files(&[&path]).unwrap_err();
    assert!(empty.to_string().contains("found none"), "{empty}");
    let first = path.join("000000.parquet");
    write_positions(&positions, &header, &first).unwrap();
    refused("expected self-play games, with a column transcript");
    dataset::write_games(&games, &header, &path.join("000001.parquet")).unwrap();
    dataset::write_games(&games, &header, &first).unwrap();
    refused("000000.parquet: 3 games: expected 10000");
    fs::remove_file(&first).unwrap();
    refused("000000.parquet in this folder");
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);

    // A file of games has no boards.
    let games = path.join("000001.parquet");
    let error = PositionsReader::open(&games, Shape::STANDARD).err();
    let error = error.unwrap().to_string();
    assert!(error.contains("expected a column mover"), "{error}");
    let missing = GamesReader::open(&folder.path().join("missing"));
    assert!(matches!(missing, Err(TrainingError::Io(..))));
}

#[test]
fn invalid_games_are_rejected() {
    let (_folder, path) = place();
    let good = random_games(Shape::STANDARD, 1).0.remove(0);
    let mut writer = GamesWriter::create_or_resume(&path, &header("8x8")).unwrap();
    let file = path.join("other");
    let mut refused = |change: fn(&mut SelfPlayGame), message: &str| {
        let mut game = good.clone();
        change(&mut game);
        let error = writer.push(&game).unwrap_err().to_string();
        let place = error.contains("row 1: ");
        assert!(place && error.contains(message), "{error}");
        // Readers check it too.
        dataset::write_games(&[game], &header("8x8"), &file).unwrap();
        assert!(GamesReader::open(&file).unwrap().next().unwrap().is_err());
    };
    refused(
        |game| game.moves[0] = "a1".parse().unwrap(),
        "move 1: a1 flips nothing",
    );
    refused(
        |game| game.moves[0] = "d4".parse().unwrap(),
        "move 1: d4 is occupied",
    );
    refused(
        |game| game.moves[0] = "i9".parse().unwrap(),
        "move 1: i9 is not a square",
    );
    refused(
        |game| game.moves.push("a1".parse().unwrap()),
        "the game is over",
    );
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
    assert_eq!(writer.games(), 0);
    writer.push(&good).unwrap();
    assert_eq!(writer.games(), 1);

    let mut short = good;
    short.moves = vec!["a1".parse().unwrap()];
    let error = short.replay(Shape::STANDARD).unwrap_err().to_string();
    assert!(error.contains("move 1: a1 flips nothing"), "{error}");
}

#[test]
fn invalid_positions_are_rejected() {
    let (_folder, path) = place();
    let unfit = write_positions(&[], &header("9x7"), &path).unwrap_err();
    assert!(
        unfit
            .to_string()
            .contains("expected a board that fits into 8x8"),
        "{unfit}"
    );
    let write = |mover, opponent, score, depth, shape: &str| {
        let position = ScoredPosition {
            mover,
            opponent,
            score,
            depth,
        };
        write_positions(&[position], &header(shape), &path)
    };
    let refused = |mover, opponent, score, depth, message: &str| {
        let error = write(mover, opponent, score, depth, "6x6-a1").unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("row 1: ") && error.contains(message),
            "{error}"
        );
        assert!(!path.exists());
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
    write(4, 2, -35 * 128, 255, "6x6-a1").unwrap();
    write(1 << 45, 2, 77, 0, "6x6-a1").unwrap();
    // A file of another program may have such rows.
    write(1 << 63, 2, 0, 1, "8x8").unwrap();
    let bytes = fs::read(&path).unwrap();
    let (from, to) = (br#""shape":"8x8""#, br#""shape":"6x6""#);
    let at = bytes.windows(from.len()).position(|part| part == from);
    let mut other = bytes.clone();
    other[at.unwrap()..][..to.len()].copy_from_slice(to);
    fs::write(&path, other).unwrap();
    let row = PositionsReader::open(&path, Shape::STANDARD)
        .unwrap()
        .next();
    let error = row.unwrap().unwrap_err().to_string();
    assert!(
        error.contains("row 1: ") && error.contains("off the board"),
        "{error}"
    );
}
