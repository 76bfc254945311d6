//! The notebooks of the documents.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use crate::common::{stderr, workspace};

#[test]
#[ignore = "needs the Python package (make python-package); `make test` runs it"]
fn notebooks_print_what_they_show() {
    let root = workspace();
    let python = match std::env::var_os("OUTFLANK_PYTHON") {
        Some(python) => python.into(),
        None => root.join(".venv/bin/python"),
    };
    let program = assert_cmd::cargo::cargo_bin("outflank");
    let mut path = vec![program.parent().unwrap().to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let output = Command::new(python)
        .arg(root.join("scripts/notebooks.py"))
        .arg("--check")
        .env("PATH", std::env::join_paths(path).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}
