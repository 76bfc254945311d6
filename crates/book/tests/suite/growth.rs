//! Growing books, and recovery from interruptions.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_book::{Book, Entry, Growth, LeafSearch, Levels, Store, evaluated};
use outflank_engine::solve;
use outflank_othello::{Position, Shape};

use crate::common::{entries, grow, grown, names, shallow, to_the_end, verified};

#[test]
fn a_grown_book_passes_verification() {
    let folder = tempfile::tempdir().unwrap();
    for (board, count) in [("6x6", 400), ("8x8", 60), ("4x8", 100), ("8x8-a1h8", 40)] {
        let book = folder.path().join(format!("{board}.book"));
        grow(&book, board, count);
        let found = verified(&book);
        assert!(found.positions >= count as u64);
        assert!(found.is_right(), "{board}: {found:?}");
    }
}

#[test]
fn a_book_of_a_small_board_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    let shape: Shape = "4x4".parse().unwrap();
    let start = Position::start(shape);
    let mut growth = Growth::open(&book, shape).unwrap();
    let search = LeafSearch {
        levels: Levels::all(8),
        ..shallow()
    };
    while growth.step(&start, 25, 500, &search).unwrap().is_some() {}
    growth.complete(&search, |_| {}).unwrap();
    to_the_end(|progress| growth.finish(progress)).unwrap();
    // Every line reaches the end of the game.
    assert!(entries(&book).iter().all(Entry::is_exact));
    let found = Book::open(&book).unwrap().look_up(&start).unwrap().unwrap();
    let entry = found.entry.unwrap();
    assert_eq!(Some(i32::from(entry.score)), solve(&start).exact());
    assert_eq!(entry.reached.grade(), Some(outflank_book::Grade::A));
}

#[test]
fn finished_searches_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    let start = Position::start(Shape::STANDARD);
    let mut known = 0;
    for _ in 0..5 {
        let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
        assert!(growth.len() >= known, "nothing is lost");
        growth.step(&start, 25, 5, &shallow()).unwrap().unwrap();
        known = growth.len();
        // Dropped without `finish`, as when the process is killed.
        drop(growth);
    }
    assert!(!book.exists());
    assert!(known >= 6, "{known} positions");
    let growth = Growth::open(&book, Shape::STANDARD).unwrap();
    assert_eq!(growth.len(), known);
    to_the_end(|progress| growth.finish(progress)).unwrap();
    assert_eq!(entries(&book).len(), known);
    assert_eq!(names(folder.path()), ["a.book"]);
}

#[test]
fn readers_see_added_positions() {
    let (_folder, book) = grown("8x8", 30);
    let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
    let before: HashSet<_> = entries(&book).iter().map(|entry| entry.board).collect();
    let start = Position::start(Shape::STANDARD);
    growth.step(&start, 25, 10, &shallow()).unwrap().unwrap();
    let reader = Book::open(&book).unwrap();
    let added = growth.len() - before.len();
    assert!(added > 0);
    let store = Store::open(&book).unwrap();
    assert_eq!(store.header().totals.positions, before.len() as u64);
    drop(growth);
    let again = Growth::open(&book, Shape::STANDARD).unwrap();
    assert_eq!(again.len(), before.len() + added);
    drop(again);
    assert!(reader.positions() > before.len() as u64);
}

/// A finishing writer replaces the store and removes the overlay between a reader's steps.
#[test]
fn readers_miss_nothing_while_a_writer_finishes() {
    let (_folder, book) = grown("8x8", 30);
    let start = Position::start(Shape::STANDARD);
    let known = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for _ in 0..30 {
                let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
                growth.step(&start, 25, 1, &shallow()).unwrap().unwrap();
                known.store(growth.len(), Ordering::Relaxed);
                to_the_end(|progress| growth.finish(progress)).unwrap();
            }
        });
        let read = || {
            while !writer.is_finished() {
                let least = known.load(Ordering::Relaxed) as u64;
                let found = Book::open(&book).unwrap().positions();
                assert!(found >= least, "{found} of {least} positions");
            }
        };
        // With several, one often opens the overlay just as the writer removes it.
        std::thread::scope(|readers| {
            for _ in 0..3 {
                readers.spawn(read);
            }
        });
    });
}

#[test]
fn a_stopped_search_adds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
    let search = shallow();
    search.stop.store(true, Ordering::Relaxed);
    let start = Position::start(Shape::STANDARD);
    let step = growth.step(&start, 25, 5, &search).unwrap().unwrap();
    assert_eq!((step.searched, step.positions), (0, 0));
    to_the_end(|progress| growth.finish(progress)).unwrap();
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn pruning_keeps_the_best_line_and_its_score() {
    let (_folder, book) = grown("6x6", 500);
    let shape: Shape = "6x6".parse().unwrap();
    let mut growth = Growth::open(&book, shape).unwrap();
    let root = growth.canonical(&Position::start(shape)).unwrap();
    let score = growth.get(root).unwrap().score;
    let removed = growth.prune(root, 200);
    assert!(removed > 0 && growth.len() + removed >= 500);
    assert_eq!(growth.get(root).unwrap().score, score);
    to_the_end(|progress| growth.finish(progress)).unwrap();
    let found = verified(&book);
    let faults = [found.wrong_scores, found.missing_leaves, found.wrong_leaves];
    assert_eq!(faults, [0; 3]);
}

#[test]
fn a_position_without_links_or_leaf_keeps_its_score() {
    let (_folder, book) = grown("6x6", 5);
    let store = Store::open(&book).unwrap();
    let mut entry = entries(&book)[0];
    entry.leaf = None;
    assert_eq!(evaluated(&entry, &[], store.layout()), entry);
}
