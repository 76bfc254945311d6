//! The opening book and changes to it.

use std::sync::Arc;

use outflank_api::ErrorKey;
use outflank_book::{BookEditor, Growth, LeafSearch, Levels, OpenBook, Progress, SHIPPED};
use outflank_engine::SearchOptions;
use outflank_othello::{Position, Shape};
use serde_json::{Value, json};

use crate::common::{Board, has};

/// A finished game.
const OVER: &str = "e6f4e3f6g5d6e7f5c5";

fn known(board: &Board, query: &str) -> Value {
    board.get(&format!("/api/book?{query}")).json()
}

#[test]
fn the_shipped_book_is_shown() {
    let board = Board::start();
    assert_eq!(board.get("/api/status").json()["book"], true, "{SHIPPED}");
    let start = known(&board, "");
    let moves = start["moves"].as_array().unwrap();
    assert_eq!((&start["found"], moves.len()), (&json!(true), 4));
    assert!(moves.iter().all(|mv| mv["score"] == start["score"]));
    assert!(start["positions"].as_u64().unwrap() >= moves.len() as u64);
    let expected = OpenBook::Shipped.look_up(&Position::start(Shape::STANDARD));
    let expected = expected.unwrap().unwrap();
    assert_eq!(start["score"], expected.entry.unwrap().score);
    has!(moves[0]; "move": expected.moves[0].square, "lines": expected.moves[0].lines);
    // The book has no positions on these boards.
    for other in ["board=6x6", "board=9x7"] {
        let unknown = known(&board, other);
        has!(unknown; "found": false, "moves": []);
    }
}

#[test]
fn the_engine_plays_from_the_book_if_asked() {
    let board = Board::start();
    let choose = |asked: Value| board.post("/api/choose", &asked).json();
    let best = known(&board, "moves=f5")["moves"][0].clone();
    assert_eq!(best["inside"], true);
    let chosen = choose(json!({ "moves": "f5", "level": 1, "book": true }));
    has!(chosen; "move": best["move"], "from_book": true, "nodes": 0);
    for asked in [
        json!({ "moves": "f5", "level": 1 }),
        json!({ "moves": "f5", "level": 1, "book": true, "give_away": 2 }),
        json!({ "moves": "f5", "human": 1500, "book": true }),
        json!({ "board": "6x6", "level": 1, "book": true }),
    ] {
        assert_eq!(choose(asked.clone())["from_book"], false, "{asked}");
    }
}

#[test]
fn a_server_without_a_book_reports_it() {
    let board = Board::with(|resources| resources.book = None);
    assert_eq!(board.get("/api/status").json()["book"], false);
    let refused = board.get("/api/book");
    assert_eq!(refused.error(), (404, "book"));
    assert_eq!(refused.key(), ErrorKey::NoBook);
}

/// Returns a board with a small book that may be changed.
fn with_own_book(folder: &std::path::Path) -> Board {
    let path = folder.join("own.book");
    let start = Position::start(Shape::STANDARD);
    let search = LeafSearch {
        levels: Levels::all(1),
        options: SearchOptions::default().with_hash(1),
        threads: 1,
        stop: Arc::default(),
    };
    let mut growth = Growth::open(&path, Shape::STANDARD).unwrap();
    for _ in 0..4 {
        growth.step(&start, 25, 4, &search).unwrap();
    }
    let mut on = |_: u64, _: u64| std::ops::ControlFlow::Continue(());
    growth.finish(&mut Progress::new(&mut on)).unwrap();
    let editor = Arc::new(BookEditor::open(&path).unwrap());
    Board::with(|resources| {
        resources.book = Some(OpenBook::File(Arc::clone(editor.book())));
        resources.book_editor = Some(editor);
    })
}

#[test]
fn the_book_is_changed_and_changes_are_undone() {
    let folder = tempfile::tempdir().unwrap();
    let board = with_own_book(folder.path());
    assert_eq!(board.get("/api/status").json()["book_edit"], true);
    let change = |path: &str, asked: Value| board.post(path, &asked).json();
    let line = "moves=e6d6c3f3c7";
    let before = known(&board, line);
    assert_eq!(before["found"], false);
    let asked = json!({ "moves": "e6d6c3f3c7", "level": 2 });
    let added = change("/api/book/add", asked.clone());
    assert!(added["change"].is_u64());
    let after = known(&board, line);
    assert_eq!(after["found"], true);
    assert_eq!(after["moves"][0]["level"], 2);
    assert_eq!(change("/api/book/add", asked)["change"], Value::Null);
    let score = json!({ "moves": "e6d6c3f3c7", "score": -14 });
    let scored = change("/api/book/score", score);
    assert_eq!(known(&board, line)["score"], -14);
    let removed = change("/api/book/remove", json!({ "moves": "e6d6c3f3c7" }));
    assert_eq!(known(&board, line)["found"], false);
    let again = change("/api/book/remove", json!({ "moves": "e6d6c3f3c7" }));
    assert_eq!(again["change"], Value::Null);
    assert_eq!(change("/api/book/undo", removed)["done"], true);
    assert_eq!(known(&board, line)["score"], -14);
    // The first change cannot be undone while the second one stands.
    assert_eq!(change("/api/book/undo", added.clone())["done"], false);
    assert_eq!(change("/api/book/undo", scored.clone())["done"], true);
    assert_eq!(known(&board, line), after);
    assert_eq!(change("/api/book/redo", scored.clone())["done"], true);
    assert_eq!(known(&board, line)["score"], -14);
    assert_eq!(change("/api/book/undo", scored)["done"], true);
    assert_eq!(change("/api/book/undo", added)["done"], true);
    assert_eq!(known(&board, line), before);
    for (path, asked, place) in [
        ("/api/book/add", json!({ "level": 0 }), "level"),
        ("/api/book/add", json!({ "moves": "f5a1" }), "moves"),
        ("/api/book/add", json!({ "moves": OVER }), "moves"),
        ("/api/book/add", json!({ "board": "6x6" }), "board"),
        ("/api/book/score", json!({ "score": 65 }), "score"),
        ("/api/book/remove", json!({ "moves": "f5a1" }), "moves"),
    ] {
        let refused = board.post(path, &asked);
        assert_eq!(refused.error(), (400, place), "{asked}");
    }
}

#[test]
fn a_read_only_book_is_not_changed() {
    let board = Board::start();
    assert_eq!(board.get("/api/status").json()["book_edit"], false);
    for path in ["add", "score", "remove", "undo", "redo"] {
        let asked = match path {
            "add" | "remove" => json!({}),
            "score" => json!({ "score": 0 }),
            _ => json!({ "change": 0 }),
        };
        let refused = board.post(&format!("/api/book/{path}"), &asked);
        assert_eq!(refused.error(), (404, "edit"));
    }
}
