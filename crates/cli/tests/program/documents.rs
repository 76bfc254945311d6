//! Runs the commands shown in the README and in `docs`. The output must have the form
//! that the page shows: the same lines, columns and labels. Scores, node counts, times
//! and moves may differ, since they change with the network and the machine.
//!
//! A page shows a command in a `console` block, after `$ `. Blocks with commands other
//! than `target/release/outflank`, `make` and `cargo run` in debug builds are not run. A
//! line `…` matches any number of lines.
//!
//! `UPDATE_DOCUMENTS=1 cargo test -p outflank-cli --test program documents` replaces
//! output whose form has changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::client::Client;
use crate::common::{stderr, stdout, workspace};
use regex::Regex;
use serde_json::Value;

/// Patterns of what varies between runs, and their replacements, in order.
static VARIABLE: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let patterns = [
        // Rows of boards.
        (r"^ ?\d+ (\[?[-.XO]\]? ?)+$", "BOARD"),
        // Rows of a review: the loss, the mark and the reason may be missing.
        (
            r"^( *\d+ +(Black|White) +[a-p]\d+ +~?[-+][\d.]+ +[a-p]\d+ +~?[-+][\d.]+).*$",
            "$1",
        ),
        (r"\b(win|draw|loss)\b", "RESULT"),
        (r"\b(avx2|avx512|portable)\b", "TIER"),
        // Moves and sequences of moves.
        (r"\b[A-Pa-p](1[0-6]|[1-9])\b", "MOVE"),
        (r"MOVE( MOVE)+", "MOVE"),
        // Numbers with sign, unit prefix and error.
        (r"[~±+-]*\b\d{1,3}( \d{3})+\b", "#"),
        (r"[~±+-]*\d+(\.\d+)?(e-?\d+)?", "#"),
        (r"# (M|k)?/s", "SPEED"),
        (
            r"# (inaccurac|mistake|blunder|position|game|node)(y|ies|s)?\b",
            "# $1",
        ),
        (r"-{3,}", "---"),
        (r"[ \t]+", " "),
    ];
    let compile = |(pattern, with)| (Regex::new(pattern).expect("a pattern"), with);
    patterns.into_iter().map(compile).collect()
});

/// Reduces a line to its form.
fn form(line: &str) -> String {
    if let Ok(object @ Value::Object(_)) = serde_json::from_str(line) {
        return keys(&object);
    }
    if let Some(row) = line.trim().strip_prefix('|') {
        return row
            .split('|')
            .map(form_of_cell)
            .collect::<Vec<_>>()
            .join("|");
    }
    let mut text = line.trim_end().to_owned();
    for (pattern, with) in VARIABLE.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    text.trim().to_owned()
}

/// Reduces a cell of a table to its form: numbers, bounds and infinities are alike.
fn form_of_cell(cell: &str) -> String {
    let text = form(cell);
    let number = text.trim_start_matches(['-', '+']);
    let number = number
        .trim_start_matches("over ")
        .trim_start_matches("under ");
    match number.starts_with('#') || number == "inf" {
        true => "#".to_owned(),
        false => text,
    }
}

/// Lists the keys of an object.
fn keys(object: &Value) -> String {
    let keys = object
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key.as_str());
    keys.collect::<Vec<_>>().join(" ")
}

/// Returns whether the printed text has the form of the shown one.
fn has_form(shown: &str, printed: &str) -> bool {
    let shown: Vec<String> = shown.trim_end().lines().map(form).collect();
    let printed: Vec<String> = printed.trim_end().lines().map(form).collect();
    let Some(gap) = shown.iter().position(|line| line == "…") else {
        return shown.is_empty() || shown == printed;
    };
    let (before, after) = (&shown[..gap], &shown[gap + 1..]);
    printed.len() >= before.len() + after.len()
        && printed.starts_with(before)
        && printed.ends_with(after)
}

/// Creates a folder in which commands see the workspace, with a separate `target`.
fn sandbox() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let link = |from: &Path, to: &Path| std::os::unix::fs::symlink(from, to).expect("a link");
    for entry in fs::read_dir(workspace()).expect("the workspace") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name");
        if name != "target" {
            link(&path, &folder.path().join(name));
        }
    }
    let release = folder.path().join("target/release");
    fs::create_dir_all(&release).expect("a folder");
    link(
        Path::new(env!("CARGO_BIN_EXE_outflank")),
        &release.join("outflank"),
    );
    folder
}

/// Runs a shell command and returns what it prints.
fn shell(line: &str, folder: &Path) -> String {
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        // The tests themselves may run under make.
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .env("CARGO_TARGET_DIR", workspace().join("target"))
        .output();
    let output = output.expect("a shell starts");
    assert!(output.status.success(), "{line}: {}", stderr(&output));
    stdout(&output)
}

