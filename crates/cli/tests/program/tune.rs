//! `outflank tune`: results reproducible on any number of threads and after a kill,
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

/// A short tuning run by matches.
const MATCHES: [&str; 12] = [
    "tune",
    "phased",
    "--by",
    "matches",
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
    let picture = folder.path().join("history.svg");
    let long = [&MATCHES[..11], &["300"]].concat();
    let (whole, objects) = tuned(&long, &["--threads", "1"]);
    let options = [
        "--to",
        to.to_str().unwrap(),
        "--checkpoint",
        kept,
        "--plot",
        picture.to_str().unwrap(),
        "--threads",
        "2",
    ];
    let command = [&long[..], &options].concat();
    kill_once_kept(&command, &checkpoint);
    assert!(!to.exists());
    let iterations = |path: &Path| -> usize {
        let state: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        state["state"]["points"].as_array().unwrap().len() - 1
    };
    let before = iterations(&checkpoint);
    assert!((1..300).contains(&before), "{before}");

    let output = common::outflank(&command).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let told = format!("resumed after iteration {before}\n");
    assert!(common::stderr(&output).contains(&told));
    assert_eq!(fs::read_to_string(&to).unwrap(), whole);
    assert_eq!(iterations(&checkpoint), 300);
    // Only the games of this run are reported.
    let printed: Vec<Value> = common::stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(printed, objects[before..]);

    // The history of each of fourteen parameters, in five charts.
    let svg = fs::read_to_string(&picture).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let lines = document.descendants().filter(|node| {
        let points = node.attribute("points").unwrap_or_default();
        node.has_tag_name("polyline") && points.split_whitespace().count() > 50
    });
    assert_eq!(lines.count(), 14);
    let texts: Vec<_> = document
        .descendants()
        .filter_map(|node| node.text().map(str::trim))
        .collect();
    for text in ["corner access", "ends of stages", "games played", "late"] {
        assert!(texts.contains(&text), "{texts:?}");
    }
    let parts = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(parts, 3, "nothing is left beside the files");

    // A run with other settings does not resume.
    let other = [&command[..], &["--seed", "5"]].concat();
    common::refuses(&other, "", &[kept, "another seed: expected 5, found 1"]);
    let phased = [&["tune", "components"], &command[2..4], &command[6..]].concat();
    common::refuses(&phased, "", &["another evaluation: expected components"]);
}

#[cfg(unix)]
#[test]
fn interrupted_tuning_by_matches_writes_its_result_and_resumes() {
    let (folder, checkpoint) = file("tuning.checkpoint");
    let to = folder.path().join("tuned.toml");
    let long = [&MATCHES[..11], &["300"]].concat();
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

    let endless = [&MATCHES[..11], &["1000000"], &options, &kept].concat();
    fs::remove_file(&checkpoint).unwrap();
    let first = start_until(&endless, || has_content(&checkpoint));
    is_refused_beside(&first, "tuning.checkpoint", &endless, &workspace());
    kill(first);
}

#[cfg(unix)]
#[test]
fn interrupted_tuning_by_regression_writes_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let own = games(folder.path());
    let to = folder.path().join("tuned.toml");
    let command = [
        "tune",
        "phased",
        "--by",
        "regression",
        "--to",
        to.to_str().unwrap(),
    ];
    let command = [&command[..], &["--scores"], &[own.as_str(); 12]].concat();
    let lines = interrupted_after(1, &command, &workspace());
    let total = last(&lines);
    assert_eq!(total["complete"], false);
    let read = total["positions"].as_u64().unwrap() + total["held_out"].as_u64().unwrap();
    let written = fs::read_to_string(&to).unwrap();
    let note = format!("#interruptedafter{read}positions");
    assert!(written.replace(' ', "").contains(&note), "{written}");
}

/// Plays self-play games of the engine.
fn games(folder: &Path) -> String {
    let path = folder.join("own.games");
    let path = path.to_str().unwrap();
    let arguments = ["selfplay", "--to", path, "--depth", "1", "--exact", "6"];
    let more = ["--random", "6-20", "--games", "2400"];
    common::json(&[&arguments[..], &more].concat());
    path.to_owned()
}

