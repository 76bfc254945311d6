//! `outflank lab compare`.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common;

fn objects(arguments: &[&str]) -> Vec<Value> {
    common::json(&[&["lab", "compare"], arguments].concat())
}

fn assert_refused(arguments: &[&str], parts: &[&str]) {
    common::refuses(&[&["lab", "compare"], arguments].concat(), "", parts);
}

/// Returns the objects that have a field.
fn with<'a>(objects: &'a [Value], field: &str) -> Vec<&'a Value> {
    let found = objects.iter().filter(|object| object.get(field).is_some());
    found.collect()
}

/// Creates a file in a folder that lives as long as the first value.
fn file(name: &str, content: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn results_depend_only_on_the_seed() {
    let run = |seed: &str, threads: &str| {
        let settings = "--depths 1,2 --games 6 --empties 6,8 --count 10";
        let settings: Vec<&str> = settings.split(' ').collect();
        objects(&[&settings[..], &["--seed", seed, "--threads", threads]].concat())
    };
    let one = run("3", "1");
    assert_eq!(one, run("3", "2"));
    assert_ne!(one, run("4", "1"));
    // Five evaluations: ten pairings, five standings and ratings at each depth.
    for field in ["pairing", "standing", "rating"] {
        let expected = if field == "pairing" { 20 } else { 10 };
        assert_eq!(with(&one, field).len(), expected, "{field}");
    }
    let total = one.last().unwrap();
    let expected = serde_json::json!({
        "total": true,
        "evaluations": ["discs", "phased", "components", "positional", "patterns"],
        "round_robins": 2, "games": 120, "positions": 20, "complete": true,
    });
    assert_eq!(*total, expected);
}

#[test]
fn json_reports_games_and_agreement() {
    let objects = objects(&[
        "--evaluations",
        "discs,phased",
        "--depths",
        "2",
        "--times",
        "0.001",
        "--games",
        "4",
        "--positions",
        "testdata/wthor/WTH_1980.wtb",
        "--empties",
        "5-6",
        "--count",
        "8",
    ]);
    let pairings = with(&objects, "pairing");
    assert_eq!(pairings.len(), 2);
    let [at_depth, at_time] = pairings[..] else {
        panic!("{pairings:?}");
    };
    assert_eq!(
        (&at_depth["depth"], &at_depth["seconds"]),
        (&2.into(), &Value::Null)
    );
    assert_eq!(
        (&at_time["depth"], &at_time["seconds"]),
        (&Value::Null, &0.001.into())
    );
    assert_eq!(at_depth["engine"], "textbook:discs@2");
    assert_eq!(at_time["opponent"], "textbook:phased@0.001s");
    for pairing in &pairings {
        assert_eq!(pairing["games"], 4);
        for field in ["score", "score_low", "score_high", "mean_discs", "elo_high"] {
            assert!(pairing.get(field).is_some(), "{field}");
        }
    }
    let rows = with(&objects, "agreement_row");
    // 5, 6 and all numbers of empties; two evaluations at depths 1 and 2, and the
    // baseline.
    assert_eq!(rows.len(), 3 * 5);
    for row in &rows {
        let number = |field: &str| row[field].as_f64();
        let expected = if row["empties"].is_null() { 16 } else { 8 };
        assert_eq!(row["positions"], expected);
        assert!((0.0..=1.0).contains(&number("agreement").unwrap()));
        assert!(number("agreement_error").unwrap() >= 0.0);
        assert!(number("loss").unwrap() >= 0.0 && number("loss_error").is_some());
        // A value that is always 0 has an error, and no factor reduces it.
        assert!(number("mean_absolute").unwrap() > 0.0 && number("mean_absolute_error").is_some());
        for field in [
            "factor",
            "scaled_mean_absolute",
            "scaled_mean_absolute_error",
        ] {
            let has_value = !row["evaluation"].is_null();
            assert_eq!(number(field).is_some(), has_value, "{row}");
        }
    }
    assert_eq!(
        (
            &rows[0]["evaluation"],
            &rows[0]["depth"],
            &rows[0]["empties"]
        ),
        (&"discs".into(), &1.into(), &5.into())
    );
    assert_eq!(objects.last().unwrap()["games"], 8);
}

#[test]
fn depths_are_optional_only_with_times() {
    let limits = |more: &str| {
        let settings = format!("--evaluations discs,components --games 2 --count 0{more}");
        let objects = objects(&settings.split(' ').collect::<Vec<_>>());
        let pairings = with(&objects, "pairing").into_iter();
        let limits = pairings.map(|pairing| (pairing["depth"].clone(), pairing["seconds"].clone()));
        limits.collect::<Vec<_>>()
    };
    let depths = [1, 2, 3, 4].map(|depth| (depth.into(), Value::Null));
    assert_eq!(limits(""), depths);
    let time = (Value::Null, 0.001.into());
    assert_eq!(limits(" --times 0.001"), std::slice::from_ref(&time));
    assert_eq!(
        limits(" --times 0.001 --depths 2,2"),
        [depths[1].clone(), time]
    );
}

#[test]
fn an_evaluation_against_itself_scores_a_half() {
    let settings = "--evaluations phased,phased --depths 1,3 --games 10 --count 0";
    let objects = objects(&settings.split(' ').collect::<Vec<_>>());
    for pairing in with(&objects, "pairing") {
        assert_eq!(pairing["score"], 0.5);
        assert_eq!(
            (&pairing["mean_discs"], &pairing["elo"]),
            (&0.0.into(), &0.0.into())
        );
        assert_eq!(pairing["pairs"], serde_json::json!([0, 0, 5, 0, 0]));
    }
    assert!(with(&objects, "agreement_row").is_empty());
}

#[test]
fn searches_to_the_end_always_choose_a_best_move() {
    let settings = "--depths 6 --games 0 --empties 5-6 --count 20";
    let objects = objects(&settings.split(' ').collect::<Vec<_>>());
    assert!(with(&objects, "pairing").is_empty());
    let mut seen = 0;
    for row in with(&objects, "agreement_row") {
        if row["depth"] == 6 {
            let expected = (&1.0.into(), &0.0.into(), &0.0.into());
            let found = (&row["agreement"], &row["loss"], &row["mean_absolute"]);
            assert_eq!(found, expected, "{row}");
            seen += 1;
        }
    }
    assert_eq!(seen, 15);
}

#[test]
fn other_boards_are_compared() {
    let settings = "--board 6x6 --depths 1 --games 4 --empties 7 --count 5";
    let found = objects(&settings.split(' ').collect::<Vec<_>>());
    let names = serde_json::json!(["discs", "phased", "components", "positional"]);
    let total = found.last().unwrap();
    assert_eq!(
        (&total["evaluations"], &total["positions"]),
        (&names, &5.into())
    );
    let settings = "--board 9x7 --games 0 --depths 1 --empties 8 --count 3";
    let found = objects(&settings.split(' ').collect::<Vec<_>>());
    assert_eq!(found.last().unwrap()["positions"], 3);
}

#[test]
fn text_output_has_tables_and_charts_have_lines() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().join("pictures");
    let settings = "lab compare --evaluations discs,phased --depths 1,2 --times 0.001,0.002 \
                    --games 4 --empties 5,7 --count 6 --plot";
    let output = common::outflank(&settings.split_whitespace().collect::<Vec<_>>())
        .arg(&pictures)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let text = common::stdout(&output);
    for part in [
        "At equal depth 2: 4 games\n",
        "At equal 0.001 s per move: 4 games\n",
        "Scores against all others together\n\n| evaluation | depth 1 | depth 2 | 0.001 s per move |",
        "Against the exact scores of 12 positions from games of the strong player",
        "Share of the moves of 1 ply that are exactly best, in per cent\n\n| evaluation |",
        "Share of the moves of 2 plies that are exactly best, in per cent\n\n| evaluation |",
        "\n| by chance ",
        "All positions together\n\n| evaluation ",
    ] {
        assert!(text.contains(part), "{text} lacks {part}");
    }
    for name in ["depth", "time", "agreement", "agreement-by-depth"] {
        let svg = fs::read_to_string(pictures.join(format!("{name}.svg"))).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts = document.descendants().filter_map(|node| node.text());
        let texts: Vec<&str> = texts.map(str::trim).collect();
        for line in ["discs", "phased"] {
            assert!(texts.contains(&line), "{name}: {texts:?}");
        }
        assert_eq!(texts.contains(&"by chance"), name == "agreement", "{name}");
    }
}

