//! `outflank train selfplay`, `outflank train` and searches with their weights.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use outflank_training::dataset::GamesReader;
use serde_json::Value;

use crate::common::{
    self, Folder, Words, as_u64, has, interrupted_when, is_refused_beside, json_in, kill,
    refuses_in, shows, start_in, stderr,
};

/// Returns the last JSON object that a command prints.
fn total(arguments: impl Words, directory: &Path) -> Value {
    json_in(arguments, directory).pop().unwrap()
}

const SELFPLAY: &str = "train selfplay --to own.games --depth 2 --exact 8 --random 6-20 --games";

#[test]
fn weights_trained_on_self_play_are_used_by_searches() {
    let here = &Folder::new();
    let first = total((SELFPLAY, "60"), here);
    has!(first; "games": 60, "played": 60);
    // A second run in the folder continues the first, but not with other settings.
    let second = total((SELFPLAY, "90 --threads 1"), here);
    has!(second; "games": 90, "played": 30);
    let other = common::run_in((SELFPLAY, "99 --seed 2"), here);
    assert_eq!(other.status.code(), Some(2));
    shows(&stderr(&other), &["seed"]);

    let train = "train weights own.games --to own.weights --passes 3";
    let trained = total(train, here);
    assert_eq!(trained["games"], 90);
    assert!(as_u64(&trained["positions"]) > 2_000);
    assert!(!here.join("own.samples").exists());
    // Other content of the sample directory is kept.
    std::fs::create_dir(here.join("own.samples")).unwrap();
    std::fs::write(here.join("own.samples/notes"), "mine").unwrap();
    total(train, here);
    let left = std::fs::read_dir(here.join("own.samples")).unwrap().count();
    assert_eq!(left, 1);
    // Games with other weights are not added to the same folder.
    let other = common::run_in((SELFPLAY, "99 --weights own.weights"), here);
    assert_eq!(other.status.code(), Some(2));
    shows(&stderr(&other), &["weights"]);

    let start = "solve start --depth 4";
    let shipped = total(start, here);
    let own = total((start, "--weights own.weights"), here);
    assert!(shipped["positions"] == 1 && own["positions"] == 1);
    assert_ne!(shipped["nodes"], own["nodes"]);
}

#[cfg(unix)]
#[test]
fn interrupted_self_play_keeps_its_games_and_resumes() {
    let here = &Folder::new();
    let games = here.join("own.games/000000.parquet");
    let endless = format!("{SELFPLAY} 1000000");
    let lines = interrupted_when(0, || games.exists(), endless, here);
    let total = lines.last().unwrap();
    let played = as_u64(&total["games"]);
    assert!((1..1_000_000).contains(&played), "{total}");
    let more = (played + 10).to_string();
    let resumed = json_in((SELFPLAY, [&more]), here);
    assert_eq!(resumed.last().unwrap()["played"], 10);
}

#[cfg(unix)]
#[test]
fn self_play_has_one_writer() {
    let here = &Folder::new();
    let games = here.join("own.games/000000.parquet");
    let endless = format!("{SELFPLAY} 1000000");
    let first = start_in(here, &endless, || games.exists());
    is_refused_beside(&first, "own.games", &endless, here);
    kill(first);
    // The killed run wrote the first of these games.
    let games = GamesReader::open(&games).unwrap();
    let kept: Vec<_> = games.map(Result::unwrap).collect();
    assert!(kept.len() >= 100);
    let more = (kept.len() + 10).to_string();
    let resumed = total((SELFPLAY, [&more]), here);
    assert_eq!(resumed["played"], 10);
}

#[test]
fn invalid_weight_files_are_rejected() {
    let here = &Folder::new();
    std::fs::write(here.join("some.weights"), "GIF89a").unwrap();
    for (line, reason) in [
        (
            "solve start --depth 2 --weights some.weights",
            "some.weights: not weights of this program",
        ),
        (
            "solve start --depth 2 --weights missing.weights",
            "missing.weights",
        ),
    ] {
        refuses_in(here, line, &[reason]);
    }
    std::fs::write(here.join("wrong.txt"), "f5d6\nf5z9\n").unwrap();
    std::fs::write(here.join("all-wrong.txt"), "f5z9\n").unwrap();
    let patterns = "no pattern is called \"egde\": expected some of corner,edge,wing";
    for (games, reason) in [
        ("missing.games --patterns edge,egde", patterns),
        ("missing.games", ""),
        ("wrong.txt", "no position"),
        ("all-wrong.txt", "all-wrong.txt: no game: "),
    ] {
        let output = common::run_in(("train weights --to x.weights", games), here);
        assert_eq!(output.status.code(), Some(2));
        shows(&stderr(&output), &[reason]);
    }
    assert!(!here.join("x.weights").exists());
}
