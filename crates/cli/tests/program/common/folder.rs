//! The program run in a folder of its own.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use super::{stderr, stdout};

/// Runs the program in a folder.
pub(crate) fn run(arguments: &[&str], here: &Path) -> Output {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.args(arguments).current_dir(here).output().unwrap()
}

/// The JSON objects that a command prints.
pub(crate) fn objects(arguments: &[&str], here: &Path) -> Vec<Value> {
    let output = run(&[arguments, &["--json"]].concat(), here);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What a command that is refused says.
pub(crate) fn refusal(arguments: &[&str], here: &Path) -> String {
    let output = run(arguments, here);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = stderr(&output);
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

/// A folder with games of self-play.
pub(crate) fn games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "selfplay",
        "--to",
        "own.games",
        "--depth",
        "1",
        "--exact",
        "6",
        "--random",
        "6-20",
        "--games",
        "80",
    ];
    let output = run(&arguments, folder.path());
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}
