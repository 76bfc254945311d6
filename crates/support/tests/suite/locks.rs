//! Files with a single writer.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_support::{LockedFile, lock_exclusive, open_locked, open_shared};

use crate::common::{device, fifo, file, folder, identity, mode, names, set_mode};

#[test]
fn a_second_writer_is_refused_until_the_first_ends() {
    let folder = folder();
    let path = folder.path().join("t.ck");
    let refused = || {
        for error in [
            LockedFile::open(&path).unwrap_err(),
            open_locked(&path).unwrap_err(),
        ] {
            assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
            let process = format!("process {} is writing it", std::process::id());
            assert!(error.to_string().contains(&process) || !cfg!(target_os = "linux"));
        }
    };
    let mut file = LockedFile::open(&path).unwrap();
    refused();
    file.replace(|file| file.write_all(b"content")).unwrap();
    refused();
    drop(file);
    let again = LockedFile::open(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"content");
    drop(again);
    fs::remove_file(&path).unwrap();
    drop(LockedFile::open(&path).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
}

/// The first writer replaces the file, and ends, between the second writer's steps.
#[test]
#[cfg(target_os = "linux")]
fn a_refused_writer_always_learns_the_holder() {
    let folder = folder();
    let path = folder.path().join("t.ck");
    let process = format!("process {} is writing it", std::process::id());
    let is_done = AtomicBool::new(false);
    let mut first = LockedFile::open(&path).unwrap();
    let opened = || LockedFile::open(&path).err();
    let mut errors: Vec<io::Error> = opened().into_iter().collect();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            first.replace(|file| file.write_all(b"content")).unwrap();
            drop(first);
            while !is_done.load(Ordering::Relaxed) {
                let Ok(mut file) = LockedFile::open(&path) else {
                    continue;
                };
                for _ in 0..3 {
                    file.replace(|file| file.write_all(b"content")).unwrap();
                }
            }
        });
        errors.extend((0..1000).filter_map(|_| opened()));
        is_done.store(true, Ordering::Relaxed);
    });
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(!errors.is_empty(), "never refused");
    let without_holder = errors.iter().find(|error| !error.contains(&process));
    assert_eq!(without_holder, None);
}

#[test]
fn a_copy_in_a_child_process_does_not_keep_the_lock() {
    let folder = folder();
    let path = folder.path().join("t.ck");
    let file = open_locked(&path).unwrap();
    let _copy = file.try_clone().unwrap();
    drop(file);
    drop(LockedFile::open(&path).unwrap());
}

#[test]
fn an_exclusive_lock_waits_for_all_readers() {
    let folder = folder();
    let path = file(folder.path().join("a.book"), "before");
    let readers = [(); 2].map(|()| open_shared(&path).unwrap());
    let is_locked = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let lock = lock_exclusive(fs::File::open(&path).unwrap()).unwrap();
            is_locked.store(true, Ordering::Relaxed);
            lock
        });
        for reader in readers {
            assert!(!is_locked.load(Ordering::Relaxed));
            drop(reader);
        }
        let lock = writer.join().unwrap();
        // A reader that waited has the file that is there then.
        let late = scope.spawn(|| open_shared(&path).unwrap().metadata().unwrap().len());
        fs::write(folder.path().join("new"), "the next").unwrap();
        fs::rename(folder.path().join("new"), &path).unwrap();
        drop(lock);
        assert_eq!(late.join().unwrap(), 8);
    });
}

#[test]
fn replacing_a_locked_file_follows_its_link() {
    let folder = folder();
    let here = folder.path();
    let target = file(here.join("target"), "before");
    set_mode(&target, 0o600);
    let link = here.join("link");
    symlink("target", &link).unwrap();
    let mut locked = LockedFile::open(&link).unwrap();
    assert!(
        LockedFile::open(&target).is_err(),
        "both names share one lock"
    );
    locked.replace(|file| file.write_all(b"after")).unwrap();
    drop(locked);
    assert_eq!(fs::read(&target).unwrap(), b"after");
    assert_eq!(mode(&target), 0o600);
    // A file created only for its lock is removed. Its link stays.
    symlink("new", here.join("dangling")).unwrap();
    drop(LockedFile::open(&here.join("dangling")).unwrap());
    assert_eq!(names(here), ["dangling", "link", "target"]);
}

#[test]
fn only_regular_files_are_locked() {
    let folder = folder();
    let copy = device(folder.path().join("null"), "3");
    let pipe = fifo(folder.path().join("fifo"));
    let others = [pipe, PathBuf::from("/dev/null")];
    for path in copy.into_iter().chain(others) {
        let before = identity(&path);
        for error in [
            LockedFile::open(&path).unwrap_err(),
            open_locked(&path).unwrap_err(),
        ] {
            let message = error.to_string();
            assert!(message.contains("expected a regular file"), "{message}");
        }
        assert_eq!(identity(&path), before);
    }
    assert!(open_locked(Path::new("/dev/fd/1")).is_err());
}
