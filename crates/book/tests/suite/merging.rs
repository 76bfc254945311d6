//! Merging books, and resuming merges.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use outflank_book::{BookLock, Entry, Fault, Progress, Store, better, difference, merge};

use crate::common::{entries, grow, grown, names, to_the_end};

fn merged(books: &[&Path], to: &Path) -> Vec<Entry> {
    let stores = Vec::from_iter(books.iter().map(|book| Store::open(book).unwrap()));
    let lock = BookLock::new(to).unwrap();
    to_the_end(|progress| merge(&lock, &stores, progress)).unwrap();
    entries(to)
}

/// Grows two books that share positions.
fn two_books(folder: &Path) -> [PathBuf; 2] {
    let [small, large] = ["small.book", "large.book"].map(|name| folder.join(name));
    grow(&small, "6x6", 300);
    grow(&large, "6x6", 900);
    [small, large]
}

#[test]
fn a_merge_has_the_positions_of_both_books_in_either_order() {
    let folder = tempfile::tempdir().unwrap();
    let [small, large] = two_books(folder.path());
    let [one, other] = ["one.book", "other.book"].map(|name| folder.path().join(name));
    let result = merged(&[&small, &large], &one);
    assert_eq!(result, merged(&[&large, &small], &other));
    let both = [&small, &large].into_iter().flat_map(|book| entries(book));
    let mut boards = Vec::from_iter(both.map(|entry| entry.key()));
    boards.sort_unstable();
    boards.dedup();
    let found: Vec<_> = result.iter().map(Entry::key).collect();
    assert_eq!(found, boards);
    // The merged book contains both.
    for book in [&small, &large] {
        let [part, whole] = [book.as_path(), &one].map(|path| Store::open(path).unwrap());
        assert_eq!(difference(&part, &whole, 3).unwrap().first_only, 0);
    }
    let left = ["large.book", "one.book", "other.book", "small.book"];
    assert_eq!(names(folder.path()), left);
}

#[test]
fn the_better_search_wins() {
    let (_folder, book) = grown("6x6", 20);
    let entry = entries(&book)[0];
    let deeper = Entry {
        level: entry.level + 1,
        score: 5,
        ..entry
    };
    let exact = Entry {
        lower: 7,
        upper: 7,
        score: 7,
        ..entry
    };
    for (worse, best) in [(entry, deeper), (deeper, exact)] {
        assert_eq!(better(worse, best), best);
        assert_eq!(better(best, worse), best);
    }
}

#[test]
fn a_stopped_merge_resumes_and_writes_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let [small, large] = two_books(folder.path());
    let whole = folder.path().join("whole.book");
    merged(&[&small, &large], &whole);
    let resumed = folder.path().join("resumed.book");
    let stores = [small, large].map(|book| Store::open(&book).unwrap());
    let mut stops = 0;
    for allowed in 0.. {
        // Stop each run a little later than the one before.
        let mut reports = 0;
        let mut report = |_, _| {
            reports += 1;
            match reports > allowed {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let lock = BookLock::new(&resumed).unwrap();
        match merge(&lock, &stores, &mut Progress::new(&mut report)) {
            Ok(_) => break,
            Err(error) => assert!(matches!(error.fault, Fault::Stopped)),
        }
        assert!(!resumed.exists(), "only a complete merge gets the name");
        stops += 1;
    }
    assert!(stops >= 3, "{stops} stops");
    assert!(fs::read(&resumed).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_merge_does_not_resume_from_the_state_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let [small, large] = two_books(folder.path());
    let to = folder.path().join("to.book");
    fs::write(folder.path().join("to.book.part"), "half").unwrap();
    let progress = "outflank merge 1\n9 9 9 0\n0 0 0 0\nx";
    fs::write(folder.path().join("to.book.progress"), progress).unwrap();
    let result = merged(&[&small, &large], &to);
    let other = merged(&[&large, &small], &folder.path().join("b.book"));
    assert_eq!(result.len(), other.len());
}
