//! `outflank analyze` and `hint`.

use crate::common::{
    self, as_f64, as_i64, as_str, as_u64, has, json, outflank, refuses, refuses_each, shows,
    stderr, stdout, workspace,
};
use serde_json::Value;

const WTHOR: &str = "testdata/wthor/WTH_1980.wtb";

#[test]
fn a_tournament_game_is_reviewed_move_by_move() {
    let lines = json(format!("analyze {WTHOR} --game 2 --depth 4 --exact 16"));
    let (total, moves) = lines.split_last().unwrap();
    assert_eq!(moves.len(), 62);
    assert_eq!(total["black"]["player"], "Cerf Jonathan");
    assert_eq!(total["white"]["player"], "Mimura Takuya");
    has!(total; "result": 24, "complete": true, "opening": "Fishhook, Mimura");
    for (ply, mv) in (1..).zip(moves) {
        assert_eq!(mv["ply"], ply);
        if mv["move"] == "pass" {
            assert_eq!(mv["score"], Value::Null);
            continue;
        }
        let number = |field: &str| as_f64(&mv[field]);
        assert!((number("best_score") - number("score") - number("loss")).abs() < 1e-9);
        // Book scores are whole discs, so a loss of two may really be one. Searches do not correct
        // them.
        let is_corrected = mv["alternatives"][0]["from_book"] == false;
        let is_known = mv["from_book"] == true && (number("loss") <= 2.0 || is_corrected);
        let is_mistake = number("loss") >= 2.0 && !is_known;
        assert_eq!(is_mistake, mv["mistake"].is_string(), "{mv}");
        assert_eq!(mv["mistake"].is_string(), mv["reason"].is_object(), "{mv}");
    }
    // Among the exact scores, b2 at ply 46 lost 28 discs.
    let blunder = &moves[45];
    has!(blunder; "move": "b2", "best": "g7", "loss": 28.0, "exact": true, "mistake": "blunder");
    // At least the last twelve moves have exact scores.
    let mut last = moves.iter().rev().take(12);
    assert!(last.all(|mv| mv["exact"] == true || mv["move"] == "pass"));
}

#[test]
fn the_opening_is_named() {
    // A Stephenson rotated by 180°.
    let game = "c4e3f6e6f5c5c3b3";
    let lines = json(format!("analyze {game} --depth 1"));
    let total = lines.last().unwrap();
    has!(total; "opening": "Tiger, Stephenson", "opening_ply": 7);
    let line = "\nopening: Tiger, Stephenson (move 7)\n";
    for command in ["analyze", "hint"] {
        let text = common::text(format!("{command} {game} --depth 1"));
        shows(&text, &[line]);
    }
    let board = "...........................OX......XO........................... X";
    for position in [&["start"][..], &[board], &["c2", "--board", "6x6"]] {
        let text = stdout(&common::run(("hint --depth 1", position)));
        assert!(text.contains("to move"), "{text}");
        assert!(!text.contains("opening"), "{text}");
    }
}

#[test]
fn a_board_keeps_the_side_that_must_pass() {
    let board = format!("XO{} O", "-".repeat(62));
    let text = stdout(&common::run(["hint", &board]));
    shows(&text, &["White has no legal move and passes"]);
}

#[test]
fn threads_do_not_change_the_review() {
    let game = "f5d6c5f4e3d3e6g5c6f3g4f6";
    let review = |threads: &str| json(format!("analyze {game} --depth 4 --threads {threads}"));
    assert_eq!(review("1"), review("2"));
}

#[test]
fn the_first_of_many_games_is_announced() {
    for (option, note) in [
        ("", "game 1 of 160; --game N chooses another\n"),
        ("--game 1", ""),
    ] {
        let output = common::run(format!("analyze {WTHOR} --depth 1 --exact 4 {option}"));
        assert_eq!(stderr(&output), note);
    }
}

#[test]
fn games_are_read_from_a_pipe() {
    let games = "f5d6c3d3c4f4f6b4\nf5f6e6f4\n";
    for (options, moves) in [("", 8), ("--game 2", 4), ("--all", 12)] {
        let arguments = format!("analyze /dev/stdin --level 1 --json {options}");
        let output = common::run_with(&arguments, games);
        assert!(output.status.success(), "{}", stderr(&output));
        let text = stdout(&output);
        let total: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let found = match options {
            "--all" => as_u64(&total["moves"]),
            _ => as_u64(&total["black"]["moves"]) + as_u64(&total["white"]["moves"]),
        };
        assert_eq!(found, moves, "{text}");
    }
    let refused = common::run_with("train weights /dev/stdin --to unwritten", games);
    shows(&stderr(&refused), &["/dev/stdin: expected a regular file"]);
}

