//! `outflank play` by lines of text.

mod common;

use common::{outflank, refuses, stderr, stdout};
use serde_json::Value;

/// Plays with the given lines as input.
fn play(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut all = vec!["play"];
    all.extend(arguments);
    let output = outflank(&all)
        .write_stdin(input)
        .output()
        .expect("the program starts");
    (
        stdout(&output),
        stderr(&output),
        output.status.code().expect("a status"),
    )
}

#[test]
fn the_engine_plays_a_whole_game_with_itself() {
    for board in ["8x8", "9x7", "6x6"] {
        let engine = [
            "--color",
            "none",
            "--engine",
            "classic:phased@2",
            "--board",
            board,
        ];
        let (text, errors, status) = play(&engine, "");
        assert!(text.contains("Game over"), "{board}: {text}{errors}");
        assert_eq!(status, 0);
    }
}

#[test]
fn moves_are_answered_and_taken_back() {
    let input = "f5\nundo\nundo\nredo\nmoves\nside\nquit\n";
    let (text, errors, status) = play(&["--engine", "classic:phased@2"], input);
    assert!(text.contains("White (classic:phased@2) plays"), "{text}");
    assert!(text.contains("1.f5 2."), "{text}");
    assert!(text.contains("Black (classic:phased@2) plays"), "{text}");
    assert!(errors.contains("there is nothing to take back"), "{errors}");
    assert_eq!(status, 0);
}

#[test]
fn wrong_lines_are_told_and_the_game_goes_on() {
    let input = "z9\na1\nsave\nsave x.doc\n\n\u{1F600}\nredo\nf5\nquit\n";
    let (text, errors, status) = play(&["--color", "both"], input);
    assert_eq!(errors.lines().count(), 6, "{errors}");
    for part in [
        "z9",
        "a1 flips nothing",
        "name of a file",
        "x.doc",
        "nothing to play again",
    ] {
        assert!(errors.contains(part), "{errors} lacks {part}");
    }
    assert!(text.contains("White to move (you)"));
    assert_eq!(status, 0);
}

#[test]
fn a_game_is_saved_and_never_over_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let name = path.to_str().unwrap();
    play(
        &["--color", "both"],
        &format!("f5\nd6\nsave {name}\nc3\nsave {name}\nquit\n"),
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6\n");
    let other = folder.path().join("other.txt");
    play(
        &["--color", "both", "--save", other.to_str().unwrap()],
        "f5\nf6\n",
    );
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "f5f6\n");
}

#[test]
fn each_position_is_an_object_in_json() {
    let (text, _, _) = play(&["--json", "--color", "both"], "f5\nd6\nquit\n");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0]["legal"],
        serde_json::json!(["d3", "c4", "f5", "e6"])
    );
    assert_eq!(
        (&lines[2]["ply"], &lines[2]["last"]),
        (&2.into(), &"d6".into())
    );
    assert_eq!(
        (&lines[2]["mover"], &lines[2]["over"]),
        (&"black".into(), &false.into())
    );
}

#[test]
fn garbage_is_refused_in_one_line() {
    refuses(&["play", "f5a1"], "", &["column 3", "a1"]);
    refuses(
        &["play", "--engine", "classic:best@3"],
        "",
        &["classic:best@3", "phased"],
    );
    refuses(&["play", "--engine", "classic:phased@0"], "", &["1 to 60"]);
    refuses(&["play", "--time", "-3"], "", &["-3"]);
    refuses(&["play", "--time", "0"], "", &["more than 0"]);
}
