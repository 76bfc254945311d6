//! Tests with every kind of file. Permissions depend on the user, so root runs the suite again as
//! another user.
#![allow(clippy::unwrap_used, reason = "a failing helper fails the test")]
#![cfg(unix)]

mod common;
mod leftovers;
mod links;
mod locks;
mod modes;
mod streams;

use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// A user who owns no files.
const NOBODY: u32 = 65534;

#[test]
fn the_suite_passes_as_another_user() {
    if !common::is_root() {
        println!("skipped: only the superuser can become another user");
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .current_dir("/")
        .gid(NOBODY)
        .uid(NOBODY)
        .output();
    let output = match output {
        // Other users may have no access to the build folder.
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            println!("skipped: another user cannot run this test: {error}");
            return;
        }
        output => output.unwrap(),
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}");
}
