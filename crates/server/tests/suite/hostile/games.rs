//! Invalid games.

use super::*;

/// The requests, one per line.
#[rustfmt::skip]
pub(super) fn cases() -> Vec<Case> {
    let board_of = |signs: usize| format!("{} X", "-".repeat(signs));
    let long_board = "8x8-".to_owned() + &"a1".repeat(400);
    let cases = [
        ("moves", "move 2 is illegal: f5 is occupied", json!({ "moves": "f5f5" })),
        ("moves", "a1 flips nothing", json!({ "moves": "a1" })),
        ("moves", "i9 is not a square", json!({ "moves": "i9" })),
        ("moves", "expected a square", json!({ "moves": "resign" })),
        ("moves", "the game is over", json!({ "moves": "e6f4e3f6g5d6e7f5c5a1" })),
        ("moves", "more moves than a game", json!({ "moves": "f5".repeat(300) })),
        ("moves", "expected at most 4096", json!({ "moves": "f5".repeat(9000) })),
        ("board", "sides of 3 to 16", json!({ "board": "17x17" })),
        ("board", "sides of 3 to 16", json!({ "board": "2x2" })),
        ("board", "at most 128", json!({ "board": "16x16" })),
        ("board", "expected a board", json!({ "board": "../../etc" })),
        ("board", "expected at most 400", json!({ "board": long_board })),
        ("start", "expected 64", json!({ "start": board_of(63) })),
        ("start", "side to move", json!({ "start": board_of(65) })),
        ("start", "expected 36", json!({ "board": "6x6", "start": board_of(25) })),
        ("start", "side to move", json!({ "start": "-".repeat(64) })),
        ("start", "expected X, O or -", json!({ "start": "?".repeat(64) + " X" })),
        ("start", "expected at most 256", json!({ "start": board_of(5000) })),
    ];
    let cases = cases.into_iter();
    cases.map(|(place, message, body)| post("/api/game", (place, message), body.to_string())).collect()
}
