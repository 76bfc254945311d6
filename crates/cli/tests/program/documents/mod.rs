//! Runs the commands shown in the README and in `docs`. They must print what the pages show, except
//! for times and speeds. `make documents` rewrites output that has changed.
//!
//! A page shows a command in a `console` block, after `$ `. The output may be omitted. A line `…`
//! matches any number of lines. Commands that connect to `localhost:8664` reach a test server with
//! an archive.

mod compare;
mod page;
mod shell;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::common::workspace;
use crate::links::markdown_below;
use compare::{is_same, rewritten};
use page::shown_in;
use shell::Shell;

/// `make documents` lists commands that take longer than this.
const LONG: Duration = Duration::from_secs(2);

/// Returns the program whose output the documents should show, if they are being rewritten.
pub(crate) fn rewriting_program() -> Option<PathBuf> {
    std::env::var_os("REWRITE_DOCUMENTS").map(|path| workspace().join(path))
}

/// The result of checking the commands of a page.
#[derive(Default)]
struct Checked {
    /// The number of outputs compared.
    compared: usize,
    /// The outputs that the page should show, with their ranges in the page.
    edits: Vec<(Range<usize>, String)>,
    /// Descriptions of the differences.
    differences: Vec<String>,
}

/// Runs the commands of a page, and replaces its outputs if the documents are being rewritten.
fn check(page: &Path) -> Checked {
    let text = fs::read_to_string(page).expect("a page");
    let shown = shown_in(&text).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let mut checked = Checked::default();
    if shown.is_empty() {
        return checked;
    }
    let program = rewriting_program();
    let mut shell = Shell::new(program.as_deref());
    for command in shown {
        // The tests of the package check the output of its example.
        if command.line.starts_with("cargo run ") {
            continue;
        }
        let started = Instant::now();
        let printed = shell.run(&command.line);
        let place = format!("{}: {}", page.display(), command.line);
        if started.elapsed() > LONG {
            eprintln!("{:.1} s  {place}", started.elapsed().as_secs_f64());
        }
        let output = &text[command.output.clone()];
        checked.compared += usize::from(!output.is_empty());
        if is_same(output, &printed) {
            continue;
        }
        let new = rewritten(output, &printed);
        let report = format!("{place}\n--- shown\n{output}--- printed\n{new}");
        checked.differences.push(report);
        checked.edits.push((command.output, new));
    }
    if program.is_some() && !checked.edits.is_empty() {
        fs::write(page, replaced(text, &checked.edits)).expect("the page is written");
    }
    checked
}

/// Replaces ranges of a text. The ranges are in ascending order.
fn replaced(mut text: String, edits: &[(Range<usize>, String)]) -> String {
    for (range, new) in edits.iter().rev() {
        text.replace_range(range.clone(), new);
    }
    text
}

/// Checks pages on two threads.
fn check_all(pages: Vec<PathBuf>) -> Vec<Checked> {
    let waiting = Mutex::new(pages);
    let next = || waiting.lock().expect("no panic").pop();
    let work = || std::iter::from_fn(next).map(|page| check(&page)).collect();
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut checked: Vec<_> = work();
        checked.extend(other.join().expect("no panic"));
        checked
    })
}

#[test]
fn documents_show_what_commands_print() {
    let mut pages = markdown_below(&workspace().join("docs"));
    pages.push(workspace().join("README.md"));
    let checked = check_all(pages);
    let compared: usize = checked.iter().map(|page| page.compared).sum();
    let differences = checked.into_iter().flat_map(|page| page.differences);
    let differences: Vec<String> = differences.collect();
    let (stale, list) = (differences.len(), differences.join("\n"));
    assert!(compared >= 50, "{compared} outputs");
    match rewriting_program() {
        Some(_) => eprintln!("{stale} of {compared} outputs rewritten\n{list}"),
        None => assert!(
            differences.is_empty(),
            "{stale} of {compared} outputs differ; `make documents` rewrites them\n{list}"
        ),
    }
}

#[test]
fn an_output_is_replaced_in_place() {
    let page = "```console\n$ a\n1\n$ b\n1\n```\ntext 1\n\n```console\n$ c \\\n  d\n1\n2\n```\n";
    let shown = shown_in(page).expect("a page");
    let lines: Vec<_> = shown.iter().map(|command| command.line.as_str()).collect();
    assert_eq!(lines, ["a", "b", "c d"]);
    let outputs = shown.iter().map(|command| &page[command.output.clone()]);
    let outputs: Vec<_> = outputs.collect();
    assert_eq!(outputs, ["1\n", "1\n", "1\n2\n"]);
    let edits = [
        (shown[1].output.clone(), "3\n4\n".to_owned()),
        (shown[2].output.clone(), "5\n".to_owned()),
    ];
    let new = "```console\n$ a\n1\n$ b\n3\n4\n```\ntext 1\n\n```console\n$ c \\\n  d\n5\n```\n";
    assert_eq!(replaced(page.to_owned(), &edits), new);
}

#[test]
fn a_malformed_block_is_rejected() {
    for page in [
        "- list\n\n  ```console\n  $ a\n  ```\n",
        "```console\n$ a\n",
        "```console\nno command\n```\n",
    ] {
        assert!(shown_in(page).is_err(), "{page}");
    }
}