#[test]
fn regression_is_reproducible_and_resumes_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let own = games(folder.path());
    let wthor = "testdata/wthor/WTH_1980.wtb";
    let command = [
        "tune",
        "phased",
        "--by",
        "regression",
        "--from",
        BY_HAND,
        "--scores",
        &own,
        wthor,
    ];
    let (first, objects) = tuned(&command, &["--threads", "1"]);
    let (second, others) = tuned(&command, &["--threads", "3"]);
    assert_eq!((&first, &objects), (&second, &others));
    let total = last(&objects);
    let number = |object: &Value, field: &str| object[field].as_f64().unwrap();
    assert!(number(total, "positions") > 50_000.0, "{total}");
    assert!(number(total, "held_out_error") < number(total, "held_out_error_of_nothing"));
    assert!(number(total, "held_out_error") < number(total, "held_out_error_before"));
    let stages: Vec<&Value> = objects.iter().filter(|o| o["stage"].is_string()).collect();
    let names: Vec<_> = stages.iter().map(|stage| &stage["stage"]).collect();
    assert_eq!(names, ["opening", "middle", "late"]);
    // Files have three decimals, without trailing zeros.
    let until = (number(stages[0], "until") * 1000.0).round() / 1000.0;
    assert!(first.contains(&format!("until = {until}\n")), "{first}");
    assert!(first.starts_with("# Parameters of `phased`, found by regression:\n"));

    let checkpoint = folder.path().join("checkpoint");
    let picture = folder.path().join("history.svg");
    let options = [
        "--checkpoint",
        checkpoint.to_str().unwrap(),
        "--plot",
        picture.to_str().unwrap(),
    ];
    let long = [&command[..], &options].concat();
    let unused = folder.path().join("unused.toml");
    kill_once_kept(
        &[&long[..], &["--to", unused.to_str().unwrap()]].concat(),
        &checkpoint,
    );
    let (third, _) = tuned(&long, &[]);
    assert_eq!(third, first);
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("hold-out error"));

    let (components, objects) = tuned(
        &["tune", "components"],
        &command[2..4]
            .iter()
            .chain(&command[6..])
            .copied()
            .collect::<Vec<_>>(),
    );
    assert!(components.contains("\ncorners = "), "{components}");
    let parameters = last(&objects)["parameters"].as_array().unwrap();
    let sum: f64 = parameters.iter().map(|p| number(p, "value").abs()).sum();
    assert!((sum - 100.0).abs() < 0.03, "{sum}");
}

#[test]
fn other_boards_are_tuned() {
    let board = ["--board", "6x6", "--plies", "4", "--iterations", "3"];
    let (text, objects) = tuned(&MATCHES[..10], &board);
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
        let command = ["tune", "phased", "--by", "matches", "--from", name];
        common::refuses(&[&command[..], &to].concat(), "", &["--from", name, part]);
    }
    fs::write(&path, "f5d6\n").unwrap();
    let matches = ["tune", "phased", "--by", "matches"];
    let regression = ["tune", "phased", "--by", "regression"];
    for (command, options, parts) in [
        (
            &matches,
            &["--from", "no.toml"][..],
            &["--from no.toml: "][..],
        ),
        (
            &matches,
            &["--scores", "x"],
            &["--scores has no meaning for --by matches"],
        ),
        (&matches, &["--lambda", "1"], &["--lambda has no meaning"]),
        (
            &matches,
            &["--games-per-iteration", "3"],
            &["expected an even number"],
        ),
        (&matches, &["--depth", "0"], &["--depth", "0"]),
        (&matches, &["--iterations", "0"], &["--iterations", "0"]),
        (
            &matches,
            &["--step", "nan"],
            &["--step NaN: expected more than 0"],
        ),
        (
            &matches,
            &["--width", "0"],
            &["--width 0: expected more than 0"],
        ),
        (&matches, &["--plot", "x.png"], &["--plot x.png", ".svg"]),
        (
            &matches,
            &["--openings", name],
            &["1 different openings: expected 16"],
        ),
        (&matches, &["--openings", "no.txt"], &["openings no.txt: "]),
        (
            &matches,
            &["--openings", "balanced", "--board", "6x6"],
            &["--openings balanced: these openings are on 8x8"],
        ),
        (
            &matches,
            &["--checkpoint", "no/such/file"],
            &["--checkpoint no/such/file"],
        ),
        (
            &matches,
            &["--checkpoint", "Cargo.toml"],
            &["Cargo.toml: expected a whole checkpoint"],
        ),
        (&regression, &[], &["needs --scores"]),
        (
            &regression,
            &["--scores", name, "--depth", "2"],
            &["--depth has no meaning"],
        ),
        (
            &regression,
            &["--scores", name, "--lambda", "2"],
            &["--lambda 2: expected"],
        ),
        (
            &regression,
            &["--scores", name],
            &["0 positions with scores", "too few for 3 stages"],
        ),
        (&regression, &["--scores", "no.games"], &["no.games"]),
    ] {
        common::refuses(&[&command[..], options, &to].concat(), "", parts);
    }
    let discs = ["tune", "discs", "--by", "matches"];
    common::refuses(
        &[&discs[..], &to].concat(),
        "",
        &["discs has no parameters"],
    );
    common::refuses(
        &[
            "tune",
            "phased",
            "--by",
            "matches",
            "--to",
            "no/such/t.toml",
        ],
        "",
        &["--to no/such/t.toml"],
    );
    let nothing = ["tune", "phased", "--to", to[1]];
    common::refuses(&nothing, "", &["--by"]);
    assert!(!Path::new(to[1]).exists());
}
