//! Every command that the README and the page on trees show, run; what it prints
//! is what stands there.
//!
//! `UPDATE_README=1 cargo test -p outflank-cli --test program readme` writes what the
//! program prints now into them.

use std::fs;
use std::process::Command;

use crate::common::client::Client;
use crate::common::{outflank, stderr, stdout, workspace};
use regex::Regex;

/// The text without what changes from run to run: times, speeds, and the width
/// of columns.
fn steady(text: &str) -> String {
    let replace = |text: &str, pattern: &str, with: &str| {
        let pattern = Regex::new(pattern).expect("a pattern");
        pattern.replace_all(text, with).into_owned()
    };
    let text = replace(text, r"[ \t]+\n", "\n");
    let text = replace(&text, r"\d+\.?\d* (M|k)?/s", "SPEED");
    let text = replace(&text, r" -\n", " SPEED\n");
    let text = replace(&text, r"\b\d+\.\d{3}\b", "SECONDS");
    let text = replace(&text, r"\b\d+\.\d s\b", "SECONDS s");
    let text = replace(&text, r"\b\d+\.\d games a second", "SPEED");
    let text = replace(&text, r"SECONDS +\d+\.\d\d\b", "SECONDS RATIO");
    let text = replace(&text, r", (portable|avx2|avx512)\n", ", TIER\n");
    let text = replace(&text, r#""seconds":[0-9.e-]+"#, r#""seconds":0"#);
    replace(&text, r"[ \t]+", " ").trim().to_owned()
}

/// What a command prints.
fn run(line: &str) -> String {
    if let Some(target) = line.strip_prefix("make ") {
        // What it would do must be there; what `make run` does is done.
        let output = Command::new("make")
            .args(["-n", "--no-print-directory", target])
            // The suite itself may have been started by make.
            .env_remove("MAKEFLAGS")
            .env_remove("MAKELEVEL")
            .current_dir(workspace())
            .output()
            .expect("make starts");
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        let commands = stdout(&output);
        let main_job = "cargo run --release --quiet -- ";
        if let Some(arguments) = commands
            .lines()
            .find_map(|line| line.strip_prefix(main_job))
        {
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let output = outflank(&arguments).output().expect("the program starts");
            assert!(output.status.success(), "{line}: {}", stderr(&output));
            return stdout(&output);
        }
        assert!(commands.contains("cargo test"), "{commands}");
        return String::new();
    }
    if let Some(arguments) = line.strip_prefix("target/release/outflank serve ") {
        return serve_for_a_moment(arguments);
    }
    let program = assert_cmd::cargo::cargo_bin("outflank");
    let line = line.replace("target/release/outflank", &program.to_string_lossy());
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(workspace())
        .output();
    let output = output.expect("a shell starts");
    assert!(output.status.success(), "{line}: {}", stderr(&output));
    stdout(&output)
}

/// What a server prints until it is asked to end. No browser is found on its way.
fn serve_for_a_moment(arguments: &str) -> String {
    let mut command = vec!["serve"];
    command.extend(arguments.split_whitespace());
    let mut server = Client::start_alone(&command);
    let line = server.line();
    let id = server.id().to_string();
    let kill = Command::new("kill").args(["-TERM", &id]).status();
    assert!(kill.expect("kill starts").success());
    assert_eq!(server.end().code(), Some(0), "{arguments}");
    format!("{line}\n")
}

#[test]
fn every_command_prints_what_the_readme_shows() {
    check("README.md", 6);
}

#[test]
fn every_command_prints_what_the_page_on_trees_shows() {
    check("docs/how-to/draw-a-tree.md", 3);
}

/// Runs the commands of a page, at least so many.
fn check(page: &str, least: usize) {
    let path = workspace().join(page);
    let text = fs::read_to_string(&path).expect("a page");
    let blocks = Regex::new(r"(?s)```console\n\$ ([^\n]+)\n(.*?)```").expect("a pattern");
    let update = std::env::var_os("UPDATE_README").is_some();
    let mut updated = text.clone();
    let mut commands = 0;
    for block in blocks.captures_iter(&text) {
        let (line, shown) = (&block[1], &block[2]);
        let printed = run(line);
        commands += 1;
        if update {
            let new = format!("```console\n$ {line}\n{}```", with_line_end(&printed));
            updated = updated.replace(&block[0], &new);
        } else {
            assert_eq!(steady(shown), steady(&printed), "{line}");
        }
    }
    assert!(commands >= least, "{commands}");
    if update {
        fs::write(path, updated).expect("the page is written");
    }
}

fn with_line_end(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    match lines[..] {
        [] => String::new(),
        _ => format!("{}\n", lines.join("\n")),
    }
}
