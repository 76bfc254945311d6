//! `outflank train label` and `outflank eval --scored`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

use outflank_engine::evaluation::Evaluation;
use outflank_othello::Shape;
use outflank_training::dataset::{
    Header, PositionsReader, ScoredPosition, files as files_of, write_positions,
};

use crate::common::{
    self, Folder, Words, as_u64, has, interrupted_when, json_in, kill, refusal_in, refuses_in,
    start_in,
};

/// Returns the counts that a command reports: the positions in its folder, and those scored in this
/// run.
fn counts(arguments: impl Words, directory: &Path) -> (u64, u64) {
    let total = json_in(arguments, directory).pop().unwrap();
    assert_eq!(total["total"], true);
    let count = |name: &str| as_u64(&total[name]);
    (count("positions"), count("scored"))
}

fn positions(path: &Path) -> Vec<ScoredPosition> {
    let open = |file: &_| PositionsReader::open(file, Shape::STANDARD)?.scored();
    let files = files_of(&[path]).unwrap();
    let readers = files.iter().map(|file| open(file).unwrap());
    readers.flatten().map(Result::unwrap).collect()
}

/// Plays the self-play games used in all tests here.
fn play_games(directory: &Path) {
    let arguments = "train selfplay --to own.games --games 20 --depth 2 --exact 6 --random 8-20";
    json_in(arguments, directory);
}

/// Returns the arguments that score positions of those games into a folder.
fn label(to: &str, more: &str) -> String {
    format!("train label own.games --to {to} --depth 3 --exact 9 --per-game 5 --stray 2 {more}")
}

/// Returns the names and contents of the files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let file = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, std::fs::read(entry.path()).unwrap())
    };
    entries.map(file).collect()
}

#[test]
fn shards_do_not_depend_on_threads_or_on_what_was_there() {
    let here = &Folder::new();
    play_games(here);
    let one = label("one", "--shard-size 30 --threads 1");
    assert_eq!(counts(&one, here), (100, 100));
    let whole = files(&here.join("one"));
    assert_eq!(whole.len(), 4, "{:?}", whole.keys());
    assert!(whole.keys().all(|name| name.ends_with(".parquet")));
    for (name, index) in whole.keys().zip(0..) {
        assert!(name.starts_with(&format!("{index:06}-")), "{name}");
    }
    // Shards of another size hold the same positions.
    assert_eq!(counts(label("own.positions", ""), here), (100, 100));
    let all = positions(&here.join("one"));
    assert_eq!(all, positions(&here.join("own.positions")));

    // Three threads write the same files in two runs, and write a deleted file again.
    let limited = label("three", "--shard-size 30 --threads 3 --limit 60");
    assert_eq!(counts(limited, here), (60, 60));
    assert_eq!(counts(label("three", "--shard-size 30"), here), (100, 40));
    assert_eq!(files(&here.join("three")), whole);
    let second = whole.keys().nth(1).unwrap();
    std::fs::remove_file(here.join("three").join(second)).unwrap();
    assert_eq!(counts(label("three", "--shard-size 30"), here), (100, 30));
    assert_eq!(files(&here.join("three")), whole);

    for (to, more, reason) in [
        ("one", "--shard-size 30 --seed 2", "settings.seed"),
        ("one", "--shard-size 31", "settings.shard_size"),
        (
            "one",
            "--shard-size 30 --limit 40",
            "a multiple of the size of a shard, 30",
        ),
        ("own.games", "", "expected a column mover"),
    ] {
        refuses_in(here, label(to, more), &[reason]);
    }
    assert_eq!(files(&here.join("one")), whole);

    // Other commands accept the folder.
    let train = "train weights one --to x.weights --passes 1";
    json_in(train, here);
    let error = json_in("eval --scored one", here).pop().unwrap();
    assert_eq!(error["positions"], 100);
    let again = "train label one --to again --depth 1 --exact 0";
    assert_eq!(counts(again, here), (100, 100));
}

#[cfg(unix)]
#[test]
fn labelling_resumes_after_an_interrupt_and_a_kill() {
    let here = &Folder::new();
    let games = "train selfplay --to own.games --games 300 --depth 1 --exact 4 --random 6-20";
    json_in(games, here);
    let all =
        "train label own.games --to own.positions --per-game 8 --depth 5 --exact 9 --shard-size 50";
    let folder = here.join("own.positions");
    let shards = || {
        let entries = std::fs::read_dir(&folder).into_iter().flatten();
        let names = entries.map(|entry| entry.unwrap().path());
        names
            .filter(|path| path.extension() == Some("parquet".as_ref()))
            .count()
    };
    let lines = interrupted_when(0, || shards() > 1, all, here);
    let scored = lines.last().unwrap()["scored"].as_u64().unwrap();
    assert_eq!(scored, 50 * shards() as u64);
    let before = shards();
    kill(start_in(here, all, || shards() > before));
    let kept = 50 * shards() as u64;
    let (positions, now) = counts(all, here);
    assert_eq!(positions, kept + now);
    // Nothing is left beside the shards.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), shards());
}

