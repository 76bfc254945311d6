//! Paths and folders of database files. In a browser, only SQLite can see the files: they are in
//! the file system that was registered with it.

use std::io;
use std::path::{Path, PathBuf};

/// Pragmas for a database. A browser has no shared memory for a write-ahead log; an exclusive lock
/// makes it unnecessary, because no other connection uses the file.
pub(super) const MODE: &str = match cfg!(target_arch = "wasm32") {
    true => "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_size_limit = 4194304",
    false => "",
};

/// Returns a name for SQLite, which gives some relative names a special meaning.
pub(super) fn locate(path: &Path) -> io::Result<PathBuf> {
    match cfg!(target_arch = "wasm32") {
        true => Ok(path.to_owned()),
        false => std::path::absolute(path),
    }
}

/// Returns whether a file exists; in a browser, always `true`.
pub(super) fn exists(path: &Path) -> io::Result<bool> {
    match cfg!(target_arch = "wasm32") {
        true => Ok(true),
        false => path.try_exists(),
    }
}

/// Creates the folder of a file.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(not(target_arch = "wasm32")) => std::fs::create_dir_all(folder),
        _ => Ok(()),
    }
}
