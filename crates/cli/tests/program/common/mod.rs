//! Helpers that run the program as a user does.

pub(crate) mod client;
pub(crate) mod schema;

use std::io::{BufRead, BufReader, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The arguments of a command: a line to split at white space, a list of words, or a pair of these.
pub(crate) trait Words {
    fn words(self) -> Vec<String>;
}

impl Words for &str {
    fn words(self) -> Vec<String> {
        self.split_whitespace().map(str::to_owned).collect()
    }
}

impl Words for String {
    fn words(self) -> Vec<String> {
        (*self).words()
    }
}

impl Words for &String {
    fn words(self) -> Vec<String> {
        (**self).words()
    }
}

impl<S: AsRef<str>> Words for &[S] {
    fn words(self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<S: AsRef<str>, const N: usize> Words for &[S; N] {
    fn words(self) -> Vec<String> {
        self[..].words()
    }
}

impl<S: AsRef<str>, const N: usize> Words for [S; N] {
    fn words(self) -> Vec<String> {
        self[..].words()
    }
}

impl<S: AsRef<str>> Words for &Vec<S> {
    fn words(self) -> Vec<String> {
        self[..].words()
    }
}

impl<A: Words, B: Words> Words for (A, B) {
    fn words(self) -> Vec<String> {
        [self.0.words(), self.1.words()].concat()
    }
}

/// Returns a command that runs the program with arguments in the root of the workspace.
pub(crate) fn outflank(arguments: impl Words) -> Command {
    outflank_in(arguments, &workspace())
}

/// Returns a command that runs the program with arguments in a folder.
pub(crate) fn outflank_in(arguments: impl Words, folder: &Path) -> Command {
    let mut command = Command::cargo_bin("outflank").unwrap();
    command.args(arguments.words()).current_dir(folder);
    command
}

pub(crate) fn run(arguments: impl Words) -> Output {
    outflank(arguments).output().unwrap()
}

pub(crate) fn run_in(arguments: impl Words, folder: &Path) -> Output {
    outflank_in(arguments, folder).output().unwrap()
}

/// Runs the program with text on standard input.
pub(crate) fn run_with(arguments: impl Words, input: impl Into<Vec<u8>>) -> Output {
    outflank(arguments).write_stdin(input).output().unwrap()
}

/// Runs the program, which must succeed, and returns standard output as text.
pub(crate) fn text(arguments: impl Words) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

/// Asserts that an object has fields: `has!(object; "games": 2, "complete": true)`.
macro_rules! has {
    ($object:expr; $($fields:tt)*) => {
        $crate::common::assert_fields(&$object, &serde_json::json!({ $($fields)* }))
    };
}
pub(crate) use has;

/// Asserts that `object` has all of `fields`.
#[track_caller]
pub(crate) fn assert_fields(object: &Value, fields: &Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&object[name], value, "{name} of {object}");
    }
}

/// Returns a non-negative integer.
#[track_caller]
pub(crate) fn as_u64(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// Returns an integer.
#[track_caller]
pub(crate) fn as_i64(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

#[track_caller]
pub(crate) fn as_f64(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[track_caller]
pub(crate) fn as_str(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[track_caller]
pub(crate) fn as_array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

#[track_caller]
pub(crate) fn shows(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{text:?} lacks {part:?}");
    }
}

pub(crate) fn workspace() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .canonicalize()
        .unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs the program with `--json` and returns the printed objects, which must satisfy
/// the schema of the command.
pub(crate) fn json(arguments: impl Words) -> Vec<Value> {
    json_in(arguments, &workspace())
}

/// Like [`json`], but returns only the last object.
pub(crate) fn last(arguments: impl Words) -> Value {
    json(arguments).pop().unwrap()
}

/// Like [`json`], but runs the program in a folder.
pub(crate) fn json_in(arguments: impl Words, folder: &Path) -> Vec<Value> {
    let arguments = arguments.words();
    let output = outflank_in(&arguments, folder)
        .arg("--json")
        .output()
        .unwrap();
    let errors = stderr(&output);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    schema::parse_lines(&arguments, &stdout(&output))
}

/// Runs the program, which must fail with status 2. It must print nothing on standard output, and
/// on standard error one line that contains all of `parts`.
pub(crate) fn refuses(arguments: impl Words, input: impl Into<Vec<u8>>, parts: &[&str]) {
    let arguments = arguments.words();
    let mut command = outflank(&arguments);
    let (message, printed) = refusal(command.write_stdin(input));
    assert_eq!(printed, "", "{arguments:?}");
    for part in parts {
        assert!(
            message.contains(part),
            "{arguments:?}: {message:?} lacks {part:?}"
        );
    }
}

/// Runs [`refuses`] without input for each line of a table: `ARGUMENTS => PART | PART`.
pub(crate) fn refuses_each(table: &str) {
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let (arguments, parts) = line.split_once("=>").unwrap();
        let parts: Vec<&str> = parts.split(" | ").map(str::trim).collect();
        refuses(arguments, "", &parts);
    }
}

/// Runs the program in a folder, where it must fail with status 2 and one line on standard error.
/// It may print progress on standard output first. Returns the message.
pub(crate) fn refusal_in(arguments: impl Words, folder: &Path) -> String {
    refusal(&mut outflank_in(arguments, folder)).0
}

/// Like [`refusal_in`], but asserts that the message contains all of `parts`.
pub(crate) fn refuses_in(folder: &Path, arguments: impl Words, parts: &[&str]) {
    let arguments = arguments.words();
    let message = refusal_in(&arguments, folder);
    for part in parts {
        assert!(
            message.contains(part),
            "{arguments:?}: {message:?} lacks {part:?}"
        );
    }
}

/// Returns the message of a command that must fail, and its standard output. The message is one
/// line; only clap's tips may follow, one per line.
fn refusal(command: &mut Command) -> (String, String) {
    let output = command.output().unwrap();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{command:?}: {message}");
    let lines = message.lines().filter(|line| !line.starts_with("tip: "));
    assert_eq!(lines.count(), 1, "{command:?}: {message}");
    (message, stdout(&output))
}

/// Runs the program in a folder, where it must fail because another process is writing `file`.
#[cfg(unix)]
pub(crate) fn is_refused_beside(writer: &Child, file: &str, arguments: impl Words, folder: &Path) {
    let arguments = arguments.words();
    let message = refusal_in(&arguments, folder);
    let reason = format!("process {} is writing it", writer.id());
    assert!(
        message.contains(file) && message.contains(&reason),
        "{arguments:?}: {message}"
    );
}

pub(crate) fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

/// Starts the program in the background and waits until `ready` returns true. The program must
/// still be running then.
pub(crate) fn start_until(arguments: impl Words, ready: impl FnMut() -> bool) -> Child {
    start_in(&workspace(), arguments, ready)
}

/// Like [`start_until`], but runs the program in a folder.
pub(crate) fn start_in(
    folder: &Path,
    arguments: impl Words,
    mut ready: impl FnMut() -> bool,
) -> Child {
    let arguments = arguments.words();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(&arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !ready() {
        let status = child.try_wait().unwrap();
        assert!(status.is_none(), "{arguments:?} ended: {status:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Runs the program with `--json`, interrupts it after `lines` lines and returns all lines. The
/// program must exit with status 130 and mark the last line as incomplete.
#[cfg(unix)]
pub(crate) fn interrupted_after(lines: usize, arguments: impl Words, folder: &Path) -> Vec<Value> {
    interrupted_when(lines, || true, arguments, folder)
}

/// Like [`interrupted_after`], but also waits until `ready` returns true.
#[cfg(unix)]
pub(crate) fn interrupted_when(
    lines: usize,
    mut ready: impl FnMut() -> bool,
    arguments: impl Words,
    folder: &Path,
) -> Vec<Value> {
    let arguments = arguments.words();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(&arguments)
        .arg("--json")
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..lines {
        output.read_line(&mut text).unwrap();
    }
    while !ready() {
        let status = child.try_wait().unwrap();
        assert!(status.is_none(), "{arguments:?} ended: {status:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    output.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    let objects = schema::parse_lines(&arguments, &text);
    assert_eq!(objects.last().unwrap()["incomplete"], true, "{text}");
    objects
}

/// Runs a command line with files limited to `blocks` blocks of 512 bytes, to simulate a full disk.
#[cfg(unix)]
pub(crate) fn outflank_with_small_files(blocks: u32, command: &str, folder: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_outflank");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {command}");
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &script])
        .current_dir(folder)
        .output()
        .unwrap()
}

#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let mut kill = std::process::Command::new("kill");
    assert!(kill.args(["-INT", &id]).status().unwrap().success());
}

pub(crate) fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A folder that lives as long as the value.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// Creates an empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Copies the games of a year, and their names.
    pub(crate) fn copy_games(&self, year: u32) {
        for file in [&*format!("WTH_{year}.wtb"), "WTH.JOU", "WTH.TRN"] {
            let from = workspace().join("testdata/wthor").join(file);
            std::fs::copy(from, self.join(file)).unwrap();
        }
    }

    /// Returns the path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.join(name).to_str().unwrap().to_owned()
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

/// Creates a folder with 80 games of self-play in `own.games`.
pub(crate) fn folder_with_games() -> Folder {
    let folder = Folder::new();
    let arguments = "train selfplay --to own.games --depth 1 --exact 6 --random 6-20 --games 80";
    json_in(arguments, &folder);
    folder
}

/// Creates a temporary folder and returns it with the path of a file in it.
pub(crate) fn temporary(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

/// Returns the names of the files in a folder, sorted.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let names = entries.map(|entry| entry.file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