#[test]
fn an_interrupted_comparison_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().to_str().unwrap();
    let run = |games: &str, seed: &str| {
        let settings = format!(
            "lab compare --evaluations discs,phased,patterns --depths 1,2 --count 0 \
             --games {games} --seed {seed} --results {results} --json"
        );
        let arguments: Vec<&str> = settings.split_whitespace().collect();
        common::outflank(&arguments).output().unwrap()
    };
    let first = run("6", "1");
    assert!(first.status.success(), "{}", common::stderr(&first));
    // The last pairs of one round robin are lost.
    let path = folder.path().join("depth-2.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 9);
    fs::write(&path, format!("{}\n", lines[..5].join("\n"))).unwrap();
    let second = run("6", "1");
    assert_eq!(common::stdout(&first), common::stdout(&second));
    let message = common::stderr(&second);
    assert!(
        message.contains("depth-1.jsonl: 9 of 9 pairs were already played"),
        "{message}"
    );
    assert!(
        message.contains("depth-2.jsonl: 4 of 9 pairs were already played"),
        "{message}"
    );
    let other = run("6", "2");
    assert_eq!(other.status.code(), Some(2));
    assert!(common::stderr(&other).contains("seed is 1 in the file and 2 here"));
}

#[test]
fn an_interrupted_comparison_reports_partial_results() {
    let settings = "lab compare --evaluations discs,phased --depths 2 --games 100000 \
                    --openings OPENINGS --times 0.001 --threads 1 --count 0 --json";
    // Enough openings for a while, generated once.
    let transcripts: String = openings().join("\n");
    let (_folder, path) = file("openings.txt", &transcripts);
    let settings = settings.replace("OPENINGS", &path).replace("100000", "400");
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(settings.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The games at equal time take at least half a minute.
    std::thread::sleep(Duration::from_secs(3));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["total"], &last["complete"]),
        (&true.into(), &false.into())
    );
    assert_eq!(last["incomplete"], true);
    assert!(last["games"].as_u64().unwrap() < 800, "{last}");
}

