//! The trained evaluation on boards other than 8×8, from self-play to matches.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Words, as_array, as_f64, as_u64, json, refuses, stdout};
use serde_json::Value;

use crate::common;

fn last(arguments: impl Words) -> Value {
    json(arguments).pop().unwrap()
}

/// Runs self-play, training and every command that accepts weights on a board.
fn trained(shape: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (games, weights, fitted) = (path("own.games"), path("own.weights"), path("fit.weights"));
    let board = format!("--board {shape}");
    let run = |arguments: &str| last((arguments, &board));

    let played = run(&format!(
        "train selfplay --to {games} --games 80 --depth 1 --exact 6 --random 4-12"
    ));
    assert_eq!(played["games"], 80);
    let learned = run(&format!("train weights {games} --to {weights} --passes 4"));
    assert!(as_u64(&learned["positions"]) > 1000, "{learned}");

    let eval = run(&format!(
        "eval start --weights {weights} --evaluation patterns"
    ));
    let shares = as_array(&eval["terms"]).iter();
    let sum: f64 = shares.map(|term| as_f64(&term["share"])).sum();
    assert!((sum - as_f64(&eval["total"])).abs() < 1e-9);
    let text = common::outflank(format!("eval start --weights {weights} --board {shape}"));
    let text = stdout(&{ text }.output().unwrap());
    assert!(text.contains("patterns, 4 discs, the weights of"), "{text}");

    let [without, with] = [vec![], vec!["--weights", &weights]].map(|weights| {
        let hint = "hint start --depth 3 --exact 0";
        json(((hint, &weights), &board))
    });
    assert_eq!(without.len(), with.len());
    assert!(
        without
            .iter()
            .zip(&with)
            .any(|(a, b)| a["score"] != b["score"])
    );

    let fit = run(&format!(
        "train probcut {games} --weights {weights} --to {fitted} --positions 60 --depth 4 --exact 8"
    ));
    assert_eq!(fit["positions"], 60);
    let engine = format!("outflank={fitted}@2");
    let result = run(&format!("match {engine} random --games 20 --threads 1"));
    assert_eq!(result["games"], 20);
    // A random player wins as many with a probability of 0.02.
    assert!(as_u64(&result["wins"]) >= 15, "{result}");

    // Weights of one board are rejected on another.
    let expected = format!("weights for a board of {shape}: expected weights for 8x8");
    refuses(format!("hint start --weights {weights}"), "", &[&expected]);
    refuses(format!("match {engine} random"), "", &[&expected]);
    refuses(
        format!("train weights {games} --to {fitted}"),
        "",
        &[shape, "expected 8x8"],
    );
}

#[test]
fn small_boards_learn() {
    trained("6x6");
}

#[test]
fn wide_boards_learn() {
    trained("9x7");
}

#[test]
fn unsupported_shapes_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("x.weights").display().to_string();
    let train = format!("train weights testdata/wthor/WTH_1980.wtb --to {to}");
    let refuse = |more: &str, parts: &[&str]| refuses((&train, more), "", parts);
    refuse("--board 3x4", &["board 3x4", "at least 16 squares"]);
    refuse("--board 6x6", &["WTH_1980.wtb", "8x8: expected 6x6"]);
    let unknown = "--board 9x7 --patterns corner";
    refuse(unknown, &["--patterns", "\"corner\"", "corner a1-c3"]);
    let selfplay = format!("train selfplay --to {to} --openings");
    let selfplay = |more: &[&str], part: &str| refuses((&selfplay, more), "", &[part]);
    let wthor = "testdata/wthor/WTH_1980.wtb";
    selfplay(
        &[wthor, "--board", "6x6"],
        "game 1 starts from its own position or on 8x8",
    );
    selfplay(
        &["balanced", "--board", "6x6"],
        "--openings balanced: these openings are on 8x8",
    );
    let own = folder.path().join("own.ggf");
    let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---**--- ---*O--- -------- -------- -------- O]W[c3];)";
    std::fs::write(&own, game).unwrap();
    selfplay(
        &[&own.display().to_string()],
        "game 1 starts from its own position",
    );
    refuses(
        format!("train probcut testdata/wthor/WTH_1980.wtb --to {to} --board 6x6"),
        "",
        &["board 6x6: expected --weights for it"],
    );
}
