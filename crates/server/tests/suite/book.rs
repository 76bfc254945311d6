//! The opening book over HTTP.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use outflank_book::{OpenBook, SHIPPED};
use outflank_othello::{Position, Shape};
use outflank_server::Settings;
use serde_json::{Value, json};

use crate::common::{Board, document, small};

fn known(board: &Board, query: &str) -> Value {
    let told = board.get(&format!("/api/book?{query}")).json();
    document().check("get", "/api/book", &told);
    told
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
    let expected = OpenBook::Shipped
        .look_up(&Position::start(Shape::STANDARD))
        .unwrap()
        .unwrap();
    assert_eq!(start["score"], expected.entry.unwrap().score);
    assert_eq!(
        (&moves[0]["move"], &moves[0]["lines"]),
        (
            &json!(expected.moves[0].square.to_string()),
            &json!(expected.moves[0].lines)
        )
    );
    // Boards that no book has.
    for other in ["board=6x6", "board=9x7"] {
        let unknown = known(&board, other);
        assert_eq!(
            (&unknown["found"], &unknown["moves"]),
            (&json!(false), &json!([]))
        );
    }
}

#[test]
fn the_engine_plays_from_the_book_if_asked() {
    let board = Board::start();
    let choose = |asked: Value| {
        let told = board.post("/api/choose", &asked.to_string()).json();
        document().check("post", "/api/choose", &told);
        told
    };
    let best = known(&board, "moves=f5")["moves"][0].clone();
    assert_eq!(best["inside"], true);
    let chosen = choose(json!({ "moves": "f5", "level": 1, "book": true }));
    assert_eq!(
        (&chosen["move"], &chosen["from_book"], &chosen["nodes"]),
        (&best["move"], &json!(true), &json!(0))
    );
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
fn a_server_without_a_book_says_so() {
    let board = Board::with(Settings {
        book: None,
        ..small()
    });
    assert_eq!(board.get("/api/status").json()["book"], false);
    let refused = board.get("/api/book");
    assert_eq!(refused.status, 404);
    assert_eq!(refused.error().0, "book");
    assert!(refused.text().contains("\"key\":\"no_book\""));
}
