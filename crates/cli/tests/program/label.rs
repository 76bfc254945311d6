//! `outflank label` and `outflank eval --scored`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

use outflank_engine::evaluation::Evaluation;
use outflank_engine::solve;
use outflank_othello::Shape;
use outflank_training::dataset::{
    Header, PositionFile, PositionsReader, PositionsWriter, ScoredPosition,
};

use crate::common::{
    interrupted_when, is_refused_beside, json_in, kill, outflank_in, refusal_in, start_in,
};

/// Returns the counts that a command reports: positions in its file, and positions of this
/// run.
fn counts(arguments: &[&str], directory: &Path) -> (u64, u64) {
    let total = json_in(arguments, directory).pop().unwrap();
    assert_eq!(total["total"], true);
    let count = |name: &str| total[name].as_u64().unwrap();
    (count("positions"), count("scored"))
}

fn positions(path: &Path) -> Vec<ScoredPosition> {
    let reader = PositionsReader::open(path).unwrap();
    reader.map(Result::unwrap).collect()
}

/// Plays the self-play games used in all tests here.
fn play_games(directory: &Path) {
    let arguments = [
        "selfplay",
        "--to",
        "own.games",
        "--games",
        "20",
        "--depth",
        "2",
        "--exact",
        "6",
        "--random",
        "8-20",
    ];
    json_in(&arguments, directory);
}

/// Returns the arguments that score positions of those games into a file.
fn label<'a>(to: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let start = [
        "label",
        "own.games",
        "--to",
        to,
        "--depth",
        "3",
        "--exact",
        "9",
        "--per-game",
        "5",
        "--stray",
        "2",
    ];
    [&start[..], more].concat()
}

