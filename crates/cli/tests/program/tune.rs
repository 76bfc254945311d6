//! `outflank train textbook`: results reproducible on any number of threads and after a kill,
//! parameters that other commands accept, and errors.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{
    self, has_content, interrupted_after, is_refused_beside, kill, start_until, workspace,
};

const BY_HAND: &str = "crates/textbook/parameters/phased-by-hand.toml";

/// A short run.
const MATCHES: [&str; 11] = [
    "train",
    "textbook",
    "phased",
    "--from",
    BY_HAND,
    "--depth",
    "1",
    "--games-per-iteration",
    "4",
    "--iterations",
    "30",
];

/// Returns a folder and the path of a new file in it.
fn file(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Runs tuning with an output file; returns the content of the file and the printed
/// objects.
fn tuned(arguments: &[&str], options: &[&str]) -> (String, Vec<Value>) {
    let (_folder, path) = file("tuned.toml");
    let to = ["--to", path.to_str().unwrap()];
    let objects = common::json(&[arguments, options, &to].concat());
    (fs::read_to_string(&path).unwrap(), objects)
}

fn last(objects: &[Value]) -> &Value {
    objects.last().unwrap()
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let (first, objects) = tuned(&MATCHES, &["--threads", "1"]);
    let (second, others) = tuned(&MATCHES, &["--threads", "2"]);
    assert_eq!(first, second);
    assert_eq!(objects, others);
    let (other, _) = tuned(&MATCHES, &["--seed", "2"]);
    let body = |text: &str| text[text.find("[[stage]]").unwrap()..].to_owned();
    assert_ne!(body(&other), body(&first));

    assert_eq!(objects.len(), 31);
    for (place, iteration) in objects[..30].iter().enumerate() {
        assert_eq!(iteration["iteration"], place + 1);
        assert_eq!(iteration["games"], 4 * (place + 1));
        assert_eq!(iteration["values"].as_array().unwrap().len(), 14);
        let score = iteration["score"].as_f64().unwrap();
        assert!((-1.0..=1.0).contains(&score));
    }
    let total = last(&objects);
    assert_eq!(
        (&total["total"], &total["complete"], &total["games"]),
        (&true.into(), &true.into(), &120.into())
    );
    let parameters = total["parameters"].as_array().unwrap();
    assert_eq!(parameters.len(), 14);
    assert_eq!(
        (&parameters[1]["name"], &parameters[1]["before"]),
        (&"opening stability".into(), &4.0.into())
    );
    let value = parameters[1]["value"].as_f64().unwrap();
    assert!(
        first.contains(&format!("\nstability = {value:.2}\n")),
        "{first}"
    );
}

#[test]
fn the_file_describes_its_origin_and_can_be_played() {
    let (_folder, path) = file("my parameters: @2 = 1.toml");
    let name = path.to_str().unwrap();
    let output = common::outflank(&[&MATCHES[..], &["--to", name]].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let text = common::stdout(&output);
    assert!(text.contains("| opening discs "), "{text}");
    assert!(text.contains("30 of 30 iterations, 120 games"), "{text}");

    // The command in the file reproduces the file.
    let written = fs::read_to_string(&path).unwrap();
    let command = written.lines().nth(1).unwrap().strip_prefix("# outflank ");
    let words: Vec<&str> = command.unwrap().split(' ').collect();
    let (again, _) = tuned(&words, &[]);
    assert_eq!(again, written);

    // The file can be used as a player and as an evaluation.
    let engine = format!("textbook:phased={name}@1");
    let arguments = ["match", &engine, "textbook:discs@1", "--games", "2"];
    let objects = common::json(&arguments);
    assert_eq!(objects[0]["black"], *engine);
    let eval = [
        "eval",
        "f5d6",
        "--evaluation",
        "phased",
        "--parameters",
        name,
    ];
    assert_eq!(common::json(&eval)[0]["stage"], "opening");
}

/// Starts a run and kills it once its checkpoint exists.
fn kill_once_kept(arguments: &[&str], checkpoint: &Path) {
    kill(start_until(arguments, || has_content(checkpoint)));
}

#[test]
fn killed_tuning_resumes_to_the_same_file() {
    let (folder, checkpoint) = file("tuning.checkpoint");
    let kept = checkpoint.to_str().unwrap();
    let to = folder.path().join("tuned.toml");
    let long = [&MATCHES[..10], &["300"]].concat();
    let (whole, objects) = tuned(&long, &["--threads", "1"]);
    let options = [
        "--to",
        to.to_str().unwrap(),
        "--checkpoint",
        kept,
        "--threads",
        "2",
    ];
    let command = [&long[..], &options].concat();
    kill_once_kept(&command, &checkpoint);
    assert!(!to.exists());
    let iterations = |path: &Path| -> usize {
        let state: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        state["points"].as_array().unwrap().len() - 1
    };
    let before = iterations(&checkpoint);
    assert!((1..300).contains(&before), "{before}");

    let output = common::outflank(&command).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let notice = format!("resumed after iteration {before}\n");
    assert!(common::stderr(&output).contains(&notice));
    assert_eq!(fs::read_to_string(&to).unwrap(), whole);
    assert_eq!(iterations(&checkpoint), 300);
    // Only the games of this run are reported.
    let printed: Vec<Value> = common::stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(printed, objects[before..]);

    let parts = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(parts, 2, "nothing is left beside the files");

    // A run with other settings does not resume.
    let other = [&command[..], &["--seed", "5"]].concat();
    common::refuses(&other, "", &[kept, "another seed: expected 5, found 1"]);
    let components = [&["train", "textbook", "components"], &command[5..]].concat();
    common::refuses(
        &components,
        "",
        &["another evaluation: expected components"],
    );
}

#[cfg(unix)]
#[test]
fn interrupted_tuning_writes_its_result_and_resumes() {
    let (folder, checkpoint) = file("tuning.checkpoint");
    let to = folder.path().join("tuned.toml");
    let long = [&MATCHES[..10], &["300"]].concat();
    let (whole, _) = tuned(&long, &[]);
    let options = ["--to", to.to_str().unwrap()];
    let kept = ["--checkpoint", checkpoint.to_str().unwrap()];
    let command = [&long[..], &options, &kept].concat();
    let lines = interrupted_after(3, &command, &workspace());
    let total = last(&lines);
    let iterations = total["iterations"].as_u64().unwrap();
    assert!((3..300).contains(&iterations), "{total}");
    assert_eq!(total["complete"], false);
    let written = fs::read_to_string(&to).unwrap();
    let note = format!("# interrupted after {iterations} of 300 iterations");
    assert!(written.contains(&note), "{written}");
    let rest = common::json(&command);
    assert_eq!(rest.len() as u64, 300 - iterations + 1);
    assert_eq!(fs::read_to_string(&to).unwrap(), whole);

    let endless = [&MATCHES[..10], &["1000000"], &options, &kept].concat();
    fs::remove_file(&checkpoint).unwrap();
    let first = start_until(&endless, || has_content(&checkpoint));
    is_refused_beside(&first, "tuning.checkpoint", &endless, &workspace());
    kill(first);
}

#[test]
fn other_boards_are_tuned() {
    let board = ["--board", "6x6", "--plies", "4", "--iterations", "3"];
    let (text, objects) = tuned(&MATCHES[..9], &board);
    assert!(text.contains(" --board 6x6 "), "{text}");
    assert_eq!(last(&objects)["games"], 12);
}

#[test]
fn invalid_input_is_refused_with_one_line() {
    let (folder, path) = file("parameters.toml");
    let name = path.to_str().unwrap();
    let to = folder.path().join("tuned.toml");
    let to = ["--to", to.to_str().unwrap()];
    let by_hand = fs::read_to_string(common::workspace().join(BY_HAND)).unwrap();
    for (text, part) in [
        (String::new(), "missing field `stage`"),
        ("corners = 1\n".to_owned(), "line 1, column 1"),
        (by_hand.replace("mobility", "mobilty"), "mobilty"),
        (
            by_hand.replace("discs = 1.0", "discs = nan"),
            "weight NaN: expected -1000 to 1000",
        ),
        (
            by_hand.replace("until = 0.80", "until = 0.30"),
            "expected more than 0.35",
        ),
        (
            by_hand.replace("until = 0.80", "until = 0.40"),
            "a stage takes less than 0.1",
        ),
        (
            by_hand.replace("discs = 1.0", "discs = 51"),
            "late discs is 51: expected -50 to 50",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let command = ["train", "textbook", "phased", "--from", name];
        common::refuses(&[&command[..], &to].concat(), "", &["--from", name, part]);
    }
    fs::write(&path, "f5d6\n").unwrap();
    for (options, parts) in [
        (&["--from", "no.toml"][..], &["--from no.toml: "][..]),
        (
            &["--games-per-iteration", "3"],
            &["expected an even number"],
        ),
        (&["--depth", "0"], &["--depth", "0"]),
        (&["--iterations", "0"], &["--iterations", "0"]),
        (&["--step", "nan"], &["--step NaN: expected more than 0"]),
        (&["--width", "0"], &["--width 0: expected more than 0"]),
        (
            &["--openings", name],
            &["1 different openings: expected 16"],
        ),
        (&["--openings", "no.txt"], &["openings no.txt: "]),
        (
            &["--openings", "balanced", "--board", "6x6"],
            &["--openings balanced: these openings are on 8x8"],
        ),
        (
            &["--checkpoint", "no/such/file"],
            &["--checkpoint no/such/file"],
        ),
        (
            &["--checkpoint", "Cargo.toml"],
            &["Cargo.toml: expected a whole checkpoint"],
        ),
    ] {
        common::refuses(
            &[&["train", "textbook", "phased"], options, &to].concat(),
            "",
            parts,
        );
    }
    let discs = ["train", "textbook", "discs", to[0], to[1]];
    common::refuses(&discs, "", &["discs has no parameters"]);
    let missing = ["train", "textbook", "phased", "--to", "no/such/t.toml"];
    common::refuses(&missing, "", &["--to no/such/t.toml"]);
    assert!(!Path::new(to[1]).exists());
}
