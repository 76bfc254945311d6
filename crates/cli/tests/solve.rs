//! `outflank solve` from outside.

mod common;

use common::{json, outflank, refuses, stdout};

#[test]
fn the_first_nineteen_ffo_positions_are_solved() {
    let lines = json(&["solve", "testdata/positions/fforum-1-19.obf", "--check"]);
    let (total, positions) = lines.split_last().unwrap();
    assert_eq!(positions.len(), 19);
    assert_eq!(positions[0]["score"], 18);
    assert_eq!(positions[0]["move"], "g8");
    assert_eq!(positions[0]["expected"], 18);
    assert_eq!(positions[0]["ok"], true);
    assert_eq!(total["total"], true);
    assert_eq!(total["errors"], 0);
    assert_eq!(total["best_moves"], 19);
    assert_eq!(total["mean_absolute_error"], 0.0);
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for (board, score) in [("4x4", -10), ("4x6", 16), ("6x4", 16), ("5x5", 13)] {
        let lines = json(&["solve", "start", "--board", board, "--threads", "1"]);
        assert_eq!(lines[0]["score"], score, "{board}");
    }
}

#[test]
fn one_thread_counts_the_same_nodes_in_every_tier() {
    let nodes = |tier: &str| {
        let file = "testdata/positions/hard-20-first-10.obf";
        let arguments = [
            "solve",
            file,
            "--limit",
            "2",
            "--threads",
            "1",
            "--tier",
            tier,
        ];
        let output = outflank(&arguments).arg("--json").output().unwrap();
        // A tier that this processor lacks is refused.
        let last: Option<serde_json::Value> = stdout(&output)
            .lines()
            .last()
            .map(|line| serde_json::from_str(line).unwrap());
        last.map(|total| total["nodes"].as_u64().unwrap())
    };
    let expected = nodes("portable");
    assert!(expected.is_some());
    for tier in ["avx2", "avx512"] {
        let counted = nodes(tier);
        assert!(counted.is_none() || counted == expected);
    }
}

#[test]
fn a_wrong_score_in_the_file_is_a_negative_answer() {
    let board =
        std::fs::read_to_string(common::workspace().join("testdata/positions/fforum-1-19.obf"))
            .unwrap();
    let wrong = board.lines().next().unwrap().replace("G8:+18", "G8:+20");
    let output = outflank(&["solve", "-", "--check"])
        .write_stdin(wrong)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("WRONG: +20 expected"));
}

#[test]
fn finished_games_and_passes_are_positions_too() {
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(json(&["solve", &over])[0]["score"], 64);
    // Black cannot move, White can.
    let line = &json(&["solve", "-XO------ X", "--board", "3x3"])[0];
    assert_eq!(line["move"], serde_json::Value::Null);
    assert_eq!(
        (&line["score"], &line["pv"]),
        (&(-9).into(), &vec!["a1"].into())
    );
}

#[test]
fn garbage_is_refused_in_one_line() {
    refuses(&["solve"], "", &["FILE|POSITION"]);
    refuses(
        &["solve", "no/such/file.obf"],
        "",
        &["no/such/file.obf", "no such file"],
    );
    refuses(&["solve", "z9"], "", &["z9"]);
    refuses(&["solve", "-"], "XXXX X\n", &["standard input", "line 1"]);
    refuses(&["solve", "-"], "f5\nf5a1\n", &["line 2", "column 3", "a1"]);
    refuses(
        &["solve", "-"],
        vec![0, 159, 146, 150, 255, 7],
        &["standard input"],
    );
    refuses(&["solve", "f5", "--check"], "", &["no score"]);
    refuses(&["solve", "start", "--tier", "sse9"], "", &["sse9", "avx2"]);
    refuses(
        &["solve", "start", "--threads", "many"],
        "",
        &["threads", "many"],
    );
    refuses(&["solve", "f5", "--hash", "0"], "", &["hash"]);
    refuses(&["solve", "testdata/wthor/WTH_1980.wtb"], "", &["no text"]);
}
