//! Tests of the second checker, which is part of the documentation, and of the size of both
//! checkers.

use std::path::PathBuf;
use std::process::Command;

use outflank_othello::Position;

use crate::common::{certificate, check_all, position};

/// Runs the checker on a certificate. Returns its exit status and its output.
fn run(bytes: &[u8]) -> (Option<i32>, String) {
    run_with(bytes, &[])
}

fn run_with(bytes: &[u8], more: &[&str]) -> (Option<i32>, String) {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate");
    std::fs::write(&path, bytes).unwrap();
    let output = Command::new("python3")
        .arg(root.join("docs/reference/check_certificate.py"))
        .arg(path)
        .args(more)
        .output()
        .expect("Python starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
#[ignore = "needs Python 3; `make test` runs it"]
fn the_python_checker_agrees() {
    for (root, cut) in [
        (position("8x8", 12, 5), 5),
        (position("8x8-a1h8", 11, 5), 4),
        (position("9x7", 10, 5), 4),
        (position("8x8", 14, 1), 5),
        (Position::start("4x4".parse().unwrap()), 2),
    ] {
        let bytes = certificate(&root, cut);
        let checked = check_all(&bytes).unwrap();
        let (status, text) = run(&bytes);
        assert_eq!(status, Some(0), "{text}");
        for claim in checked.claims {
            let line = format!("proven: the score of {root} is {claim}\n");
            assert!(text.contains(&line), "{text}");
        }
        // Both checkers reject the same damage.
        for step in 0..6 {
            let mut damaged = bytes.clone();
            let place = step * (bytes.len() - 1) / 5;
            damaged[place] ^= 4;
            assert!(check_all(&damaged).is_err());
            assert_eq!(run(&damaged).0, Some(1), "byte {place}");
        }
    }
}

#[test]
fn the_python_checker_is_short() {
    let text = include_str!("../../../../docs/reference/check_certificate.py");
    let mut in_documentation = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        let quotes = line.matches("\"\"\"").count();
        let was_documentation = in_documentation || quotes > 0;
        in_documentation ^= quotes == 1;
        !was_documentation && !line.is_empty() && !line.starts_with('#')
    };
    let lines = text.lines().filter(is_code).count();
    assert!(lines < 200, "{lines}");
}

#[test]
fn the_rust_checker_is_short() {
    let files = [
        include_str!("../../../proof-check/src/rules.rs"),
        include_str!("../../../proof-check/src/proof.rs"),
        include_str!("../../../proof-check/src/certificate.rs"),
    ];
    let lines = files.iter().flat_map(|text| text.lines()).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let lines = lines.count();
    assert!(lines < 500, "{lines}");
}

#[test]
#[ignore = "needs Python 3; `make test` runs it"]
fn the_python_checker_samples_chunks() {
    let bytes = certificate(&position("8x8", 14, 1), 2);
    let chunks = check_all(&bytes).unwrap().chunks;
    assert!(chunks > 2, "{chunks}");
    let (status, text) = run_with(&bytes, &["2"]);
    let expected = format!("2 of {chunks} chunks have no fault: ");
    assert!(status == Some(0) && text.starts_with(&expected), "{text}");
    // A sample of more chunks than exist is a full check.
    let (status, text) = run_with(&bytes, &["1000"]);
    assert!(status == Some(0) && text.starts_with("proven: "), "{text}");
    assert_eq!(run_with(&bytes, &["some"]).0, Some(2));
}
