//! Invalid games.

use super::*;

/// The requests.
pub(super) fn cases() -> Vec<Case> {
    let board_of = |signs: usize| format!("{} X", "-".repeat(signs));
    vec![
        game(
            "an illegal move",
            ("moves", "move 2 is illegal: f5 is occupied"),
            json!({ "moves": "f5f5" }),
        ),
        game(
            "a move that flips nothing",
            ("moves", "a1 flips nothing"),
            json!({ "moves": "a1" }),
        ),
        game(
            "a square off the board",
            ("moves", "i9 is not a square"),
            json!({ "moves": "i9" }),
        ),
        game(
            "words that are no moves",
            ("moves", "expected a square"),
            json!({ "moves": "resign" }),
        ),
        game(
            "moves behind the end",
            ("moves", "the game is over"),
            json!({ "moves": "e6f4e3f6g5d6e7f5c5a1" }),
        ),
        game(
            "300 plies",
            ("moves", "more moves than a game"),
            json!({ "moves": "f5".repeat(300) }),
        ),
        game(
            "moves without end",
            ("moves", "expected at most 4096"),
            json!({ "moves": "f5".repeat(9000) }),
        ),
        game(
            "17x17",
            ("board", "sides of 3 to 16"),
            json!({ "board": "17x17" }),
        ),
        game(
            "2x2",
            ("board", "sides of 3 to 16"),
            json!({ "board": "2x2" }),
        ),
        game(
            "16x16",
            ("board", "at most 128"),
            json!({ "board": "16x16" }),
        ),
        game(
            "a board of letters",
            ("board", "expected a board"),
            json!({ "board": "../../etc" }),
        ),
        game(
            "a board without end",
            ("board", "expected at most 400"),
            json!({ "board": "8x8-".to_owned() + &"a1".repeat(400) }),
        ),
        game(
            "a start that is too short",
            ("start", "expected 64"),
            json!({ "start": board_of(63) }),
        ),
        game(
            "a start that is too long",
            ("start", "side to move"),
            json!({ "start": board_of(65) }),
        ),
        game(
            "a start of another board",
            ("start", "expected 36"),
            json!({ "board": "6x6", "start": board_of(25) }),
        ),
        game(
            "a start without a mover",
            ("start", "side to move"),
            json!({ "start": "-".repeat(64) }),
        ),
        game(
            "a start of other signs",
            ("start", "expected X, O or -"),
            json!({ "start": "?".repeat(64) + " X" }),
        ),
        game(
            "a start without end",
            ("start", "expected at most 256"),
            json!({ "start": board_of(5000) }),
        ),
    ]
}
