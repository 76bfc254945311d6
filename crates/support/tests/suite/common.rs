//! Folders and special files.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

pub(crate) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

pub(crate) fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Creates a file with content.
pub(crate) fn file(path: PathBuf, content: &str) -> PathBuf {
    fs::write(&path, content).unwrap();
    path
}

/// Creates a FIFO.
pub(crate) fn fifo(path: PathBuf) -> PathBuf {
    let made = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    path
}

/// Creates a character device like one in `/dev`. Prints a message and returns `None` where the
/// system forbids it.
pub(crate) fn device(path: PathBuf, minor: &str) -> Option<PathBuf> {
    let made = Command::new("mknod")
        .args(["-m", "666", path.to_str().unwrap(), "c", "1", minor])
        .output();
    // On a `nodev` file system, `mknod` succeeds but the node cannot be opened.
    let is_made = made.is_ok_and(|made| made.status.success());
    if is_made && fs::File::options().write(true).open(&path).is_ok() {
        return Some(path);
    }
    println!("skipped: this user cannot create device nodes here");
    None
}

/// Identifies what a path leads to.
pub(crate) fn identity(path: &Path) -> (u64, u64, u64) {
    let found = fs::metadata(path).unwrap();
    (found.dev(), found.ino(), found.rdev())
}
