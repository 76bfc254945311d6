//! The analysis board, in a browser, served by the program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::process::Command;

use super::serve::{archive_in, serve};
use crate::common::{stderr, stdout, workspace};

/// Runs browser tests against a server started with these arguments.
fn try_page(tests: &[&str], arguments: &[&str]) {
    let folder = workspace().join("tests/browser");
    assert!(
        folder.join("node_modules/playwright-core").exists(),
        "the packages of {} are missing: run scripts/setup-browser.sh",
        folder.display()
    );
    let served = serve(arguments);
    let output = Command::new("node")
        .arg("--test")
        .args(tests)
        .current_dir(folder)
        .env("OUTFLANK_PAGE", served.line["url"].as_str().unwrap())
        .output()
        .expect("node starts: run scripts/setup-browser.sh");
    let text = stdout(&output);
    print!("{text}");
    assert!(output.status.success(), "{text}\n{}", stderr(&output));
    served.end("-TERM");
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_board_works_in_a_browser() {
    let tests = [
        "board-page.test.mjs",
        "input.test.mjs",
        "kept.test.mjs",
        "screen.test.mjs",
    ];
    try_page(&tests, &[]);
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_panels_work_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let archive = archive_in(folder.path());
    let arguments = ["--archive", &archive];
    try_page(&["panels.test.mjs", "archive.test.mjs"], &arguments);
}
