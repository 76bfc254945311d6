//! The compact format, and the shipped book.

use std::fs;
use std::path::Path;

use outflank_book::formats::compact;
use outflank_book::{Book, BookName, Growth, Levels, OpenBook, SHIPPED};
use outflank_othello::{Position, Shape};

use crate::common::{entries, export, grow, grown, import, shallow, to_the_end, verified};

#[test]
fn compact_books_round_trip() {
    let folder = tempfile::tempdir().unwrap();
    let [book, compact, back] =
        ["a.book", "a.compact", "b.book"].map(|name| folder.path().join(name));
    grow(&book, "8x8", 300);
    let exported = export(&book, &compact);
    assert_eq!(exported.lost, []);
    let bytes = fs::read(&compact).unwrap();
    let (size, count) = (bytes.len(), entries(&book).len());
    assert!(size < 8 * count, "{size} bytes");
    assert!(compact::read(&bytes).unwrap() == entries(&book));
    let imported = import(&compact, &back);
    assert_eq!(imported.written, exported.read);
    assert!(entries(&back) == entries(&book));
}

#[test]
fn positions_that_no_move_leads_to_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [book, compact] = ["a.book", "a.compact"].map(|name| folder.path().join(name));
    let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
    let mut boards = Vec::new();
    for moves in ["f5d6c3", "f5f6e6f4", "f5d6c5f4e3c6d3f6e6d7"] {
        let game = outflank_othello::Game::from_transcript(Shape::STANDARD, moves).unwrap();
        boards.push(growth.canonical(game.position()).unwrap());
    }
    growth.search(&boards, &shallow(), |_| {}).unwrap();
    growth.settle();
    to_the_end(|progress| growth.finish(progress)).unwrap();
    export(&book, &compact);
    assert!(compact::read(&fs::read(&compact).unwrap()).unwrap() == entries(&book));
}

#[test]
fn the_shipped_book_passes_verification() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    let imported = import(Path::new(SHIPPED), &book);
    assert_eq!(imported.rejected, 0);
    let found = verified(&book);
    assert!(found.is_right(), "{found:?}");
    // The copy inside the program is identical.
    let shipped: BookName = "shipped".parse().unwrap();
    let shipped = shipped.open().unwrap().unwrap();
    assert!(matches!(shipped, OpenBook::Shipped));
    assert_eq!(shipped.positions(), imported.written);
    let start = Position::start(Shape::STANDARD);
    let known = shipped.look_up(&start).unwrap();
    assert!(known.is_some());
    assert_eq!(known, Book::open(&book).unwrap().look_up(&start).unwrap());
}

#[test]
fn deepening_searches_only_shallower_positions() {
    let (_folder, book) = grown("8x8", 60);
    let start = Position::start(Shape::STANDARD);
    let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
    let root = growth.canonical(&start).unwrap();
    let mut search = shallow();
    search.levels = Levels::all(3);
    let within = growth.within(root, 0, 100);
    let searched = growth.deepen(&within, &search, |_| {}).unwrap();
    assert!((1..=within.len()).contains(&searched), "{searched}");
    assert_eq!(growth.deepen(&within, &search, |_| {}).unwrap(), 0);
    // The searches survive a kill.
    drop(growth);
    let mut growth = Growth::open(&book, Shape::STANDARD).unwrap();
    assert_eq!(growth.deepen(&within, &search, |_| {}).unwrap(), 0);
    let levels = within.iter().filter_map(|&board| growth.get(board)?.leaf);
    let levels: Vec<u8> = levels.map(|leaf| leaf.quality.level).collect();
    assert!(levels.iter().all(|&level| level >= 3), "{levels:?}");
}
