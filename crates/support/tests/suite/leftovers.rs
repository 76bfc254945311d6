//! Temporary files of killed processes.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use outflank_support::{AtomicFile, remove_abandoned, write_atomically};

use crate::common::{file, folder, names};

#[test]
fn files_of_killed_processes_are_removed() {
    let folder = folder();
    // No process has this PID.
    let names = ["x.ck.4294967295.part", "y.ck.4294967295.part"];
    for name in names {
        file(folder.path().join(name), "half");
    }
    let running = format!("x.ck.{}.part", std::process::id());
    let running = file(folder.path().join(running), "half");
    remove_abandoned(folder.path(), |name| name == "x.ck");
    assert!(running.exists(), "its process is still running");
    let left = names.map(|name| folder.path().join(name).exists());
    assert_eq!(left, [false, true]);
}

#[test]
fn a_zombie_counts_as_dead() {
    let folder = folder();
    let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
    let part = folder.path().join(format!("x.{}.part", child.id()));
    file(part.clone(), "half");
    remove_abandoned(folder.path(), |_| true);
    assert!(part.exists(), "its process is still running");
    child.kill().unwrap();
    let status = format!("/proc/{}/stat", child.id());
    while !fs::read_to_string(&status).unwrap().contains(") Z ") {
        std::thread::sleep(Duration::from_millis(1));
    }
    remove_abandoned(folder.path(), |_| true);
    assert!(!part.exists());
    child.wait().unwrap();
}

#[test]
fn a_file_older_than_its_process_is_removed() {
    let folder = folder();
    let part = folder.path().join(format!("x.{}.part", std::process::id()));
    fs::write(&part, "half").unwrap();
    let yesterday = SystemTime::now() - Duration::from_secs(86_400);
    let open = fs::File::options().write(true).open(&part).unwrap();
    open.set_modified(yesterday).unwrap();
    remove_abandoned(folder.path(), |_| true);
    assert!(!part.exists());
}

#[test]
fn writing_a_file_removes_its_leftovers() {
    let folder = folder();
    let own = std::process::id();
    for name in [
        "x.4294967295.part",
        "y.4294967295.part",
        "x.part",
        "x.1.2.part",
    ] {
        file(folder.path().join(name), "half");
    }
    // An earlier process with our PID left this one a moment ago.
    file(folder.path().join(format!("x.{own}.part")), "half");
    write_atomically(&folder.path().join("x"), b"whole").unwrap();
    let kept = ["x", "x.1.2.part", "x.part", "y.4294967295.part"];
    assert_eq!(names(folder.path()), kept);
    assert_eq!(fs::read(folder.path().join("x")).unwrap(), b"whole");
    drop(AtomicFile::create_among_many(&folder.path().join("y")).unwrap());
    assert_eq!(names(folder.path()), kept);
}

#[test]
fn leftovers_behind_a_link_are_removed() {
    let folder = folder();
    let there = folder.path().join("there");
    fs::create_dir(&there).unwrap();
    let part = file(there.join("target.4294967295.part"), "half");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(Path::new("there/target"), &link).unwrap();
    AtomicFile::create_among_many(&link)
        .unwrap()
        .finish()
        .unwrap();
    assert!(!part.exists());
    assert_eq!(names(&there), ["target"]);
}