/// Runs a command of a page; returns `None` if it is not one of those that are run.
fn run(line: &str, folder: &Path) -> Option<String> {
    const PROGRAM: &str = "target/release/outflank";
    if line.starts_with("make ") {
        // The target must exist; if it starts the program, it is run.
        let commands = shell(&format!("{line} -n --no-print-directory"), folder);
        let program = commands
            .lines()
            .find_map(|line| line.strip_prefix("cargo run --profile quick -- "));
        return Some(program.map_or(String::new(), |arguments| {
            shell(&format!("{PROGRAM} {arguments}"), folder)
        }));
    }
    if let Some(arguments) = line.strip_prefix("target/release/outflank serve") {
        return Some(serve_briefly(arguments));
    }
    let is_example = line.starts_with("cargo run ") && !line.contains("--release");
    (line.contains(PROGRAM) || is_example).then(|| shell(line, folder))
}

/// Starts a server on a free port and returns what it prints. It finds no browser.
fn serve_briefly(arguments: &str) -> String {
    let mut command = vec!["serve"];
    command.extend(arguments.split_whitespace());
    if !arguments.contains("--port") {
        command.extend(["--port", "0"]);
    }
    let mut server = Client::start_alone(&command);
    let line = server.line();
    let id = server.id().to_string();
    let kill = Command::new("kill").args(["-TERM", &id]).status();
    assert!(kill.expect("kill starts").success());
    assert_eq!(server.end().code(), Some(0), "{arguments}");
    line
}

/// Lists the pages below a folder.
fn pages_in(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            pages_in(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// A command of a page and the output shown after it.
struct Shown {
    command: String,
    output: String,
}

/// Parses a `console` block.
fn parse_block(block: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => shown.push(Shown {
                command: command.to_owned(),
                output: String::new(),
            }),
            (None, Some(last)) if last.command.ends_with('\\') => {
                last.command.pop();
                last.command.push_str(line.trim_start());
            }
            (None, Some(last)) => last.output.push_str(&format!("{line}\n")),
            (None, None) => {}
        }
    }
    shown
}

/// Runs the commands of a page. Returns their number and the differences.
fn check(page: &Path) -> (usize, Vec<String>) {
    let text = fs::read_to_string(page).expect("a page");
    let blocks = Regex::new(r"(?s)```console\n(.*?)```").expect("a pattern");
    let update = std::env::var_os("UPDATE_DOCUMENTS").is_some();
    let folder = sandbox();
    let (mut updated, mut commands, mut differences) = (text.clone(), 0, Vec::new());
    for block in blocks.captures_iter(&text) {
        for Shown { command, output } in parse_block(&block[1]) {
            let Some(printed) = run(&command, folder.path()) else {
                continue;
            };
            commands += 1;
            if has_form(&output, &printed) {
                continue;
            }
            let lines = printed.lines().map(|line| format!("{}\n", line.trim_end()));
            updated = updated.replacen(&output, &lines.collect::<String>(), 1);
            differences.push(format!(
                "{}: {command}\n--- shown\n{output}--- printed\n{printed}",
                page.display()
            ));
        }
    }
    if update && updated != text {
        fs::write(page, updated).expect("the page is written");
    }
    (commands, differences)
}

#[test]
fn documents_show_what_commands_print() {
    let mut pages = vec![workspace().join("README.md")];
    pages_in(&workspace().join("docs"), &mut pages);
    let checked: Vec<_> = std::thread::scope(|scope| {
        let (first, second) = pages.split_at(1);
        let other = scope.spawn(|| second.iter().map(|page| check(page)).collect::<Vec<_>>());
        let mut checked: Vec<_> = first.iter().map(|page| check(page)).collect();
        checked.extend(other.join().expect("no panic"));
        checked
    });
    let commands: usize = checked.iter().map(|(commands, _)| commands).sum();
    let differences: Vec<String> = checked.into_iter().flat_map(|(_, found)| found).collect();
    assert!(commands >= 10, "{commands} commands");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn line_patterns_ignore_variable_parts() {
    let row = |tail: &str| format!(" 12  White c4      ~+2.05  e7     ~+4.80   {tail}");
    assert_eq!(
        form(&row("2.75  ?!  3 discs fewer: c4 c3")),
        form(&row("").replace("e7", "d8"))
    );
    assert_eq!(
        form("5 positions, 0 wrong, 1 800 nodes"),
        form("5 positions, 0 wrong, 7 nodes")
    );
    assert_eq!(form("a1 b2 c3  9.1 M/s"), form("h8  12 k/s"));
    assert_ne!(form("5 positions, 0 wrong"), form("5 positions, 0 errors"));
    assert_eq!(form("| a | inf | 5 ± 2 |"), form("| a | +12 | over +287 |"));
    assert_eq!(
        form(r#"{"score":1.5,"pv":["a1"]}"#),
        form(r#"{"score":null,"pv":[]}"#)
    );
    assert_ne!(form(r#"{"score":1}"#), form(r#"{"scores":1}"#));
    assert!(has_form("a\n…\nc 1\n", "a\nb\nb\nc 2\n"));
    assert!(!has_form("a\n…\nc\n", "a\nb\n"));
}
