//! Truncated and damaged files.

use std::fs;

use outflank_training::dataset::{DatasetError, GamesReader, GamesWriter};

use super::{header, place, random_games, read_games, three_blocks};

#[test]
fn a_file_truncated_anywhere_is_resumed() {
    let (folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 40).0;
    let ends = three_blocks(&path, &games);
    let whole = fs::read(&path).unwrap();
    let cut = folder.path().join("cut");
    for length in 0..=whole.len() {
        fs::write(&cut, &whole[..length]).unwrap();
        let kept = 10 * ends[1..].iter().filter(|end| **end <= length).count();
        let is_between = ends.contains(&length);

        let strict = read_games(&cut);
        match &strict {
            Ok(read) => assert!(is_between && read[..] == games[..kept]),
            Err(error) => assert!(
                !is_between && matches!(error, DatasetError::CutOff { .. }),
                "{error}"
            ),
        }
        if length >= ends[0] {
            let lenient = GamesReader::open(&cut).unwrap().allow_truncated_tail();
            assert!(
                lenient
                    .map(Result::unwrap)
                    .eq(games[..kept].iter().cloned())
            );
        }

        // Resumed without a new game, it has only the whole blocks.
        let mut writer = GamesWriter::create_or_resume(&cut, &header("6x6")).unwrap();
        assert_eq!(writer.records(), kept as u64, "cut to {length} bytes");
        let end = *ends.iter().rfind(|end| **end <= length).unwrap_or(&ends[0]);
        assert_eq!(fs::read(&cut).unwrap(), whole[..end]);
        if length % 50 == 0 || is_between {
            for game in &games[kept..] {
                writer.push(game).unwrap();
            }
            writer.flush().unwrap();
            assert_eq!(read_games(&cut).unwrap(), games);
        }
    }
}

#[test]
fn a_flipped_bit_is_detected_or_changes_nothing() {
    let (folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 30).0;
    let ends = three_blocks(&path, &games);
    let whole = fs::read(&path).unwrap();
    let flipped = folder.path().join("flipped");
    let mut without_effect = 0;
    for at in 0..whole.len() {
        let block = ends.iter().filter(|end| **end <= at).count();
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(&flipped, &bytes).unwrap();
            let error = match read_games(&flipped) {
                Ok(read) => {
                    // Some bits of Zstandard's tables have no effect.
                    assert!(read == games, "byte {at}, bit {bit}");
                    without_effect += 1;
                    continue;
                }
                Err(error) => error,
            };
            let text = error.to_string();
            assert!(text.contains(&format!("block {block}: expected")), "{text}");
            assert!(text.contains(flipped.to_str().unwrap()), "{text}");

            // Only damage in the last block can look like truncation.
            let lenient = GamesReader::open(&flipped).and_then(|reader| {
                let read: Result<Vec<_>, _> = reader.allow_truncated_tail().collect();
                read
            });
            let is_last = block + 1 == ends.len();
            assert!(lenient.is_err() || is_last, "byte {at}, bit {bit}");
            if !is_last {
                let resumed = GamesWriter::create_or_resume(&flipped, &header("6x6"));
                assert!(resumed.is_err(), "byte {at}, bit {bit}");
                assert_eq!(fs::read(&flipped).unwrap(), bytes);
            }
        }
    }
    assert!(without_effect < whole.len() / 10, "{without_effect}");
}

#[test]
fn after_an_error_a_reader_ends() {
    let (_folder, path) = place();
    let games = random_games("6x6".parse().unwrap(), 30).0;
    let ends = three_blocks(&path, &games);
    let mut bytes = fs::read(&path).unwrap();
    bytes[ends[1] + 30] ^= 1;
    fs::write(&path, bytes).unwrap();
    let mut reader = GamesReader::open(&path).unwrap();
    assert_eq!(reader.by_ref().take(10).filter(Result::is_ok).count(), 10);
    assert!(matches!(
        reader.next(),
        Some(Err(DatasetError::Damaged { block: 2, .. }))
    ));
    assert!(reader.next().is_none());
}

/// Blocks that are valid frames with invalid content.
#[test]
fn nonsense_in_whole_blocks_is_detected() {
    let (_folder, path) = place();
    let game = [
        0, 0, 64, 0, 9, 0x54, 0x35, 0x24, 0x55, 0x46, 0x53, 0x64, 0x45, 0x42, 1, 0, 2, 1, 0,
    ];
    let read = |content: &[u8]| {
        let _ = fs::remove_file(&path);
        drop(GamesWriter::create_or_resume(&path, &header("8x8")).unwrap());
        let mut bytes = fs::read(&path).unwrap();
        let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
        compressor.include_checksum(true).unwrap();
        bytes.extend(compressor.compress(content).unwrap());
        fs::write(&path, bytes).unwrap();
        read_games(&path).map_err(|error| error.to_string())
    };
    let is_wrong = |content: &[u8], message: &str| {
        let error = read(content).unwrap_err();
        assert!(error.contains(message), "{error}");
    };
    assert_eq!(read(&game).unwrap().len(), 1);
    assert_eq!(read(&game.repeat(1000)).unwrap().len(), 1000);
    is_wrong(
        &game.repeat(1001),
        "block 1: record 1001: expected at most 1000",
    );
    for length in 13..=18 {
        is_wrong(&game[..length], "block 1: record 1: expected a whole one");
    }
    is_wrong(
        &[&game[..], &[0]].concat(),
        "block 1: record 2: expected a whole one",
    );
    is_wrong(&[], "block 1: record 1: expected a whole one");
    let mut lie = game;
    lie[2] = 10;
    is_wrong(
        &[game, lie].concat(),
        "block 1: record 2: a score of 10 for Black",
    );
}
