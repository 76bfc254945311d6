//! Regular files: permissions, owners, hard links.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, chown};

use outflank_support::{AtomicFile, check_writable, write_atomically};

use crate::common::{file, folder, is_root, mode, names, set_mode};

#[test]
fn a_new_file_has_the_usual_mode() {
    let folder = folder();
    let usual = file(folder.path().join("usual"), "");
    let path = folder.path().join("new");
    write_atomically(&path, b"content").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"content");
    assert_eq!(mode(&path), mode(&usual));
    assert_eq!(names(folder.path()), ["new", "usual"]);
}

#[test]
fn a_replaced_file_keeps_its_permissions() {
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    for (before, after) in [
        (0o600, 0o600),
        (0o640, 0o640),
        (0o666, 0o666),
        (0o4755, 0o755),
        (0o2775, 0o775),
    ] {
        set_mode(&path, before);
        write_atomically(&path, b"after").unwrap();
        assert_eq!(mode(&path), after, "{before:o}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"after");
}

#[test]
fn the_temporary_file_of_a_private_file_is_private() {
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    set_mode(&path, 0o600);
    let mut writer = AtomicFile::create(&path).unwrap();
    writer.write_all(b"secret").unwrap();
    writer.complete().unwrap();
    let part = format!("x.{}.part", std::process::id());
    assert_eq!(names(folder.path()), ["x", &part]);
    assert_eq!(mode(&folder.path().join(part)), 0o600);
    assert_eq!(fs::read(&path).unwrap(), b"before");
}

#[test]
fn a_replaced_file_keeps_its_owner() {
    if !is_root() {
        println!("skipped: only the superuser can give files away");
        return;
    }
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    chown(&path, Some(65534), Some(12)).unwrap();
    set_mode(&path, 0o640);
    write_atomically(&path, b"after").unwrap();
    let found = fs::metadata(&path).unwrap();
    assert_eq!((found.uid(), found.gid(), mode(&path)), (65534, 12, 0o640));
}

#[test]
fn other_hard_links_keep_the_old_content() {
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    let other = folder.path().join("other");
    fs::hard_link(&path, &other).unwrap();
    write_atomically(&path, b"after").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"after");
    assert_eq!(fs::read(&other).unwrap(), b"before");
}

#[test]
fn an_unwritable_file_is_not_replaced() {
    if is_root() {
        println!("skipped: the superuser can write every file");
        return;
    }
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    set_mode(&path, 0o444);
    for error in [
        write_atomically(&path, b"after").unwrap_err(),
        check_writable(&path).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    }
    set_mode(&path, 0o644);
    set_mode(folder.path(), 0o555);
    let error = write_atomically(&path, b"after").unwrap_err();
    set_mode(folder.path(), 0o755);
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    let message = error.to_string();
    assert!(message.contains("its folder is not writable"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), b"before");
    assert_eq!(names(folder.path()), ["x"]);
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let folder = folder();
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    let error = write_atomically(&target, b"content").unwrap_err();
    assert_eq!(error.to_string(), "expected a file, not a folder");
    assert!(write_atomically(&folder.path().join("no/x"), b"").is_err());
    let dropped = AtomicFile::create(&folder.path().join("x")).unwrap();
    assert_eq!(names(folder.path()).len(), 2);
    drop(dropped);
    assert_eq!(names(folder.path()), ["target"]);
}

#[test]
fn a_check_changes_nothing() {
    let folder = folder();
    let path = file(folder.path().join("x"), "before");
    check_writable(&path).unwrap();
    check_writable(&folder.path().join("new")).unwrap();
    assert!(check_writable(folder.path()).is_err());
    assert!(check_writable(&folder.path().join("no/x")).is_err());
    assert_eq!(names(folder.path()), ["x"]);
    assert_eq!(fs::read(&path).unwrap(), b"before");
}

#[test]
fn the_first_bytes_can_be_overwritten_at_the_end() {
    let folder = folder();
    let path = folder.path().join("x");
    let mut writer = AtomicFile::create(&path).unwrap();
    writer.hold();
    writer.write_all(&[b'.'; 100_000]).unwrap();
    writer.overwrite_start(b"head").unwrap();
    assert_eq!(writer.written(), 100_000);
    writer.finish().unwrap();
    let content = fs::read(&path).unwrap();
    assert_eq!((content.len(), &content[..6]), (100_000, &b"head.."[..]));
}
