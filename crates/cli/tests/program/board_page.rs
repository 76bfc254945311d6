//! The analysis board, in a browser, served by the program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::process::Command;

use super::serve::{archive_in, serve};
use crate::common::{stderr, stdout, workspace};

/// Runs the browser tests of a file against a server started with these arguments.
fn try_page(tests: &str, arguments: &[&str]) {
    let folder = workspace().join("tests/browser");
    assert!(
        folder.join("node_modules/playwright-core").exists(),
        "the packages of {} are missing: run scripts/setup-browser.sh",
        folder.display()
    );
    let served = serve(arguments);
    let output = Command::new("node")
        .arg("--test")
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

/// One test for each file, so that they run side by side.
macro_rules! browser_tests {
    ($($name:ident: $file:literal),* $(,)?) => {$(
        #[test]
        #[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
        fn $name() {
            try_page($file, &[]);
        }
    )*};
}

browser_tests! {
    the_board_works_in_a_browser: "board-page.test.mjs",
    input_works_in_a_browser: "input.test.mjs",
    games_are_kept_in_a_browser: "kept.test.mjs",
    games_come_back_after_a_kill: "library.test.mjs",
    ratings_are_estimated_in_a_browser: "people.test.mjs",
    the_screen_is_laid_out_in_a_browser: "screen.test.mjs",
}

/// Runs the browser tests of a file against a server with an archive.
fn try_page_with_archive(tests: &str) {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_in(folder.path());
    try_page(tests, &["--archive", &archive]);
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_panels_work_in_a_browser() {
    try_page_with_archive("panels.test.mjs");
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_archive_works_in_a_browser() {
    try_page_with_archive("archive.test.mjs");
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_book_is_shown_in_a_browser() {
    try_page_with_archive("book.test.mjs");
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn practice_works_in_a_browser() {
    try_page_with_archive("train.test.mjs");
}
