//! The trained evaluation on boards other than 8×8, from self-play to matches.

use crate::common::{self, Words, as_array, as_f64, as_u64, json, refuses, refuses_each, stdout};
use serde_json::Value;

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

    let selfplay = format!("train selfplay --to {games} --games 80 --depth 1");
    let played = run(&format!("{selfplay} --exact 6 --random 4-12"));
    assert_eq!(played["games"], 80);
    let learned = run(&format!("train weights {games} --to {weights} --passes 4"));
    assert!(as_u64(&learned["positions"]) > 1000, "{learned}");

    let eval = format!("eval start --weights {weights}");
    let text = stdout(&common::run((&eval, &board)));
    let eval = run(&format!("{eval} --evaluation patterns"));
    let shares = as_array(&eval["terms"]).iter();
    let sum: f64 = shares.map(|term| as_f64(&term["share"])).sum();
    assert!((sum - as_f64(&eval["total"])).abs() < 1e-9);
    assert!(text.contains("patterns, 4 discs, the weights of"), "{text}");

    let hint = format!("hint start --depth 3 --exact 0 {board}");
    let (without, with) = (json(&hint), json(format!("{hint} --weights {weights}")));
    assert_eq!(without.len(), with.len());
    let mut scores = without.iter().zip(&with);
    assert!(scores.any(|(a, b)| a["score"] != b["score"]));

    let fit = format!("train probcut {games} --weights {weights} --to {fitted}");
    let fit = run(&format!("{fit} --positions 60 --depth 4 --exact 8"));
    assert_eq!(fit["positions"], 60);
    let engine = format!("outflank={fitted}@2");
    let result = run(&format!("match {engine} random --games 20 --threads 1"));
    assert_eq!(result["games"], 20);
    // A random player would win this many games with a probability of 0.02.
    assert!(as_u64(&result["wins"]) >= 15, "{result}");

    // Weights for one board shape are rejected on another.
    let expected = format!("weights for {shape}: expected weights for 8x8");
    refuses(format!("hint start --weights {weights}"), "", &[&expected]);
    refuses(format!("match {engine} random"), "", &[&expected]);
    let train = format!("train weights {games} --to {fitted}");
    refuses(train, "", &[shape, "expected 8x8"]);
}

#[test]
fn evaluations_are_trained_on_small_boards() {
    trained("6x6");
}

#[test]
fn evaluations_are_trained_on_wide_boards() {
    trained("9x7");
}

#[test]
fn unsupported_shapes_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("x.weights").display().to_string();
    let wthor = "testdata/wthor/WTH_1980.wtb";
    let own = folder.path().join("own.ggf");
    let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---**--- ---*O--- -------- -------- -------- O]W[c3];)";
    std::fs::write(&own, game).unwrap();
    let own = own.display();
    refuses_each(&format!(
        "
        train weights {wthor} --to {to} --board 3x4 => board 3x4 | at least 16 squares
        train weights {wthor} --to {to} --board 6x6 => WTH_1980.wtb | a board of 8x8: expected 6x6
        train weights {wthor} --to {to} --board 9x7 --patterns corner => \
            --patterns | \"corner\" | corner a1-c3
        train selfplay --to {to} --openings {wthor} --board 6x6 => \
            game 1 starts from its own position or on 8x8
        train selfplay --to {to} --openings balanced --board 6x6 => \
            --openings balanced: these openings are on 8x8
        train selfplay --to {to} --openings {own} => game 1 starts from its own position
        train probcut {wthor} --to {to} --board 6x6 => board 6x6: expected --weights for it",
    ));
}
