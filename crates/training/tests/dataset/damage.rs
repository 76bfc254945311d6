//! Damaged files.

use std::fs;
use std::path::Path;

use outflank_othello::Shape;
use outflank_training::dataset::{GamesReader, GamesWriter, PositionsReader, write_positions};

use super::{header, place, random_games, write_games};

/// Flips some bits of each byte, then each single bit, and truncates the file there. `is_refused` reads the
/// result: a damaged file gives an error or other content, never a panic, and a truncated file
/// always gives an error.
fn check_damage(path: &Path, is_refused: impl Fn() -> bool) {
    let bytes = fs::read(path).unwrap();
    assert!(!is_refused());
    let mut refused = 0;
    for place in 0..bytes.len() {
        let damaged = |mask: u8| {
            let mut damaged = bytes.clone();
            damaged[place] ^= mask;
            fs::write(path, &damaged).unwrap();
            is_refused()
        };
        refused += usize::from(damaged(0x55));
        for bit in 0..8 {
            damaged(1 << bit);
        }
        fs::write(path, &bytes[..place]).unwrap();
        assert!(is_refused(), "cut off after {place} bytes");
    }
    assert!(refused > bytes.len() / 3, "{refused} of {}", bytes.len());
}

#[test]
fn damaged_games_are_refused() {
    let (_folder, path) = place();
    write_games(
        &path,
        &header("6x6"),
        &random_games("6x6".parse().unwrap(), 5).0,
    );
    let file = path.join("000000.parquet");
    check_damage(&file, || match GamesReader::open(&file) {
        Ok(mut games) => games.any(|game| game.is_err()),
        Err(_) => true,
    });
    let resumed = GamesWriter::create_or_resume(&path, &header("6x6"));
    assert!(resumed.is_err());
}

#[test]
fn damaged_positions_are_refused() {
    let (_folder, path) = place();
    let positions = random_games("6x6".parse().unwrap(), 1).1;
    write_positions(&positions, &header("6x6"), &path).unwrap();
    check_damage(&path, || {
        let reader = PositionsReader::open(&path, Shape::STANDARD);
        match reader.and_then(PositionsReader::scored) {
            Ok(mut positions) => positions.any(|position| position.is_err()),
            Err(_) => true,
        }
    });
}

#[test]
fn a_reader_ends_after_an_error() {
    let (_folder, path) = place();
    // Games of another board.
    let games = random_games(Shape::STANDARD, 3).0;
    outflank_training::dataset::write_games(&games, &header("6x6"), &path).unwrap();
    let mut reader = GamesReader::open(&path).unwrap();
    let error = reader.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("data: row 1: "), "{error}");
    assert!(reader.next().is_none());
}