#[test]
fn a_game_is_selected_by_player() {
    let arguments = format!("analyze {WTHOR} --player rosenbloom --depth 1 --exact 4");
    let first = json(&arguments);
    let black = &first.last().unwrap()["black"];
    assert_eq!(black["player"], "Iago (rosenbloom)");
    let second = outflank(&arguments).args(["--game", "2"]).output().unwrap();
    assert!(stdout(&second).starts_with("Reversi Chall (spr) (Black) - Iago (rosenbloom) (White)"));
}

#[test]
fn reviews_accept_other_shapes_unfinished_games_and_limited_exact_scores() {
    assert_eq!(json("analyze f5d6c3 --exact 99 --nodes 1000").len(), 4);
    let lines = json("analyze c2b2 --board 6x6 --depth 3");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["result"], Value::Null);
    let lines = json("analyze d3c5 --board 9x7 --depth 3");
    assert_eq!(lines.len(), 3);
}

#[test]
fn hint_lists_the_best_moves_first() {
    let record = std::fs::read_to_string(workspace().join("testdata/positions/fforum-1-19.obf"));
    let record = record.unwrap();
    let board = record.lines().next().unwrap();
    let lines = json(["hint", board, "--count", "3"]);
    assert_eq!(lines.len(), 3);
    has!(lines[0]; "move": "g8", "score": 18.0, "exact": true);
    assert_eq!(lines[0]["pv"][0], "g8");
    assert_eq!(json("hint start --depth 2").len(), 4);
    let over = format!("{} X", "X".repeat(64));
    assert!(stdout(&common::run(["hint", &over])).contains("over: +64"));
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses("analyze -", [7, 0, 255, 3], &["standard input", "header"]);
    refuses_each(&format!(
        "
        analyze f5d6z9 => column 5 | z9
        hint README.md => README.md is a file | use `analyze` or `solve`
        eval README.md => README.md is a file
        tree README.md => README.md is a file
        perft 3 README.md => README.md is a file
        play README.md => README.md is a file
        solve /dev/zero => /dev/zero is not a regular file
        analyze --all /dev/zero => /dev/zero is not a regular file
        convert /dev/zero unwritten.txt => /dev/zero is not a regular file
        analyze f5f5 => move 2 is illegal | f5 is occupied
        analyze start => no move
        analyze - => no game 1
        analyze {WTHOR} --game 999 => no game 999 | 160
        analyze {WTHOR} --game 0 => no game 0
        analyze {WTHOR} --player nobody-at-all => nobody-at-all
        analyze {WTHOR} --all --opening tigre => \
            --opening \"tigre\" | neither the name of an opening
        analyze f5d6c3 --exact 99 => \
            --exact 99 | 60 empties | expected at most 40, or --time or --nodes
        analyze missing.wtb => missing.wtb | no such file
        analyze ./ => ./ is a folder: expected a file
        practice puzzles ./ => error: ./: Is a directory
        analyze f5 --depth 0 => depth
        analyze f5 --evaluation luck => luck | phased
        hint Q5 => Q5",
    ));
}

/// Returns the lines without the times in the total.
fn tables(lines: &[Value]) -> Vec<Value> {
    let mut lines = lines.to_vec();
    if let Some(total) = lines.last_mut().and_then(Value::as_object_mut) {
        total.remove("seconds");
        total.remove("resumed");
    }
    lines
}

