//! Changing an open book and undoing changes.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use outflank_book::{Book, BookEditor, BookPosition, Growth, LeafSearch, Levels, overlay_path};
use outflank_othello::{Game, Shape};
use tempfile::TempDir;

use crate::common::{entries, grown, shallow, to_the_end, verified};

fn game(moves: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, moves).unwrap()
}

fn known(book: &Book, moves: &str) -> Option<BookPosition> {
    book.look_up(game(moves).position()).unwrap()
}

fn has(book: &Book, moves: &str) -> bool {
    known(book, moves).is_some_and(|found| found.entry.is_some())
}

fn deep() -> LeafSearch {
    LeafSearch {
        levels: Levels::all(4),
        ..shallow()
    }
}

/// Eight moves, of which a small book has only the first few.
const LINE: &str = "f5d6c5f4e3c6d3f6";

fn editor() -> (TempDir, PathBuf, BookEditor) {
    let (folder, path) = grown("8x8", 40);
    let editor = BookEditor::open(&path).unwrap();
    (folder, path, editor)
}

#[test]
fn adding_positions_updates_the_scores_before_them() {
    let (_folder, path, editor) = editor();
    let mut added = 0;
    for plies in 1..=8 {
        let line = &LINE[..2 * plies];
        added += usize::from(!has(editor.book(), line));
        editor.add(&game(line), &shallow()).unwrap();
        assert!(has(editor.book(), line), "{line}");
    }
    assert!(added > 0, "{added} positions of the line were new");
    // Visible to another reader, and after the book is rewritten.
    assert!(has(&Book::open(&path).unwrap(), LINE));
    assert_eq!(editor.add(&game(LINE), &shallow()).unwrap(), None);
    let before = known(editor.book(), "").unwrap().entry;
    drop(editor);
    let mut growth = Growth::open(&path, Shape::STANDARD).unwrap();
    growth.complete(&shallow(), |_| {}).unwrap();
    to_the_end(|progress| growth.finish(progress)).unwrap();
    let found = verified(&path);
    assert!(found.is_right(), "{found:?}");
    let book = Book::open(&path).unwrap();
    assert!(has(&book, LINE));
    let after = known(&book, "").unwrap().entry;
    let scores = [after, before].map(|entry| entry.map(|entry| entry.score));
    assert_eq!(scores[0], scores[1]);
}

#[test]
fn changes_are_undone_and_redone() {
    let (_folder, path, editor) = editor();
    let states = |editor: &BookEditor| {
        let lines = (0..=8).map(|plies| known(editor.book(), &LINE[..2 * plies]));
        lines.collect::<Vec<_>>()
    };
    let (before, positions) = (states(&editor), editor.book().positions());
    let all = entries(&path);
    let first = editor.add(&game(LINE), &deep()).unwrap().unwrap();
    let between = states(&editor);
    let second = editor.add(&game(&LINE[..14]), &deep()).unwrap().unwrap();
    let after = states(&editor);
    assert!(before != between && between != after);
    assert!(editor.undo(second).unwrap());
    assert!(!editor.undo(second).unwrap(), "undone twice");
    assert_eq!(states(&editor), between);
    assert!(editor.redo(second).unwrap());
    assert_eq!(states(&editor), after);
    assert!(editor.undo(second).unwrap() && editor.undo(first).unwrap());
    assert_eq!(states(&editor), before);
    assert_eq!(editor.book().positions(), positions);
    assert!(!editor.undo(99).unwrap());
    drop(editor);
    let growth = Growth::open(&path, Shape::STANDARD).unwrap();
    to_the_end(|progress| growth.finish(progress)).unwrap();
    assert_eq!(entries(&path), all);
}