#[test]
fn a_folder_is_not_resumed_with_other_settings_weights_or_sources() {
    let here = &Folder::new();
    play_games(here);
    json_in(label("own.positions", ""), here);
    let before = files(&here.join("own.positions"));
    let train = "train weights own.games --to own.weights --passes 1";
    json_in(train, here);
    std::fs::write(here.join("more.txt"), "f5d6c3d3c4\n").unwrap();
    for (more, setting) in [
        ("--seed 2", "settings.seed"),
        ("--empties 10-60", "settings.least_empties"),
        ("--selectivity 95", "settings.selectivity"),
        ("--weights own.weights", "settings.weights_hash"),
        ("more.txt", "settings.sources_hash"),
    ] {
        refuses_in(here, label("own.positions", more), &[setting]);
    }
    assert_eq!(files(&here.join("own.positions")), before);
}

#[test]
fn garbage_is_refused_and_leaves_no_file() {
    let here = &Folder::new();
    std::fs::write(here.join("wrong.txt"), "f5z9\n").unwrap();
    std::fs::write(here.join("short.txt"), "f5d6\n").unwrap();
    std::fs::write(here.join("empty.txt"), "").unwrap();
    for (more, reason) in [
        ("wrong.txt", "wrong.txt: no game: "),
        ("missing.games", "missing.games"),
        ("empty.txt", "no position in these files"),
        ("short.txt --empties 5-20", "5 to 20 squares"),
        ("short.txt --empties 20-5", "the lower first"),
        ("short.txt --selectivity 50", "73, 87"),
        ("short.txt --limit 0", "--limit"),
        ("short.txt --weights wrong.txt", "wrong.txt"),
        ("", "GAMES"),
    ] {
        let arguments = format!("train label --to x.positions {more}");
        refuses_in(here, arguments, &[reason]);
        assert!(!here.join("x.positions").exists(), "{more:?}");
    }
    // An existing file is kept.
    let arguments = "train label short.txt --to wrong.txt";
    assert!(refusal_in(arguments, here).contains("wrong.txt"));
    assert_eq!(std::fs::read(here.join("wrong.txt")).unwrap(), b"f5z9\n");
}

#[test]
fn the_error_of_the_evaluation_is_reported_by_stage() {
    let here = &Folder::new();
    play_games(here);
    json_in(label("own.positions", ""), here);
    // The same positions, each scored with its static value plus two discs.
    let header = Header {
        shape: "8x8".parse().unwrap(),
        settings: serde_json::json!({}),
    };
    let path = here.join("static.positions");
    let mut scored = Vec::new();
    for position in positions(&here.join("own.positions")) {
        let board = position.position(Shape::STANDARD).unwrap();
        let value = Evaluation::shipped().value(&board).unwrap();
        if value.abs() < 60 * 128 {
            let (score, depth) = ((value + 256) as i16, 0);
            scored.push(ScoredPosition {
                score,
                depth,
                ..position
            });
        }
    }
    write_positions(&scored, &header, &path).unwrap();
    let count = scored.len() as u64;
    let stages = json_in("eval --scored static.positions", here);
    let (total, stages) = stages.split_last().unwrap();
    has!(total; "total": true, "positions": count);
    let sum: u64 = stages.iter().map(|s| as_u64(&s["positions"])).sum();
    assert_eq!(sum, count);
    assert!(stages.len() >= 4);
    for stage in stages.iter().chain([total]) {
        assert_eq!(stage["mean_absolute_error"], 2.0);
        assert_eq!(stage["root_mean_square_error"], 2.0);
    }
    let output = common::run_in("eval --scored static.positions", here);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), stages.len() + 2, "{text}");
    let last = text.lines().last().unwrap().split_whitespace();
    let count = count.to_string();
    assert_eq!(last.collect::<Vec<_>>(), ["all", &count, "2.000", "2.000"]);

    // Other weights have other errors.
    let train = "train weights own.games --to own.weights --passes 1";
    json_in(train, here);
    let other = "eval --scored static.positions --weights own.weights";
    assert_ne!(json_in(other, here).pop().unwrap(), *total);
    let own = "eval f5d6c3 --evaluation patterns";
    let other = (own, "--weights own.weights");
    assert_ne!(json_in(other, here), json_in(own, here));
}

#[test]
fn only_scored_positions_of_8x8_have_an_error() {
    let here = &Folder::new();
    std::fs::write(here.join("wrong.txt"), "f5d6\n").unwrap();
    for (name, shape) in [("small.positions", "6x6"), ("empty.positions", "8x8")] {
        let header = Header {
            shape: shape.parse().unwrap(),
            settings: serde_json::json!({}),
        };
        write_positions(&[], &header, &here.join(name)).unwrap();
    }
    play_games(here);
    for (arguments, reason) in [
        ("--scored wrong.txt", "wrong.txt"),
        ("--scored missing", "missing"),
        ("--scored own.games", "expected a column mover"),
        ("--scored small.positions", "expected 8x8"),
        ("--scored empty.positions", "expected a position"),
        ("--scored empty.positions start", "cannot be used"),
        ("start --weights wrong.txt", "wrong.txt: not weights"),
        ("", "POSITION"),
    ] {
        refuses_in(here, ("eval", arguments), &[reason]);
    }
}