#[test]
fn an_interrupted_review_of_many_games_resumes_with_the_same_tables() {
    let (_folder, checkpoint) = common::temporary("state");
    let checkpoint = checkpoint.to_str().unwrap();
    let arguments = format!("analyze {WTHOR} --limit 6 --depth 2 --exact 8");
    let run = |more: &str| json((&arguments, more));
    let lines = run("--threads 2");
    let (total, rows) = lines.split_last().unwrap();
    has!(total; "total": true, "games": 6, "reviewed": 6);
    for table in ["players", "openings", "stages"] {
        let rows = rows.iter().filter(|row| row["table"] == table);
        let moves: u64 = rows.map(|row| as_u64(&row["moves"])).sum();
        assert_eq!(moves, as_u64(&total["moves"]), "{table}");
    }
    let worst = rows.iter().filter(|row| row["table"] == "worst");
    let worst: Vec<f64> = worst.map(|row| as_f64(&row["loss"])).collect();
    assert!(worst.len() == 10 && worst.is_sorted_by(|a, b| a >= b));
    // A killed run leaves whole lines and perhaps a truncated one.
    let whole = run(&format!("--checkpoint {checkpoint}"));
    assert_eq!(tables(&whole), tables(&lines));
    let content = std::fs::read_to_string(checkpoint).unwrap();
    let kept: Vec<&str> = content.lines().take(4).collect();
    std::fs::write(checkpoint, kept.join("\n") + "\n{\"moves\":\"f5").unwrap();
    let resumed = run(&format!("--checkpoint {checkpoint}"));
    assert_eq!(resumed.last().unwrap()["resumed"], 3);
    assert_eq!(tables(&resumed), tables(&lines));
    let header = content.lines().next().unwrap();
    for half in [&header[..1], &header[..20], header] {
        std::fs::write(checkpoint, half).unwrap();
        let restarted = run(&format!("--checkpoint {checkpoint}"));
        assert_eq!(restarted.last().unwrap()["resumed"], 0);
    }
    assert_eq!(
        std::fs::read_to_string(checkpoint).unwrap().lines().count(),
        7
    );
    std::fs::write(checkpoint, "own notes").unwrap();
    let foreign = format!("{arguments} --checkpoint {checkpoint}");
    refuses(foreign, "", &["--checkpoint", "not a checkpoint"]);
    std::fs::write(checkpoint, content).unwrap();
    let other = format!("analyze {WTHOR} --depth 3 --checkpoint {checkpoint}");
    refuses(other, "", &["--checkpoint", "other options"]);
}

#[test]
fn games_are_selected_by_player_and_opening() {
    let arguments = "--all --player TOTH --opening tiger --depth 1 --exact 4";
    let lines = json(format!("analyze {WTHOR} {arguments}"));
    let (total, rows) = lines.split_last().unwrap();
    let players = rows.iter().filter(|row| row["table"] == "players");
    let players: Vec<&Value> = players.collect();
    assert_eq!(players.len(), 1);
    has!(players[0]; "name": "Toth David", "games": total["games"]);
    for row in rows.iter().filter(|row| row["table"] == "openings") {
        let name = as_str(&row["name"]);
        assert!(name.contains("Tiger"), "{name}");
    }
}

#[test]
fn a_review_is_written_as_one_html_file() {
    let (folder, path) = common::temporary("review.html");
    let file = path.to_str().unwrap();
    let game = "d3c3b3b2b1d2e3e2d1a1f3a3f5g3";
    let output = common::run(format!("analyze {game} --level 3 --html {file} --json"));
    assert!(output.status.success(), "{}", stderr(&output));
    let lines = stdout(&output);
    let mistakes = lines.lines().filter(|line| line.contains("\"mistake\":\""));
    let mistakes = mistakes.count();
    assert!(mistakes > 0);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert_eq!(page.matches("\"mistake\":\"").count(), mistakes);
    // The error names a folder that does not exist.
    let nowhere = folder.path().join("none");
    let page = nowhere.join("review.html");
    let arguments = format!("analyze f5d6 --level 1 --html {}", page.display());
    let parts = ["--html", nowhere.to_str().unwrap(), "no such folder"];
    refuses(arguments, "", &parts);
}

#[test]
fn a_losing_move_is_named_for_every_lost_game() {
    let lines = json(format!("analyze {WTHOR} --limit 12 --level 2"));
    let games = lines.iter().filter(|line| line["table"] == "games");
    let (mut lost, mut estimated) = (0, 0);
    for game in games {
        let result = as_i64(&game["result"]);
        let point = &game["turning_point"];
        if result == 0 {
            continue;
        }
        lost += 1;
        let loser = if result > 0 { "white" } else { "black" };
        assert_eq!(point["mover"], loser, "{game}");
        assert!(point["before"].as_f64() > point["after"].as_f64(), "{game}");
        estimated += u32::from(point["exact"] == false);
    }
    assert!(lost >= 10 && estimated > 0, "{lost}, {estimated} estimated");
    let text = stdout(&common::run(format!("analyze {WTHOR} --game 1 --level 2")));
    let named = text.lines().last().unwrap();
    assert!(named.starts_with("Losing move at ply "), "{text}");
    assert!(named.contains(" instead of "), "{text}");
}

#[test]
fn a_book_move_is_not_a_mistake() {
    // White's third move is two discs worse than the best one in the book.
    let lines = json("analyze f5f6e6f4e3 --level 1");
    let moves = &lines[..lines.len() - 1];
    assert!(moves.iter().all(|mv| mv["from_book"] == true), "{moves:?}");
    for mv in moves {
        let loss = as_f64(&mv["loss"]);
        assert_eq!(mv["mistake"].is_null(), loss <= 2.0, "{mv}");
        assert_eq!(mv["score"].as_f64(), mv["book"]["score"].as_f64());
    }
}