#[test]
fn a_position_is_removed_and_its_move_becomes_a_leaf() {
    let (_folder, path, editor) = editor();
    let best = known(editor.book(), "f5").unwrap().moves[0];
    let (line, all) = (format!("f5{}", best.square), entries(&path));
    let before = known(editor.book(), &line);
    let score = known(editor.book(), "").unwrap().entry;
    let positions = editor.book().positions();
    let change = editor.remove(&game(&line), &shallow()).unwrap().unwrap();
    let removed = |book: &Book| {
        assert!(!has(book, &line));
        let after = known(book, "f5").unwrap().moves;
        let after = after.iter().find(|mv| mv.square == best.square).unwrap();
        assert_eq!((after.is_inside, after.score), (false, best.score));
        let start = known(book, "").unwrap().entry;
        assert_eq!(start.unwrap().score, score.unwrap().score);
    };
    removed(editor.book());
    assert_eq!(editor.remove(&game(&line), &shallow()).unwrap(), None);
    // Other readers do not see it either.
    removed(&Book::open(&path).unwrap());
    assert!(editor.undo(change).unwrap());
    assert_eq!(known(editor.book(), &line), before);
    assert_eq!(editor.book().positions(), positions);
    assert!(editor.redo(change).unwrap());
    removed(editor.book());
    // A removed position can be added again.
    let again = editor.add(&game(&line), &shallow()).unwrap().unwrap();
    assert!(has(&Book::open(&path).unwrap(), &line));
    assert!(editor.undo(again).unwrap());
    removed(&Book::open(&path).unwrap());
    drop(editor);
    let growth = Growth::open(&path, Shape::STANDARD).unwrap();
    to_the_end(|progress| growth.finish(progress)).unwrap();
    removed(&Book::open(&path).unwrap());
    assert_eq!(entries(&path).len(), all.len() - 1);
    let found = verified(&path);
    assert!(found.is_right(), "{found:?}");
}

#[test]
fn an_overlay_with_a_row_of_another_size_is_refused() {
    let (_folder, path, editor) = editor();
    editor.add(&game(LINE), &shallow()).unwrap();
    drop(editor);
    let overlay = overlay_path(&path);
    let connection = rusqlite::Connection::open(&overlay).unwrap();
    let sql = "UPDATE entries SET entry = x'00'";
    assert!(connection.execute(sql, []).unwrap() > 0);
    drop(connection);
    for error in [
        Book::open(&path).unwrap_err(),
        BookEditor::open(&path).unwrap_err(),
        Growth::open(&path, Shape::STANDARD).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(error.contains("a.book.overlay"), "{error}");
        let expected = "an entry of 1 bytes: expected 32 or 33";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_manual_score_stays() {
    let (_folder, _, editor) = editor();
    let score = |line: &str| known(editor.book(), line).unwrap().entry.unwrap().score;
    editor.add(&game("f5f6"), &shallow()).unwrap();
    let first = editor.set_score(&game("f5f6"), 30, &shallow()).unwrap();
    let moves = known(editor.book(), "f5").unwrap().moves;
    assert_eq!(score("f5f6"), 30);
    let after = moves.iter().find(|mv| mv.square.to_string() == "f6");
    let after = after.unwrap().score.whole_discs();
    assert_eq!(after, -30, "the side that plays f6 loses");
    editor.add(&game("f5f6"), &deep()).unwrap();
    assert_eq!(score("f5f6"), 30, "whatever a search says");
    assert!(!editor.undo(first.unwrap()).unwrap(), "searched since");
    // The score of a position that is not in the book cannot be set.
    assert!(!has(editor.book(), LINE));
    assert_eq!(editor.set_score(&game(LINE), 2, &shallow()).unwrap(), None);
}

#[test]
fn impossible_changes_are_refused() {
    let (folder, path, editor) = editor();
    let other = BookEditor::open(&path).unwrap_err().to_string();
    assert!(other.contains(&std::process::id().to_string()), "{other}");
    let stopped = shallow();
    stopped.stop.store(true, Ordering::Relaxed);
    let error = editor.add(&game(LINE), &stopped).unwrap_err().to_string();
    assert!(error.contains("stopped"), "{error}");
    assert!(!has(editor.book(), LINE));
    let small = Game::new("6x6".parse().unwrap());
    let error = editor.add(&small, &shallow()).unwrap_err().to_string();
    let expected = "a book for 6x6: expected one for 8x8";
    assert!(error.ends_with(expected), "{error}");
    let over = game("e6f4e3f6g5d6e7f5c5");
    assert!(over.is_over());
    let error = editor.add(&over, &shallow()).unwrap_err().to_string();
    assert!(error.contains("the game is over"), "{error}");
    let none = folder.path().join("none.book");
    assert!(BookEditor::open(&none).is_err());
    assert!(!folder.path().join("none.book.lock").exists());
}
