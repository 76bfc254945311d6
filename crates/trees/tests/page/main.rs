//! The tree page in a browser.

mod samples;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use outflank_trees::page;

/// Returns the folder in which the tests leave pages for inspection.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs Node.js. Panics with its output if it fails.
fn node<I: AsRef<OsStr>>(arguments: &[I], pages: &Path) {
    let output = Command::new("node")
        .args(arguments)
        .env("OUTFLANK_PAGES", pages)
        .output()
        .expect("node starts: run scripts/setup-browser.sh");
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{text}");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{complaint}");
}

#[test]
#[ignore = "needs node (scripts/setup-browser.sh); `make test` runs it"]
fn the_scripts_are_valid() {
    let page = page(&[]);
    let script = page.split("<script type=\"module\">").nth(1);
    let script = script.and_then(|rest| rest.split("</script>").next());
    let script = script.expect("a script");
    let folder = folder("tree-page-script");
    let joined = folder.join("joined.mjs");
    fs::write(&joined, script).expect("the script is written");
    node(&[Path::new("--check"), &joined], &folder);
    let sources = root().join("crates/trees/src/html/script");
    let mut count = 0;
    for entry in fs::read_dir(sources).expect("the folder of scripts") {
        let script = entry.expect("a file").path();
        node(&[Path::new("--check"), &script], &folder);
        count += 1;
    }
    assert_eq!(count, 14);
}

#[test]
#[ignore = "needs a browser (scripts/setup-browser.sh); `make test` runs it"]
fn the_page_works_in_a_browser() {
    let folder = folder("tree-pages");
    samples::write_pages(&folder);
    let packages = root().join("tests/browser/node_modules/playwright-core");
    assert!(packages.exists(), "run scripts/setup-browser.sh");
    let tests = root().join("tests/browser/tree-page.test.mjs");
    node(&[Path::new("--test"), &tests], &folder);
}
