//! `outflank train textbook`: results reproducible on any number of threads and after a kill,
//! parameters that other commands accept, and errors.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{
    self, Folder, Words, as_array, as_f64, as_u64, has, has_content, interrupted_after,
    is_refused_beside, kill, refuses_each, shows, start_until, workspace,
};

const BY_HAND: &str = "crates/textbook/parameters/phased-by-hand.toml";

/// A short run.
const MATCHES: &str = "train textbook phased --from crates/textbook/parameters/phased-by-hand.toml \
                       --depth 1 --games-per-iteration 4";

/// Runs tuning with an output file; returns the content of the file and the printed
/// objects.
fn tuned(arguments: impl Words, options: &str) -> (String, Vec<Value>) {
    let folder = Folder::new();
    let path = folder.file("tuned.toml");
    let options = format!("{options} --to {path}");
    let objects = common::json((arguments, options));
    (fs::read_to_string(&path).unwrap(), objects)
}

fn last(objects: &[Value]) -> &Value {
    objects.last().unwrap()
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let (first, objects) = tuned(MATCHES, "--iterations 30 --threads 1");
    let (second, others) = tuned(MATCHES, "--iterations 30 --threads 2");
    assert_eq!(first, second);
    assert_eq!(objects, others);
    let (other, _) = tuned(MATCHES, "--iterations 30 --seed 2");
    let body = |text: &str| text[text.find("[[stage]]").unwrap()..].to_owned();
    assert_ne!(body(&other), body(&first));

    assert_eq!(objects.len(), 31);
    for (place, iteration) in objects[..30].iter().enumerate() {
        assert_eq!(iteration["iteration"], place + 1);
        assert_eq!(iteration["games"], 4 * (place + 1));
        assert_eq!(as_array(&iteration["values"]).len(), 14);
        let score = as_f64(&iteration["score"]);
        assert!((-1.0..=1.0).contains(&score));
    }
    let total = last(&objects);
    has!(total; "total": true, "complete": true, "games": 120);
    let parameters = as_array(&total["parameters"]);
    assert_eq!(parameters.len(), 14);
    has!(parameters[1]; "name": "opening stability", "before": 4.0);
    let value = as_f64(&parameters[1]["value"]);
    shows(&first, &[&format!("\nstability = {value:.2}\n")]);
}

#[test]
fn the_file_describes_its_origin_and_can_be_played() {
    let folder = Folder::new();
    let name = &*folder.file("my parameters: @2 = 1.toml");
    let text = common::text((MATCHES, ["--iterations", "30", "--to", name]));
    assert!(text.contains("| opening discs "), "{text}");
    assert!(text.contains("30 of 30 iterations, 120 games"), "{text}");

    // The command in the file reproduces the file.
    let written = fs::read_to_string(name).unwrap();
    let command = written.lines().nth(1).unwrap().strip_prefix("# outflank ");
    let (again, _) = tuned(command.unwrap(), "");
    assert_eq!(again, written);

    // The file can be used as a player and as an evaluation.
    let engine = format!("textbook:phased={name}@1");
    let arguments = ["match", &engine, "textbook:discs@1", "--games", "2"];
    let objects = common::json(arguments);
    assert_eq!(objects[0]["black"], *engine);
    let eval = ("eval f5d6 --evaluation phased", ["--parameters", name]);
    assert_eq!(common::json(eval)[0]["stage"], "opening");
}

#[test]
fn killed_tuning_resumes_to_the_same_file() {
    let folder = Folder::new();
    let kept = &*folder.file("tuning.checkpoint");
    let (checkpoint, to) = (Path::new(kept), folder.join("tuned.toml"));
    let long = format!("{MATCHES} --iterations 300");
    let (whole, objects) = tuned(&long, "--threads 1");
    let options = format!("--to {} --checkpoint {kept} --threads 2", to.display());
    let command = format!("{long} {options}");
    kill(start_until(&command, || has_content(checkpoint)));
    assert!(!to.exists());
    let iterations = |path: &Path| -> usize {
        let state: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        as_array(&state["points"]).len() - 1
    };
    let before = iterations(checkpoint);
    assert!((1..300).contains(&before), "{before}");

    let output = common::outflank(&command).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", common::stderr(&output));
    let notice = format!("resumed after iteration {before}\n");
    assert!(common::stderr(&output).contains(&notice));
    assert_eq!(fs::read_to_string(&to).unwrap(), whole);
    assert_eq!(iterations(checkpoint), 300);
    // Only the games of this run are reported.
    let printed: Vec<Value> = common::stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(printed, objects[before..]);

    let parts = fs::read_dir(&*folder).unwrap().count();
    assert_eq!(parts, 2, "nothing is left beside the files");

    // A run with other settings does not resume.
    let other = format!("{command} --seed 5");
    common::refuses(other, "", &[kept, "another seed: expected 5, found 1"]);
    let components = command.replace(
        "phased --from crates/textbook/parameters/phased-by-hand.toml",
        "components",
    );
    common::refuses(
        &components,
        "",
        &["another evaluation: expected components"],
    );
}

