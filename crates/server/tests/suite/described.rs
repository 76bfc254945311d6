//! Answers of the engine, validated by the OpenAPI document.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use crate::common::{Board, document};
use serde_json::{Value, json};

const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7";

fn post(board: &Board, path: &str, asked: &Value) -> Value {
    let told = board.post(path, &asked.to_string()).json();
    document().check("post", path, &told);
    told
}

#[test]
fn answers_of_the_engine_match_their_schemas() {
    let board = Board::start();
    let chosen = post(
        &board,
        "/api/choose",
        &json!({ "moves": MOVES, "level": 3, "book": true }),
    );
    assert_eq!(chosen["move"], chosen["best"]);
    let position = board.post(
        "/api/game",
        &json!({ "moves": MOVES, "from": 10 }).to_string(),
    );
    let position = &position.json()["positions"][0];
    for legal in position["legal"].as_array().unwrap() {
        let asked = json!({ "moves": MOVES, "move": legal["move"], "level": 3 });
        let told = post(&board, "/api/explain", &asked);
        assert_eq!(told["move"]["move"], legal["move"]);
        assert_eq!(
            told["loss"].as_f64().unwrap() > 0.0,
            told["reason"].is_object()
        );
        assert_eq!(told["best"]["move"], chosen["best"]);
    }
    let even = json!({ "plies": 8, "tolerance": 8, "seed": 5, "level": 2 });
    assert_eq!(post(&board, "/api/balanced", &even)["seed"], 5);
}

/// Validates the events of a stream against their schemas in the document.
fn events(board: &Board, path: &str, query: &str) -> Vec<String> {
    let document = document();
    let kinds = &document.0["paths"][path]["get"]["responses"]["200"]["content"]["text/event-stream"]
        ["x-events"];
    let mut names = Vec::new();
    for event in board.events(&format!("{path}?{query}")) {
        let schema = kinds[&event.name]["$ref"].as_str();
        let schema = schema.unwrap_or_else(|| panic!("{} is not described", event.name));
        let name = schema.rsplit('/').next().unwrap();
        document.check_schema(name, &event.data);
        names.push(event.name);
    }
    names
}

#[test]
fn event_streams_match_their_schemas() {
    let board = Board::start();
    let analysis = events(
        &board,
        "/api/analysis",
        &format!("moves={MOVES}&level=8&wanted=all"),
    );
    assert_eq!(analysis.last().unwrap(), "done");
    let review = events(&board, "/api/review", &format!("moves={MOVES}&level=2"));
    assert_eq!(review.iter().filter(|name| *name == "move").count(), 10);
    assert_eq!(review.last().unwrap(), "done");
}
