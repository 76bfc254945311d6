//! The program as a user starts it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

pub(crate) mod client;
pub(crate) mod folder;

use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The program with arguments, run in the folder of the workspace.
pub(crate) fn outflank(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.args(arguments).current_dir(workspace());
    command
}

/// The folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .canonicalize()
        .unwrap()
}

/// What the program printed on standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What the program printed on standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs the program with `--json` and gives the objects that it printed.
pub(crate) fn json(arguments: &[&str]) -> Vec<Value> {
    let output = outflank(arguments).arg("--json").output().unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Runs the program, which must refuse with status 2, one line on standard
/// error that has all of `parts`, and nothing on standard output.
pub(crate) fn refuses(arguments: &[&str], input: impl Into<Vec<u8>>, parts: &[&str]) {
    let output = outflank(arguments).write_stdin(input).output().unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    assert_eq!(stdout(&output), "", "{arguments:?}");
    for part in parts {
        assert!(
            message.contains(part),
            "{arguments:?}: {message:?} lacks {part:?}"
        );
    }
}