#[test]
fn positions_do_not_depend_on_threads_or_truncation() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    play_games(here);
    let one = label(
        "one.positions",
        &["--threads", "1", "--parquet", "one.parquet"],
    );
    assert_eq!(counts(&one, here), (100, 100));
    assert!(here.join("one.parquet").exists());
    let three = label("three.positions", &["--threads", "3"]);
    assert_eq!(counts(&three, here), (100, 100));
    let whole = std::fs::read(here.join("one.positions")).unwrap();
    assert_eq!(whole, std::fs::read(here.join("three.positions")).unwrap());

    // A file truncated within a block loses that block, and is completed.
    std::fs::write(here.join("one.positions"), &whole[..whole.len() - 9]).unwrap();
    assert_eq!(counts(&one, here), (100, 100));
    assert_eq!(whole, std::fs::read(here.join("one.positions")).unwrap());
    assert_eq!(counts(&one, here), (100, 0));

    // The same positions are added in several runs: the limit is not part of the settings.
    for (limit, now) in [("30", 30), ("70", 40), ("99", 29), ("500", 1)] {
        let some = label("bits.positions", &["--limit", limit]);
        let wanted = limit.parse::<u64>().unwrap().min(100);
        assert_eq!(counts(&some, here), (wanted, now));
    }
    let expected = positions(&here.join("one.positions"));
    assert_eq!(positions(&here.join("bits.positions")), expected);

    // Scores near the end are exact; the others have the requested depth.
    let (exact, searched): (Vec<ScoredPosition>, Vec<_>) =
        expected.iter().partition(|position| position.is_exact());
    assert!(exact.len() > 5 && searched.len() > 30);
    assert!(searched.iter().all(|position| position.depth == 3));
    for position in exact {
        let board = position.position("8x8".parse().unwrap()).unwrap();
        let solution = solve(&board);
        assert_eq!(f64::from(solution.exact().unwrap()), position.discs());
    }
    // Training accepts the file.
    let train = [
        "train",
        "one.positions",
        "--to",
        "x.weights",
        "--passes",
        "1",
    ];
    json_in(&train, here);
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
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    play_games(here);
    let shards = |to: &'static str, more: &'static str| {
        let mut arguments = label("", more.split_whitespace().collect::<Vec<_>>().as_slice());
        let place = arguments
            .iter()
            .position(|argument| *argument == "--to")
            .unwrap();
        arguments.splice(place..place + 2, ["--shards", to]);
        arguments
    };
    let one = shards("one", "--shard-size 30 --threads 1");
    assert_eq!(counts(&one, here), (100, 100));
    let whole = files(&here.join("one"));
    assert_eq!(whole.len(), 4, "{:?}", whole.keys());
    assert!(whole.keys().all(|name| name.ends_with(".parquet")));
    assert!(
        whole
            .keys()
            .zip(0..)
            .all(|(name, index)| name.starts_with(&format!("{index:06}-")))
    );
    // They hold what a file of positions holds.
    assert_eq!(counts(&label("own.positions", &[]), here), (100, 100));
    let read = |name: &String| PositionFile::open(&here.join("one").join(name), Shape::STANDARD);
    let scored = whole
        .keys()
        .flat_map(|name| read(name).unwrap())
        .map(Result::unwrap);
    assert_eq!(
        scored.collect::<Vec<_>>(),
        positions(&here.join("own.positions"))
    );

    // Three threads write the same, in two runs, and again what was lost.
    let limited = shards("three", "--shard-size 30 --threads 3 --limit 60");
    assert_eq!(counts(&limited, here), (60, 60));
    assert_eq!(counts(&shards("three", "--shard-size 30"), here), (100, 40));
    assert_eq!(files(&here.join("three")), whole);
    let second = whole.keys().nth(1).unwrap();
    std::fs::remove_file(here.join("three").join(second)).unwrap();
    assert_eq!(counts(&shards("three", "--shard-size 30"), here), (100, 30));
    assert_eq!(files(&here.join("three")), whole);

    for (to, more, reason) in [
        ("one", "--shard-size 30 --seed 2", "settings.seed"),
        ("one", "--shard-size 31", "settings.shard_size"),
        (
            "one",
            "--shard-size 30 --limit 40",
            "a multiple of the size of a shard, 30",
        ),
        ("one", "--to x.positions", "cannot be used with"),
        ("own.games", "", "own.games"),
    ] {
        let message = refusal_in(&shards(to, more), here);
        assert!(message.contains(reason), "{message}");
    }
    let message = refusal_in(&label("x.positions", &["--shard-size", "7"]), here);
    assert!(message.contains("cannot be used with"), "{message}");
    assert_eq!(files(&here.join("one")), whole);

    // Other commands take them.
    let all: Vec<String> = whole.keys().map(|name| format!("one/{name}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let train = ["--to", "x.weights", "--passes", "1"];
    json_in(&[&["train"], &all[..], &train].concat(), here);
    json_in(&["eval", "--scored", all[0]], here);
    let again = ["--to", "again.positions", "--depth", "1", "--exact", "0"];
    assert_eq!(
        counts(&[&["label"], &all[..], &again].concat(), here),
        (100, 100)
    );
}

#[cfg(unix)]
#[test]
fn interrupted_labelling_keeps_its_positions_and_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    let games = "selfplay --to own.games --games 600 --depth 1 --exact 4 --random 6-20";
    json_in(&games.split(' ').collect::<Vec<_>>(), here);
    let file = here.join("own.positions");
    let all = "label own.games --to own.positions --per-game 0 --depth 5 --exact 9";
    let all: Vec<&str> = all.split(' ').collect();
    let limited = |limit: u64| {
        let limit = limit.to_string();
        counts(&[&all[..], &["--limit", &limit]].concat(), here)
    };
    assert_eq!(limited(1), (1, 1));
    let length = || std::fs::metadata(&file).unwrap().len();
    let first = length();
    // A block is a thousand positions.
    let lines = interrupted_when(0, || length() > first, &all, here);
    let total = lines.last().unwrap();
    let positions = total["positions"].as_u64().unwrap();
    assert_eq!(total["scored"], positions - 1);
    assert!(positions > 1000, "{total}");
    assert_eq!(limited(positions + 5), (positions + 5, 5));

    let second = length();
    let writer = start_in(here, &all, || length() > second);
    is_refused_beside(&writer, "own.positions", &all, here);
    kill(writer);
}

#[test]
fn a_file_is_not_resumed_with_other_settings_weights_or_sources() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    play_games(here);
    json_in(&label("own.positions", &["--limit", "20"]), here);
    let before = std::fs::read(here.join("own.positions")).unwrap();
    let train = ["train", "own.games", "--to", "own.weights", "--passes", "1"];
    json_in(&train, here);
    std::fs::write(here.join("more.txt"), "f5d6c3d3c4\n").unwrap();
    for (more, setting) in [
        (&["--seed", "2"][..], "settings.seed"),
        (&["--empties", "10-60"], "settings.least_empties"),
        (&["--selectivity", "95"], "settings.selectivity"),
        (&["--weights", "own.weights"], "settings.weights_hash"),
        (&["more.txt"], "settings.sources_hash"),
    ] {
        let message = refusal_in(&label("own.positions", more), here);
        assert!(message.contains(setting), "{message}");
    }
    assert_eq!(std::fs::read(here.join("own.positions")).unwrap(), before);
}

