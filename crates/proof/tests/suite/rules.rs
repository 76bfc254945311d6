//! Compares the checker's rules with published counts, our own rules and `open_spiel`.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use outflank_othello::{Color, Square};
use outflank_proof_check::rules::{Position, Shape, WHITE, pass};

use crate::common;

const START: &str = "---------------------------OX------XO--------------------------- X";

/// Returns the legal moves and the positions after them.
fn legal_moves(shape: &Shape, position: &Position) -> Vec<(usize, Position)> {
    shape.moves(position, &shape.squares)
}

/// Counts the leaves of the game tree. A pass is a ply; a game that ends early is one leaf.
fn perft(shape: &Shape, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(shape, position);
    if moves.is_empty() {
        let passed = pass(position);
        return match legal_moves(shape, &passed).is_empty() {
            true => 1,
            false => perft(shape, &passed, depth - 1),
        };
    }
    let counts = moves
        .iter()
        .map(|(_, after)| perft(shape, after, depth - 1));
    counts.sum()
}

#[test]
fn perft_matches_published_counts() {
    let (shape, start) = Shape::parse("8x8", START).unwrap();
    // OEIS A124004.
    let published = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    for (depth, leaves) in published.into_iter().enumerate() {
        assert_eq!(perft(&shape, &start, depth as u32), leaves, "depth {depth}");
    }
    // The whole game tree of 4x4, with passes and finished games.
    let (shape, start) = Shape::parse("4x4", "-----OX--XO----- X").unwrap();
    let theirs = outflank_othello::Position::start("4x4".parse().unwrap());
    for depth in 0..=14 {
        let counts = outflank_othello::with_board!(theirs, |layout, board| {
            outflank_othello::perft(board, layout, depth, outflank_othello::PassCounting::Ply)
        });
        assert_eq!(perft(&shape, &start, depth), counts.leaves, "depth {depth}");
    }
}

#[test]
fn moves_flips_and_scores_match_our_rules() {
    for board in [
        "8x8",
        "4x5",
        "3x3",
        "16x8",
        "8x16",
        "11x11",
        "9x7",
        "8x8-a1h8d8",
        "10x10-a1j10",
    ] {
        for seed in 0..20 {
            for empties in [0, 1, 5, 20] {
                let board_shape: outflank_othello::Shape = board.parse().unwrap();
                if empties > 0 && empties + 6 > board_shape.squares() {
                    continue;
                }
                let ours = common::position(board, empties.max(1), seed);
                let size = format!("{}x{}", board_shape.width(), board_shape.height());
                let (shape, position) = Shape::parse(&size, &ours.to_string()).unwrap();
                assert_eq!(shape.text(&position), ours.to_string());
                let theirs: Vec<(String, String)> = legal_moves(&shape, &position)
                    .iter()
                    .map(|(place, after)| (shape.name(*place), shape.text(after)))
                    .collect();
                let expected: Vec<(String, String)> = ours
                    .legal_moves()
                    .into_iter()
                    .map(|square| (square.to_string(), ours.play(square).unwrap().to_string()))
                    .collect();
                assert_eq!(theirs, expected, "{ours}");
                let white = shape.score(&position, WHITE);
                assert_eq!(white, ours.score(Color::White), "{ours}");
            }
        }
    }
}

#[test]
fn invalid_positions_are_rejected() {
    for (size, text) in [
        ("8x8", "X"),
        ("8x8", ""),
        ("4x4", "-----OX--XO-----"),
        ("4x4", "-----OX--XO----- -"),
        ("4x4", "-----OX--XO----- XX"),
        ("4x4", "-----OX--XO------ X"),
        ("4x4", "-----OX--XO-.--- X"),
        ("2x2", "XOOX X"),
        ("17x3", START),
        ("99999999999999999999x3", START),
    ] {
        assert!(Shape::parse(size, text).is_none(), "{size} {text}");
    }
}

#[test]
#[ignore = "needs Python with open_spiel (scripts/setup-python.sh); `make test` runs it"]
fn random_games_match_open_spiel() {
    const GAMES: usize = 2000;
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let python = match std::env::var_os("OUTFLANK_PYTHON") {
        Some(python) => python.into(),
        None => root.join(".venv/bin/python"),
    };
    let mut child = Command::new(python)
        .arg(root.join("scripts/open_spiel_games.py"))
        .args([&GAMES.to_string(), "2"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter starts");
    let (shape, start) = Shape::parse("8x8", START).unwrap();
    let mut position = start;
    let mut games = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split(';').collect();
        match fields[..] {
            ["ply", player, legal, chosen] => {
                assert_eq!(player == "1", position.mover == WHITE);
                let moves = legal_moves(&shape, &position);
                let name = |number: &str| match number.parse::<u8>().unwrap() {
                    64 => "pass".to_owned(),
                    number => Square::new(number % 8, number / 8).unwrap().to_string(),
                };
                let mut expected: Vec<String> = legal.split_whitespace().map(name).collect();
                expected.retain(|name| name != "pass");
                let names: Vec<String> =
                    moves.iter().map(|(place, _)| shape.name(*place)).collect();
                assert_eq!(names, expected, "{}", shape.text(&position));
                let mut moves = moves.iter();
                let played = moves.find(|(place, _)| shape.name(*place) == name(chosen));
                position = played.map_or_else(|| pass(&position), |(_, after)| *after);
            }
            ["end", result] => {
                let both = [position, pass(&position)];
                assert!(both.iter().all(|side| legal_moves(&shape, side).is_empty()));
                let result: f64 = result.parse().unwrap();
                assert_eq!(-shape.score(&position, WHITE).signum(), result as i32);
                position = start;
                games += 1;
            }
            _ => panic!("{line:?}"),
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(games, GAMES);
}
