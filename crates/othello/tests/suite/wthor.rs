//! Real files of the WTHOR database.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::common::{files, outside_data, testdata};
use outflank_othello::Shape;
use outflank_othello::format::wthor::{WthorFile, WthorNames};
use outflank_othello::format::{Format, GameRecord, read_game_file, write_games};

/// Reads every file of a folder, plays every game and writes every file back. Returns the
/// number of games, and of those whose recorded score differs from the board.
fn check_folder(folder: &Path) -> (usize, usize) {
    let (mut games, mut other_scores) = (0, 0);
    for path in files(folder, "wtb") {
        let content = fs::read(&path).expect("a file");
        let file = WthorFile::from_bytes(&content).expect("a WTHOR file");
        assert_eq!(file.to_bytes().as_ref(), Ok(&content), "{}", path.display());
        for (index, wthor) in file.games.iter().enumerate() {
            let game = wthor.play(index + 1).expect("a legal game");
            let discs = game.outcome().map(|outcome| (64 + outcome.black_score) / 2);
            other_scores += usize::from(discs != Some(i32::from(wthor.black_discs)));
            games += 1;
        }
        // The same, through the records that all formats share.
        let read = read_game_file(&path, Shape::STANDARD).expect("games");
        assert_eq!((read.format, read.rejected.len()), (Format::Wthor, 0));
        let records: Vec<GameRecord> = read.records.into_iter().map(|(_, record)| record).collect();
        let written = write_games(&records, Format::Wthor, read.wthor_header).expect("a file");
        assert_eq!(written.content, content, "{}", path.display());
    }
    for (extension, size) in [("jou", WthorNames::PLAYER), ("trn", WthorNames::TOURNAMENT)] {
        for path in files(folder, extension) {
            let content = fs::read(&path).expect("a file");
            let names = WthorNames::from_bytes(&content, size).expect("names");
            assert_eq!(names.to_bytes(), Ok(content), "{}", path.display());
        }
    }
    (games, other_scores)
}

#[test]
fn the_files_kept_here_replay_and_are_written_back() {
    let (games, _) = check_folder(&testdata("wthor"));
    assert_eq!(games, 12 + 160);
}

#[test]
fn all_games_of_the_database_replay_and_are_written_back() {
    let Some(folder) = outside_data("games/wthor") else {
        return;
    };
    let started = Instant::now();
    let (games, other_scores) = check_folder(&folder);
    let seconds = started.elapsed().as_secs_f64();
    println!("{games} games in {seconds:.2} s, {other_scores} with another score");
    assert_eq!(games, 129_259);
    assert!(other_scores < games / 200, "{other_scores}");
}

#[test]
fn names_are_found_added_and_refused() {
    let content = fs::read(testdata("wthor/WTH.JOU")).expect("a file");
    let mut names = WthorNames::from_bytes(&content, WthorNames::PLAYER).expect("names");
    let count = names.len();
    let known = names.get(1).expect("a name");
    assert_eq!(names.number_of(&known), Ok(1));
    assert_eq!(names.number_of("Nemo Ünique"), Ok(count as u16));
    assert_eq!(names.get(count as u16).as_deref(), Some("Nemo Ünique"));
    assert!(names.number_of("A name of twenty and more").is_err());
    assert!(names.number_of("日本").is_err());
    assert_eq!(names.get(u16::MAX), None);
}

#[test]
fn every_truncation_is_refused() {
    let content = fs::read(testdata("wthor/WTH_1977.wtb")).expect("a file");
    for length in 0..content.len() {
        let cut = WthorFile::from_bytes(&content[..length]);
        assert!(cut.is_err(), "{length}");
    }
    let mut wrong = content.clone();
    for (byte, expected) in [
        (99, "game 1, byte 27: move 4 is 99"),
        (11, "move 4 is illegal: a1 flips nothing"),
    ] {
        wrong[16 + 8 + 3] = byte;
        let file = WthorFile::from_bytes(&wrong).expect("the frame is complete");
        let error = file.games[0].play(1).expect_err("a wrong move").to_string();
        assert!(error.contains(expected), "{error}");
    }
    wrong[12] = 10;
    assert!(WthorFile::from_bytes(&wrong).is_err());
}