#[test]
fn garbage_is_refused_and_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    std::fs::write(here.join("wrong.txt"), "f5z9\n").unwrap();
    std::fs::write(here.join("short.txt"), "f5d6\n").unwrap();
    std::fs::write(here.join("empty.txt"), "").unwrap();
    for (more, reason) in [
        (&["wrong.txt"][..], "wrong.txt: no game: "),
        (&["missing.games"], "missing.games"),
        (&["empty.txt"], "no position in these files"),
        (&["short.txt", "--empties", "5-20"], "5 to 20 squares"),
        (&["short.txt", "--empties", "20-5"], "the lower first"),
        (&["short.txt", "--selectivity", "50"], "73, 87"),
        (&["short.txt", "--limit", "0"], "--limit"),
        (&["short.txt", "--weights", "wrong.txt"], "wrong.txt"),
        (&[], "GAMES"),
    ] {
        let arguments = [&["label", "--to", "x.positions"][..], more].concat();
        let message = refusal_in(&arguments, here);
        assert!(message.contains(reason), "{message}");
        assert!(!here.join("x.positions").exists(), "{more:?}");
    }
    // An existing file of another kind is kept.
    let arguments = ["label", "short.txt", "--to", "wrong.txt"];
    assert!(refusal_in(&arguments, here).contains("wrong.txt"));
    assert_eq!(std::fs::read(here.join("wrong.txt")).unwrap(), b"f5z9\n");
}

#[test]
fn the_error_of_the_evaluation_is_reported_by_stage() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    play_games(here);
    json_in(&label("own.positions", &[]), here);
    // The same positions, each scored with its static value plus two discs.
    let header = Header {
        shape: "8x8".parse().unwrap(),
        settings: serde_json::json!({}),
    };
    let path = here.join("static.positions");
    let mut writer = PositionsWriter::create_or_resume(&path, &header).unwrap();
    for position in positions(&here.join("own.positions")) {
        let board = position.position(Shape::STANDARD).unwrap();
        let value = Evaluation::shipped().value(&board).unwrap();
        if value.abs() < 60 * 128 {
            let score = (value + 256) as i16;
            let depth = 0;
            let position = ScoredPosition {
                score,
                depth,
                ..position
            };
            writer.push(&position).unwrap();
        }
    }
    let count = writer.records();
    writer.flush().unwrap();
    let stages = json_in(&["eval", "--scored", "static.positions"], here);
    let (total, stages) = stages.split_last().unwrap();
    assert_eq!(
        (&total["total"], &total["positions"]),
        (&true.into(), &count.into())
    );
    let sum: u64 = stages
        .iter()
        .map(|s| s["positions"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, count);
    assert!(stages.len() >= 4);
    for stage in stages.iter().chain([total]) {
        assert_eq!(stage["mean_absolute_error"], 2.0);
        assert_eq!(stage["root_mean_square_error"], 2.0);
    }
    let output = outflank_in(&["eval", "--scored", "static.positions"], here)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), stages.len() + 2, "{text}");
    let last = text.lines().last().unwrap().split_whitespace();
    let count = count.to_string();
    assert_eq!(last.collect::<Vec<_>>(), ["all", &count, "2.000", "2.000"]);

    // Other weights have other errors.
    let train = ["train", "own.games", "--to", "own.weights", "--passes", "1"];
    json_in(&train, here);
    let other = [
        "eval",
        "--scored",
        "static.positions",
        "--weights",
        "own.weights",
    ];
    assert_ne!(json_in(&other, here).pop().unwrap(), *total);
    let own = ["eval", "f5d6c3", "--evaluation", "patterns"];
    let other = [&own[..], &["--weights", "own.weights"]].concat();
    assert_ne!(json_in(&other, here), json_in(&own, here));
}

#[test]
fn only_scored_positions_of_8x8_have_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    std::fs::write(here.join("wrong.txt"), "f5d6\n").unwrap();
    for (name, shape) in [("small.positions", "6x6"), ("empty.positions", "8x8")] {
        let header = Header {
            shape: shape.parse().unwrap(),
            settings: serde_json::json!({}),
        };
        let writer = PositionsWriter::create_or_resume(&here.join(name), &header);
        writer.unwrap().flush().unwrap();
    }
    play_games(here);
    for (arguments, reason) in [
        (&["--scored", "wrong.txt"][..], "wrong.txt"),
        (&["--scored", "missing"], "missing"),
        (&["--scored", "own.games"], "expected a file of positions"),
        (&["--scored", "small.positions"], "expected one of 8x8"),
        (&["--scored", "empty.positions"], "expected a position"),
        (&["--scored", "empty.positions", "start"], "cannot be used"),
        (
            &["start", "--weights", "wrong.txt"],
            "wrong.txt: not weights",
        ),
        (&[], "POSITION"),
    ] {
        let message = refusal_in(&[&["eval"], arguments].concat(), here);
        assert!(message.contains(reason), "{message}");
    }
}
