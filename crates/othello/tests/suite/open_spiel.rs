//! Compares the rules with `open_spiel`, move by move.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use outflank_othello::{Color, Position, Shape, Square};

const GAMES: usize = 10_000;

/// Returns the Python interpreter that has `open_spiel`: `OUTFLANK_PYTHON`, or the one
/// installed by `scripts/setup-python.sh`.
fn python(root: &std::path::Path) -> PathBuf {
    match std::env::var_os("OUTFLANK_PYTHON") {
        Some(python) => python.into(),
        None => root.join(".venv/bin/python"),
    }
}

/// Parses a list of squares such as `19 26 37`; 64 is a pass.
fn squares(list: &str) -> Vec<Option<Square>> {
    list.split_whitespace()
        .map(|number| {
            let number: u8 = number.parse().expect("an action");
            (number < 64).then(|| Square::new(number % 8, number / 8).expect("a square"))
        })
        .collect()
}

#[test]
#[ignore = "needs Python with open_spiel (scripts/setup-python.sh); `make test` runs it"]
fn ten_thousand_random_games_are_the_same() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let python = python(&root);
    assert!(
        python.exists(),
        "run scripts/setup-python.sh: no {python:?}"
    );
    let mut child = Command::new(python)
        .arg(root.join("scripts/open_spiel_games.py"))
        .args([&GAMES.to_string(), "1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter starts");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut position = Position::start(Shape::STANDARD);
    let (mut games, mut plies, mut passes) = (0, 0, 0);
    for line in lines {
        let line = line.expect("a line");
        let fields: Vec<&str> = line.split(';').collect();
        match fields[..] {
            // Player to move, legal actions, action chosen.
            ["ply", player, legal, chosen] => {
                let mover = Color::ALL[usize::from(player != "0")];
                assert_eq!(position.mover(), mover, "{position}");
                let chosen = squares(chosen)[0];
                let expected = squares(legal);
                position = match chosen {
                    Some(square) => {
                        let ours: Vec<_> = position.legal_moves().into_iter().map(Some).collect();
                        assert_eq!(ours, expected, "{position}");
                        position.play(square).expect("a legal move")
                    }
                    None => {
                        passes += 1;
                        assert!(position.must_pass(), "{position}");
                        position.pass().expect("a pass")
                    }
                };
                plies += 1;
            }
            // Black's return: 1, 0 or −1.
            ["end", result] => {
                assert!(position.is_over(), "{position}");
                let result: f64 = result.parse().expect("a number");
                assert_eq!(position.score(Color::Black).signum(), result as i32);
                position = Position::start(Shape::STANDARD);
                games += 1;
            }
            _ => panic!("{line:?}"),
        }
    }
    assert!(child.wait().expect("a status").success());
    assert_eq!(games, GAMES);
    let counts = (plies, passes);
    assert!(plies > 500_000 && passes > 1_000, "{counts:?}");
}
