//! `outflank play` with the line-based interface.

use crate::common::schema::parse_lines;
use crate::common::{
    self, Words, as_array, as_f64, as_str, has, outflank, refuses, refuses_each, shows, stderr,
    stdout,
};
use serde_json::Value;

/// Runs `play` with input lines. Returns standard output, standard error and the exit status.
fn play(arguments: impl Words, input: &str) -> (String, String, i32) {
    let output = outflank(("play", arguments)).write_stdin(input).output();
    let output = output.expect("the program starts");
    let status = output.status.code().expect("a status");
    (stdout(&output), stderr(&output), status)
}

#[test]
fn the_engine_plays_a_whole_game_against_itself() {
    for board in ["8x8", "9x7", "6x6"] {
        let engine = format!("--color none --engine textbook:phased@2 --board {board}");
        let (text, errors, status) = play(&engine, "");
        assert!(text.contains("Game over"), "{board}: {text}{errors}");
        assert_eq!(status, 0);
    }
}

#[test]
fn the_engine_replies_and_moves_are_taken_back() {
    let input = "f5\nundo\nundo\nredo\nmoves\nside\nquit\n";
    let (text, errors, status) = play("--engine textbook:phased@2", input);
    let plays = ["White", "Black"].map(|side| format!("{side} (textbook:phased@2) plays"));
    shows(&text, &[&plays[0], "1.f5 2.", &plays[1]]);
    shows(&errors, &["there is no move to take back"]);
    assert_eq!(status, 0);
}

#[test]
fn an_opening_is_named_when_it_is_reached() {
    let input = "f5\nd6\nc5\nf4\ne3\nquit\n";
    let (text, _, _) = play("--color both", input);
    let shown = text.lines().filter(|line| line.contains("opening"));
    let expected = ["opening: Perpendicular Opening", "opening: Fishhook"];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let (text, _, _) = play("--color both --json", input);
    let lines = json_lines(&text).into_iter();
    let openings = lines.map(|line| line["opening"].clone());
    let [answer, fishhook] = ["Perpendicular Opening", "Fishhook"];
    let expected = serde_json::json!([null, null, answer, fishhook, fishhook, fishhook]);
    assert_eq!(openings.collect::<Value>(), expected);
}

#[test]
fn invalid_lines_are_reported_and_the_game_continues() {
    let input = "z9\na1\nsave\nsave x.doc\n\n\u{1F600}\nredo\nf5\nquit\n";
    let (text, errors, status) = play("--color both", input);
    assert_eq!(errors.lines().count(), 6, "{errors}");
    shows(&errors, &["z9", "a1 flips nothing", "file name"]);
    shows(&errors, &["x.doc", "no move to replay"]);
    assert!(text.contains("White to move (you)"));
    assert_eq!(status, 0);
}

#[test]
fn saving_does_not_replace_a_file() {
    let (folder, path) = common::temporary("game.txt");
    let name = path.to_str().unwrap();
    let input = format!("f5\nd6\nsave {name}\nc3\nsave {name}\nquit\n");
    play("--color both", &input);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6\n");
    let other = folder.path().join("other.txt");
    let arguments = format!("--color both --save {}", other.display());
    play(arguments, "f5\nf6\n");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "f5f6\n");
}

#[test]
fn the_game_is_saved_at_the_end_of_the_input() {
    let (_folder, path) = common::temporary("whole.txt");
    let name = path.to_str().unwrap();
    let alone = ["--color", "none", "--depth", "1", "--save", name];
    let (text, errors, status) = play(alone, "");
    assert_eq!((status, &*errors), (0, ""));
    assert!(text.contains(&format!("saved to {name}")), "{text}");
    let transcript = std::fs::read_to_string(&path).unwrap();
    // The saved game ends with the same board.
    let ended = |text: &str| {
        let (board, _) = text.rsplit_once("\nGame over").expect("the game ends");
        let start = board.rfind("   a b").expect("a board");
        board[start..].to_owned()
    };
    let (again, errors, _) = play(["--position", transcript.trim()], "quit\n");
    assert_eq!(ended(&again), ended(&text), "{errors}");
    // A second game does not overwrite the file.
    refuses(["play", "--plain", "--save", name], "f5\n", &["exists"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), transcript);
}

#[test]
fn a_file_is_replaced_only_on_request() {
    let (_folder, path) = common::temporary("game.txt");
    std::fs::write(&path, "mine\n").unwrap();
    let name = path.display();
    let input = format!("save\nf5\nsave {name}\nd6\nsave! {name}\nsave\n");
    let (_, errors, status) = play("--color both", &input);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "f5d6\n");
    assert!(errors.contains("`save!` to replace"), "{errors}");
    assert_eq!((errors.lines().count(), status), (3, 0), "{errors}");
}

#[test]
fn passes_are_announced() {
    // Only White can flip a disc, by playing c1.
    let position = format!("OX{} X", "-".repeat(62));
    let (text, ..) = play(("--color both", ["--position", &position]), "");
    shows(&text, &["Black has no legal move and passes."]);
}

#[test]
fn every_shape_can_be_played_as_either_side() {
    for (board, color) in [("9x7", "white"), ("16x8", "white"), ("8x8-a1h8", "black")] {
        let arguments = format!("--board {board} --color {color} --depth 1");
        let input = "undo\nhint\nside\nnew\nboard\n";
        let (text, errors, status) = play(arguments, input);
        assert_eq!(status, 0, "{board}: {errors}");
        shows(&text, &["(outflank, depth 1) plays", " estimate"]);
    }
    let (text, ..) = play("--depth 1", "hint\nq\n");
    shows(&text, &[" book"]);
}

