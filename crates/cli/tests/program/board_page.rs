//! Tests the analysis board in a browser, served by the program.

use std::process::Command;

use super::serve::{archive_in, serve};
use crate::common::{stderr, stdout, text, workspace};

/// Runs the browser tests in a file against a server with the games of a year.
fn try_page(tests: &str) {
    let folder = workspace().join("tests/browser");
    assert!(
        folder.join("node_modules/playwright-core").exists(),
        "the packages of {} are missing: run scripts/setup-browser.sh",
        folder.display()
    );
    let games = tempfile::tempdir().unwrap();
    let book = games.path().join("own.book").to_string_lossy().into_owned();
    text(format!("book import shipped {book}"));
    let archive = archive_in(games.path());
    let served = serve(format!("--archive {archive} --book {book} --edit-book"));
    let output = Command::new("node")
        // The limit, in milliseconds, turns a test that hangs into a failure.
        .args(["--test", "--test-timeout=1800000"])
        .arg(tests)
        .current_dir(folder)
        .env("OUTFLANK_PAGE", served.line["url"].as_str().unwrap())
        .env("OUTFLANK_PROGRAM", env!("CARGO_BIN_EXE_outflank"))
        .output()
        .expect("node starts: run scripts/setup-browser.sh");
    let text = stdout(&output);
    print!("{text}");
    assert!(output.status.success(), "{text}\n{}", stderr(&output));
    served.end("-TERM");
}

// The tests are in two halves that run side by side.

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_board_works_in_a_browser() {
    try_page("board.mjs");
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_panels_work_in_a_browser() {
    try_page("panels.mjs");
}