#[cfg(unix)]
#[test]
fn interrupted_tuning_writes_its_result_and_resumes() {
    let folder = Folder::new();
    let checkpoint = folder.join("tuning.checkpoint");
    let to = folder.join("tuned.toml");
    let long = format!("{MATCHES} --iterations 300");
    let (whole, _) = tuned(&long, "");
    let options = format!(
        "--to {} --checkpoint {}",
        to.display(),
        checkpoint.display()
    );
    let command = format!("{long} {options}");
    let lines = interrupted_after(3, &command, &workspace());
    let total = last(&lines);
    let iterations = as_u64(&total["iterations"]);
    assert!((3..300).contains(&iterations), "{total}");
    assert_eq!(total["complete"], false);
    let written = fs::read_to_string(&to).unwrap();
    let note = format!("# interrupted after {iterations} of 300 iterations");
    assert!(written.contains(&note), "{written}");
    let rest = common::json(&command);
    assert_eq!(rest.len() as u64, 300 - iterations + 1);
    assert_eq!(fs::read_to_string(&to).unwrap(), whole);

    let endless = format!("{MATCHES} --iterations 1000000 {options}");
    fs::remove_file(&checkpoint).unwrap();
    let first = start_until(&endless, || has_content(&checkpoint));
    is_refused_beside(&first, "tuning.checkpoint", &endless, &workspace());
    kill(first);
}

#[test]
fn other_boards_are_tuned() {
    let board = "--board 6x6 --plies 4 --iterations 3";
    let (text, objects) = tuned(MATCHES, board);
    assert!(text.contains(" --board 6x6 "), "{text}");
    assert_eq!(last(&objects)["games"], 12);
}

#[test]
fn invalid_input_is_refused_with_one_line() {
    let folder = Folder::new();
    let name = &*folder.file("parameters.toml");
    let tuned = folder.join("tuned.toml");
    let to = format!("--to {}", tuned.display());
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
            "a stage covers less than 0.1",
        ),
        (
            by_hand.replace("discs = 1.0", "discs = 51"),
            "late discs is 51: expected -50 to 50",
        ),
    ] {
        fs::write(name, text).unwrap();
        let command = format!("train textbook phased --from {name} {to}");
        common::refuses(command, "", &["--from", name, part]);
    }
    fs::write(name, "f5d6\n").unwrap();
    refuses_each(&format!(
        "
        train textbook phased {to} --from no.toml => --from no.toml:
        train textbook phased {to} --games-per-iteration 3 => expected an even number
        train textbook phased {to} --depth 0 => --depth | 0
        train textbook phased {to} --iterations 0 => --iterations | 0
        train textbook phased {to} --step nan => --step NaN: expected more than 0
        train textbook phased {to} --width 0 => --width 0: expected more than 0
        train textbook phased {to} --openings {name} => 1 different openings: expected 16
        train textbook phased {to} --openings no.txt => openings no.txt:
        train textbook phased {to} --openings balanced --board 6x6 => \
            --openings balanced: these openings are on 8x8
        train textbook phased {to} --checkpoint no/such/file => --checkpoint no/such/file
        train textbook phased {to} --checkpoint Cargo.toml => \
            Cargo.toml: expected a complete checkpoint
        train textbook discs {to} => discs has no parameters
        train textbook phased --to no/such/t.toml => --to no/such/t.toml",
    ));
    assert!(!tuned.exists());
}