#[test]
fn invalid_utf8_is_reported() {
    let input = b"\xff\xfe\nf5 d6\nquit now\n\0\nf5\n".to_vec();
    let output = common::run_with("play --color both", input);
    assert!(output.status.success());
    assert_eq!(stderr(&output).lines().count(), 4, "{}", stderr(&output));
    assert!(stdout(&output).contains("White to move"));
}

fn json_lines(text: &str) -> Vec<Value> {
    parse_lines("play", text)
}

#[test]
fn each_position_is_printed_as_a_json_line() {
    let (text, errors, _) = play("--json --color both", "f5\nd6\nquit\n");
    let lines = json_lines(&text);
    assert_eq!((lines.len(), &*errors), (3, ""));
    let legal = serde_json::json!(["d3", "c4", "f5", "e6"]);
    assert_eq!(lines[0]["legal"], legal);
    has!(lines[2]; "ply": 2, "last": "d6", "mover": "black", "over": false, "engine": null);
}

#[test]
fn each_command_has_a_json_reply() {
    let (_folder, path) = common::temporary("game.txt");
    let input = format!("f5\na1\nhint\nmoves\nhelp\nsave {}\n", path.display());
    let (text, errors, status) = play("--json --depth 1", &input);
    assert_eq!((status, &*errors), (0, ""));
    let lines = json_lines(&text);
    // The start, the move and the engine's reply, then one object per input line.
    assert_eq!(lines.len(), 3 + 5, "{text}");
    assert_eq!(lines[1]["engine"], Value::Null);
    assert_eq!(lines[2]["engine"], lines[2]["last"]);
    assert!(as_str(&lines[3]["error"]).contains("a1"));
    let hint = as_array(&lines[4]["hint"]);
    assert_eq!(hint.len(), as_array(&lines[2]["legal"]).len());
    let scores: Vec<f64> = hint.iter().map(|mv| as_f64(&mv["score"])).collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    assert_eq!(lines[5]["moves"][0], "f5");
    assert!(lines[6]["help"].is_string());
    assert_eq!(lines[7]["saved"], path.to_str().unwrap());
}

#[test]
fn a_finished_game_has_a_score_in_json() {
    let over = ["--json", "--position", "e6f4e3f6g5d6e7f5c5"];
    let (text, _, _) = play(over, "undo\nhint\n");
    let lines = json_lines(&text);
    has!(lines[0]; "over": true, "score": 64);
    assert_eq!(lines[1]["over"], false);
}

#[test]
fn limits_appear_in_the_engine_name() {
    let plays = |engine: &[String], name: &str| {
        let (text, errors, status) = play(("--color white", engine), "");
        assert_eq!(status, 0, "{errors}");
        assert!(text.contains(name), "{engine:?}: {text}");
    };
    for (engine, name) in [
        ("--hash 1", "(outflank@12)"),
        ("--level 3", "(outflank@3)"),
        ("--depth 2", "(outflank, depth 2)"),
        ("--nodes 500", "(outflank, 500 nodes)"),
        ("--time 0.05", "(outflank@0.05s)"),
        // The engine's first move comes from the book.
        ("--engine human@full-strength --hash 1", "(outflank@21)"),
        ("--engine human@full-strength --level 2", "(outflank@2)"),
        ("--engine textbook:discs@3 --depth 2", "(textbook:discs@2)"),
        (
            "--time 1e-6 --engine textbook:phased@4",
            "(textbook:phased@4)",
        ),
    ] {
        plays(&engine.words(), name);
    }
    let (_folder, file) = common::temporary("mine @=: 1.toml");
    let by_hand = "crates/textbook/parameters/phased-by-hand.toml";
    std::fs::copy(common::workspace().join(by_hand), &file).unwrap();
    let named = format!("textbook:phased={}@2", file.display());
    plays(&["--engine", &named].words(), &format!("({named})"));
}

#[test]
fn a_whole_game_is_played_against_a_pondering_engine() {
    // Legal moves are played; illegal ones are reported and have no effect.
    let squares = (1..=8).flat_map(|row| "abcdefgh".chars().map(move |c| format!("{c}{row}\n")));
    let squares: String = squares.collect();
    let input = squares.repeat(12);
    let (text, _, status) = play("--time 0.01 --threads 2", &input);
    assert_eq!(status, 0);
    shows(&text, &["(outflank@0.01s) plays", "Game over"]);
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses_each(
        "
        play f5a1 => column 3 | a1
        play --position f5a1 => column 3 | a1
        play f5 --position f5 => --position
        play --engine textbook:best@3 => textbook:best@3 | phased
        play --engine textbook:phased=no.toml@2 => no.toml
        play --engine textbook:phased=Cargo.toml@2 => Cargo.toml: line
        play --engine textbook:phased@0 => 1 to 60
        play --depth 0 => --depth
        play --time -3 => -3
        play --time 0 => more than 0
        play --time 1e300 => more than 0
        play --time NaN => more than 0
        play --level 61 => --level
        play --engine textbook:phased@2 --level 3 => --level | textbook:phased@2
        play --weights none => none
        play --save game.doc => game.doc | .txt",
    );
}
