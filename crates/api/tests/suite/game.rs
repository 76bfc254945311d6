//! Games, openings, trees and the OpenAPI document.

use crate::common::{Board, has};
use outflank_api::document;
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Move, Shape};
use regex::Regex;
use serde_json::{Value, json};

#[test]
fn the_status_lists_the_limits_of_the_server() {
    let board = Board::start();
    let status = board.get("/api/status").json();
    assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(status["engine"], json!({ "threads": 1, "hash_mib": 1 }));
    assert_eq!(status["limits"]["plies"], 256);
    assert_eq!(status["archive"], false);
}

fn game(board: &Board, asked: &Value) -> Value {
    board.post("/api/game", asked).json()
}

#[test]
fn a_game_is_described_ply_by_ply() {
    let board = Board::start();
    let start = game(&board, &json!({}));
    has!(start; "columns": 8, "rows": 8);
    assert_eq!(start["plies"], json!([]));
    let position = &start["positions"][0];
    has!(position; "mover": "black", "empties": 60);
    let legal = [("d3", "d4"), ("c4", "d4"), ("f5", "e5"), ("e6", "e5")];
    let legal = legal.map(|(square, flipped)| json!({ "move": square, "flips": [flipped] }));
    assert_eq!(position["legal"], json!(legal));
    let tiger = game(&board, &json!({ "moves": "f5d6c3d3c4" }));
    assert_eq!(tiger["moves"], "f5d6c3d3c4");
    let second = json!({ "mover": "white", "move": "d6", "flips": ["d5"] });
    assert_eq!(tiger["plies"][1], second);
    assert_eq!(tiger["opening"]["name"], "Tiger");
    assert_eq!(tiger["positions"][5]["opening"], "Tiger");
    assert_eq!(tiger["positions"].as_array().unwrap().len(), 6);
    // Request the same game from a later ply.
    let rest = game(&board, &json!({ "moves": "f5d6c3d3c4", "from": 3 }));
    for list in ["plies", "positions"] {
        let [rest, tiger] = [&rest, &tiger].map(|answer| answer[list].as_array().unwrap());
        assert_eq!(rest[..], tiger[3..]);
    }
}

#[test]
fn passes_and_the_end_are_described() {
    let board = Board::start();
    // White is wiped out in the shortest possible game.
    let over = game(&board, &json!({ "moves": "e6f4e3f6g5d6e7f5c5" }));
    let last = &over["positions"][9];
    let outcome = json!({ "black_score": 64, "winner": "black" });
    has!(last; "over": true, "mover": null, "legal": [], "outcome": outcome);
}

#[test]
fn passes_are_separate_plies() {
    // Always playing the first legal square gives a bad game that contains passes.
    let mut played = Game::new(Shape::STANDARD);
    while let Some(square) = played.position().legal_moves().first() {
        played.play(square).unwrap();
    }
    assert!(played.moves().contains(&Move::Pass));
    let board = Board::start();
    let answer = game(&board, &json!({ "moves": transcript(&played) }));
    let plies = answer["plies"].as_array().unwrap();
    let positions = answer["positions"].as_array().unwrap();
    let moves = plies.iter().map(|ply| ply["move"].clone());
    assert_eq!(moves.collect::<Value>(), json!(played.moves()));
    for (answer, position) in positions.iter().zip(played.positions()) {
        assert_eq!(answer["position"], position.to_string());
        let legal = answer["legal"].as_array().unwrap();
        assert_eq!(legal.len(), position.legal_moves().len());
    }
    assert_eq!(positions.len(), played.positions().len());
    for ply in plies {
        assert_eq!(ply["move"] == "pass", ply["flips"] == json!([]));
    }
}

#[test]
fn all_boards_are_supported() {
    let board = Board::start();
    for shape in ["3x3", "6x6", "16x8", "8x16", "9x7", "8x8-a1h8"] {
        let answer = game(&board, &json!({ "board": shape }));
        assert_eq!(answer["board"], shape);
        assert!(answer["positions"][0]["legal"][0].is_object() || shape == "3x3");
    }
}

#[test]
fn openings_have_names() {
    let board = Board::start();
    let openings = board.get("/api/openings").json();
    let mut openings = openings.as_array().unwrap().iter();
    let tiger = openings.find(|it| it["name"] == "Tiger");
    assert_eq!(tiger.unwrap()["moves"], "f5d6c3d3c4");
}

#[test]
fn a_tree_that_is_too_large_is_cut_off() {
    let board = Board::start();
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    let answer = board.get(&format!("/api/tree?moves={moves}&depth=8&searches=minimax"));
    let page = answer.json();
    let page = page.as_str().unwrap();
    assert!(page.contains("\"completed\":false"));
    assert!(page.len() < 4 << 20, "{} bytes", page.len());
    let perfect = board.get(&format!("/api/tree?moves={moves}&depth=8&order=perfect"));
    assert_eq!(perfect.error(), (400, "order"));
}

#[test]
fn every_schema_is_valid_and_used() {
    let document = document();
    let text = document.to_string();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
        let reference = format!("\"#/components/schemas/{name}\"");
        assert!(text.contains(&reference), "{name}");
    }
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    // Every reference exists.
    let reference = Regex::new("\"#/components/([a-z]+)/([A-Za-z]+)\"").unwrap();
    for found in reference.captures_iter(&text) {
        let component = &document["components"][&found[1]][&found[2]];
        assert!(component.is_object(), "{}", &found[0]);
    }
}
