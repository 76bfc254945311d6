//! `outflank hint`.

use crate::common::{self, as_array, as_u64, has, json, outflank, shows, stderr, stdout};
#[cfg(unix)]
use crate::common::{interrupted_after, workspace};

/// Searches that never finish in practice, with the engine and with a textbook evaluation.
#[cfg(unix)]
const ENDLESS: [&str; 2] = [
    "hint start --watch --threads 1 --depth 50 --book off",
    "hint start --watch --threads 1 --evaluation phased --depth 50",
];

#[test]
#[cfg(unix)]
fn an_interrupted_hint_gives_the_deepest_completed_depth() {
    for endless in ENDLESS {
        let lines = interrupted_after(3, endless, &workspace());
        let (depths, moves) = lines.split_at(lines.len() - 4);
        let deepest = depths.last().unwrap();
        for mv in moves {
            assert_eq!(mv["depth"], deepest["completed_depth"], "{endless}");
        }
        assert_eq!(moves[0]["move"], deepest["move"]);
        assert_eq!(moves[0]["score"], deepest["score"]);
    }
}

#[test]
fn watch_prints_each_completed_depth() {
    for evaluation in ["", " --evaluation phased"] {
        let command = format!("hint f5d6c3 --watch --depth 4 --count 2 --book off{evaluation}");
        let lines = json(command);
        let (depths, moves) = lines.split_at(lines.len() - 2);
        let reached = depths.iter().map(|line| as_u64(&line["completed_depth"]));
        let reached: Vec<u64> = reached.collect();
        assert!(reached.len() > 1, "{lines:?}");
        assert!(reached.is_sorted(), "{reached:?}");
        assert_eq!(reached.last(), Some(&4));
        assert_eq!(depths.last().unwrap()["move"], moves[0]["move"]);
        assert!(moves[0].get("incomplete").is_none());
    }
    let output = outflank("hint f5d6c3 --watch --depth 4").output();
    let text = stdout(&output.unwrap());
    assert!(text.contains("depth  selectivity   score"), "{text}");
}

#[test]
fn a_position_without_a_move_has_a_score() {
    let pass = format!("{}O- O", "X".repeat(62));
    let over = format!("{} O", "X".repeat(64));
    for (board, is_over, shown) in [
        (
            pass,
            false,
            "White has no legal move and passes; score -64.00 exact",
        ),
        (over, true, "The game is over: -64 for White."),
    ] {
        let output = common::run(["hint", "--json", &board]);
        let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        has!(line; "over": is_over, "score": -64.0, "exact": true);
        shows(&stdout(&common::run(["hint", &board])), &[shown]);
    }
}

#[test]
fn symmetric_moves_share_a_score_and_a_line() {
    let hint = "hint start --level 8 --threads 1";
    let searched = json(format!("{hint} --book off"));
    let by_book = json(hint);
    for (moves, is_book) in [(&searched, false), (&by_book, true)] {
        assert_eq!(moves.len(), 4);
        for mv in moves {
            assert_eq!(mv["score"], moves[0]["score"]);
            assert_eq!(mv["nodes"], moves[0]["nodes"]);
            assert_eq!(mv["pv"][0], mv["move"]);
            let length = |mv: &serde_json::Value| as_array(&mv["pv"]).len();
            assert_eq!(length(mv), length(&moves[0]));
            assert_eq!(mv["from_book"], is_book);
            assert_eq!(mv["book"].is_object(), is_book);
        }
    }
    let shown = json("book show shipped start");
    assert_eq!(by_book[0]["score"].as_f64(), shown[0]["score"].as_f64());
    let text = stdout(&common::run("hint start --level 1"));
    assert_eq!(text.matches(" book ").count(), 4, "{text}");
}

#[test]
fn selectivity_applies_to_levels_and_depths() {
    for limit in ["--level 4", "--depth 4"] {
        let moves = json(format!("hint f5d6c3 --book off --selectivity 95 {limit}"));
        assert!(!moves.is_empty());
        assert!(moves.iter().all(|mv| mv["selectivity"] == 95), "{moves:?}");
    }
    let refused = outflank("hint f5d6c3 --selectivity 95 --time 1").output();
    let message = stderr(&refused.unwrap());
    assert!(message.contains("<--level <N>|--depth <N>>"), "{message}");
}

#[test]
fn a_custom_evaluation_turns_the_book_off() {
    let textbook = "hint f5 --evaluation phased --depth 2";
    for (options, is_book) in [("", false), (" --book shipped", true)] {
        let command = format!("{textbook}{options}");
        let moves = json(&command);
        let from_book = moves.iter().any(|mv| mv["from_book"] == true);
        assert_eq!(from_book, is_book, "{command}");
    }
}
