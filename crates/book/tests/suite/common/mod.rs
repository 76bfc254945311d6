//! Books for tests.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_book::formats::{self, Format};
use outflank_book::{
    BookLock, Entry, Growth, LeafSearch, Levels, Progress, Store, Verified, verify,
};
use outflank_engine::SearchOptions;
use outflank_othello::{Position, Shape};
use tempfile::TempDir;

/// Returns the path of a sample book if `OUTFLANK_DATA` names the folder with the test data.
pub(crate) fn sample(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("OUTFLANK_DATA is not set: skipping the tests on {name}");
        return None;
    };
    Some(PathBuf::from(folder).join("books").join(name))
}

/// Runs `work` without stopping it.
pub(crate) fn to_the_end<T>(work: impl FnOnce(&mut Progress<'_>) -> T) -> T {
    work(&mut Progress::new(&mut |_, _| ControlFlow::Continue(())))
}

pub(crate) fn import(file: &Path, book: &Path) -> formats::Imported {
    let lock = BookLock::new(book).unwrap();
    let imported = to_the_end(|progress| formats::import(&lock, file, progress));
    imported.unwrap().0
}

/// Exports a book in the format of the extension.
pub(crate) fn export(book: &Path, to: &Path) -> formats::Exported {
    let store = Store::open(book).unwrap();
    let format = Format::of_path(to).unwrap();
    to_the_end(|progress| formats::export(&store, to, format, progress)).unwrap()
}

pub(crate) fn entries(book: &Path) -> Vec<Entry> {
    let store = Store::open(book).unwrap();
    store.entries().map(Result::unwrap).collect()
}

/// Returns a search of a few plies.
pub(crate) fn shallow() -> LeafSearch {
    LeafSearch {
        levels: Levels::all(2),
        options: SearchOptions::default().with_hash(1),
        threads: 2,
        stop: Arc::default(),
    }
}

/// Returns a book of `positions` positions in its own folder.
pub(crate) fn grown(board: &str, positions: usize) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    grow(&path, board, positions);
    (folder, path)
}

/// Returns the result of verifying a book.
pub(crate) fn verified(book: &Path) -> Verified {
    let store = Store::open(book).unwrap();
    to_the_end(|progress| verify(&store, progress)).unwrap()
}

/// Grows a book to `positions` positions.
pub(crate) fn grow(book: &Path, board: &str, positions: usize) {
    let shape: Shape = board.parse().unwrap();
    let start = Position::start(shape);
    let mut growth = Growth::open(book, shape).unwrap();
    while growth.len() < positions {
        let most = (positions - growth.len()).min(20);
        growth.step(&start, 25, most, &shallow()).unwrap().unwrap();
    }
    growth.complete(&shallow(), |_| {}).unwrap();
    to_the_end(|progress| growth.finish(progress)).unwrap();
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