/// Returns two hundred distinct openings of six plies.
fn openings() -> Vec<String> {
    use outflank_matches::RandomOpenings;
    let openings = RandomOpenings {
        judge_depth: 0,
        ..RandomOpenings::new("8x8".parse().unwrap(), 6, 9)
    };
    let games = openings.generate(200);
    let text = |game: &outflank_othello::Game| -> String {
        game.squares().map(|square| square.to_string()).collect()
    };
    games.iter().map(text).collect()
}

#[test]
fn invalid_input_is_rejected_with_one_line() {
    assert_refused(&["--depths", "0"], &["--depths", "1..=60"]);
    assert_refused(&["--depths", "1,x"], &["--depths", "x"]);
    assert_refused(
        &["--evaluations", "discs,edax"],
        &["--evaluations", "\"edax\"", "expected discs, phased"],
    );
    assert_refused(
        &["--evaluations", "patterns,discs", "--board", "6x6"],
        &["6x6", "8x8"],
    );
    assert_refused(&["--evaluations", "phased=no.toml"], &["no.toml"]);
    assert_refused(&["--times", "0"], &["--times", "more than 0 and at most"]);
    assert_refused(
        &["--evaluations", "discs,patterns", "--times", "0.01"],
        &["--times", "two evaluations of the textbook player"],
    );
    assert_refused(&["--games", "3"], &["--games 3", "even number"]);
    assert_refused(
        &["--evaluations", "discs", "--games", "2"],
        &["--games", "two evaluations"],
    );
    assert_refused(&["--games", "0", "--count", "0"], &["--count 1 or more"]);
    for empties in ["0", "25", "14-8", "8-", "", "8;9", "8,x"] {
        assert_refused(
            &[&format!("--empties={empties}")],
            &["--empties", "expected numbers from 1 to 24"],
        );
    }
    assert_refused(&["--count", "-1"], &["-1"]);
    assert_refused(
        &["--plot", "Cargo.toml", "--games", "0", "--count", "1"],
        &["--plot Cargo.toml"],
    );
    assert_refused(
        &[
            "--board",
            "4x4",
            "--games",
            "2",
            "--plies",
            "0",
            "--empties",
            "20",
        ],
        &["4x4"],
    );
    let (_folder, empty) = file("empty.obf", "");
    assert_refused(
        &["--games", "0", "--positions", &empty],
        &["--positions", &empty],
    );
    // These have 20 empties.
    let hard = "testdata/positions/hard-20-first-10.obf";
    assert_refused(
        &["--games", "0", "--positions", hard],
        &[hard, "no position with 8 to 14 empty squares"],
    );
    assert_refused(
        &["--games", "0", "--positions", "no-file"],
        &["--positions", "no-file"],
    );
}
