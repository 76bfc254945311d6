//! `outflank solve`.

use crate::common::{
    self, as_array, as_f64, as_i64, as_u64, has, json, kill, outflank, refuses, refuses_each,
    start_until, stderr, stdout, workspace,
};
#[cfg(unix)]
use crate::common::{
    has_content, interrupted_after, is_refused_beside, outflank_with_small_files, start_in,
};

#[test]
fn the_first_nineteen_ffo_positions_are_solved() {
    let lines = json("solve testdata/positions/fforum-1-19.obf --check");
    let (total, positions) = lines.split_last().unwrap();
    assert_eq!(positions.len(), 19);
    has!(positions[0]; "score": 18, "move": "g8", "expected": 18, "ok": true);
    has!(total; "total": true, "errors": 0, "best_moves": 19);
    assert_eq!(total["mean_absolute_error"], 0.0);
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for (board, score) in [("4x4", -10), ("4x6", 16), ("6x4", 16), ("5x5", 13)] {
        let lines = json(format!("solve start --board {board} --threads 1"));
        assert_eq!(lines[0]["score"], score, "{board}");
    }
}

/// Each thread solves one position at a time; results are printed in the order of the file.
#[test]
fn many_positions_are_solved_at_once_and_reported_in_order() {
    let file = "testdata/positions/fforum-1-19.obf";
    let solve = |threads| json(format!("solve {file} --check --threads {threads}"));
    let (alone, together) = (solve("1"), solve("3"));
    assert_eq!((alone.len(), together.len()), (20, 20));
    for (place, (one, many)) in alone.iter().zip(&together).take(19).enumerate() {
        assert_eq!(many["index"], place + 1);
        for field in ["position", "score", "lower", "upper", "complete", "ok"] {
            assert_eq!(one[field], many[field], "{place} {field}");
        }
    }
    let total = &together[19];
    has!(total; "positions": 19, "errors": 0);
}

#[test]
fn a_wrong_score_in_the_file_fails_the_check() {
    let file = workspace().join("testdata/positions/fforum-1-19.obf");
    let board = std::fs::read_to_string(file).unwrap();
    let wrong = board.lines().next().unwrap().replace("G8:+18", "G8:+20");
    let output = common::run_with("solve - --check", wrong);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("WRONG: +20 expected"));
}

#[test]
fn finished_games_and_passes_are_solved() {
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(json(["solve", &over])[0]["score"], 64);
    // Black has no legal move; White has one.
    let line = &json(["solve", "-XO------ X", "--board", "3x3"])[0];
    has!(line; "move": null, "score": -9, "pv": ["a1"]);
}

#[test]
fn wld_and_windows_need_fewer_nodes_than_exact_scores() {
    let file = "testdata/positions/hard-20-first-10.obf";
    let arguments = format!("solve {file} --limit 3 --threads 1 --check");
    let nodes = |more: &str| {
        let lines = json((&arguments, more));
        let (total, positions) = lines.split_last().unwrap();
        assert_eq!(total["errors"], 0);
        for line in positions {
            let expected = as_i64(&line["expected"]);
            assert_eq!(line["ok"], true);
            assert!(line["lower"].as_i64() <= Some(expected));
            assert!(line["upper"].as_i64() >= Some(expected));
            if more == "--wld" {
                let outcome = ["loss", "draw", "win"][(expected.signum() + 1) as usize];
                assert_eq!(line["outcome"], outcome);
            }
        }
        as_u64(&total["nodes"])
    };
    let exact = nodes("");
    assert!(nodes("--wld") < exact);
    assert!(nodes("--window -64,-62") < exact / 2);
}

#[test]
fn every_move_is_solved() {
    let position = "testdata/positions/fforum-1-19.obf";
    let lines = json(format!("solve {position} --limit 3 --all-moves --check"));
    for line in &lines[..3] {
        let moves = as_array(&line["moves"]);
        assert_eq!(moves[0]["move"], line["move"]);
        assert_eq!(moves[0]["score"].as_f64(), line["score"].as_f64());
        let scores: Vec<f64> = moves.iter().map(|mv| as_f64(&mv["score"])).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next));
        assert_eq!(Some(scores[0]), line["expected"].as_f64());
    }
    let text = stdout(&common::run("solve f5 --board 4x4"));
    assert!(text.is_empty(), "f5 is not on that board: {text}");
    let text = stdout(&common::run("solve start --board 4x4 --all-moves"));
    let moves = text.lines().filter(|line| line.starts_with("            "));
    assert_eq!(moves.count(), 4);
}

/// The starting position cannot be solved in time: the program prints the proven bounds, and
/// `--check` fails.
#[test]
fn a_position_that_runs_out_of_time_is_incomplete() {
    let mut start = format!("{}OX{}XO{}", "-".repeat(27), "-".repeat(6), "-".repeat(27));
    start += " X; f5:+0\n";
    let output = common::run_with("solve - --time 0.2 --check --json", start);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let line: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    has!(line; "complete": false, "score": null, "ok": null);
    let text = stdout(&common::run("solve start --time 0.2"));
    assert!(text.contains("incomplete"), "{text}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_solve_prints_the_proven_bounds() {
    let easy = format!("{}-- X", "XO".repeat(31));
    let lines = interrupted_after(1, ["solve", &easy, "start"], &workspace());
    let [_, position, total] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert_eq!(position["complete"], false);
    assert!(position["lower"].is_i64() && position["upper"].is_i64());
    has!(total; "positions": 2, "unfinished": 1);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_like_a_file() {
    let positions = workspace().join("testdata/positions/fforum-1-19.obf");
    let input = std::fs::read(positions).unwrap();
    let output = common::run_with("solve /dev/stdin --limit 1 --json", input);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("\"score\":18"));
}

/// A WTHOR file states the number of empties at which its theoretical scores apply.
#[test]
fn theoretical_scores_of_wthor_files_are_checked() {
    let file = "testdata/wthor/WTH_1977.wtb";
    let lines = json(format!("solve {file} --limit 1 --check"));
    has!(lines[0]; "empties": 24, "ok": true);
    // Games in other formats stand for their last positions.
    let (_folder, ggf) = common::temporary("games.ggf");
    let ggf = ggf.to_str().unwrap();
    json(format!("convert {file} {ggf}"));
    assert_eq!(json(format!("solve {ggf} --limit 2"))[1]["empties"], 0);
}

/// A position that ran out of time counts as done; the same command does not search it again.
#[test]
fn a_checkpoint_keeps_positions_that_ran_out_of_time() {
    let (_folder, file) = common::temporary("start.checkpoint");
    let arguments = format!("solve start --time 0.2 --checkpoint {}", file.display());
    let first = json(&arguments);
    assert_eq!(first[0]["complete"], false);
    let again = json(&arguments);
    for field in ["complete", "nodes", "lower", "upper"] {
        assert_eq!(again[0][field], first[0][field], "{field}");
    }
}

#[test]
#[cfg(unix)]
fn a_checkpoint_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let command = "solve start --board 4x4 --checkpoint run.checkpoint";
    let output = outflank_with_small_files(0, command, folder.path());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn a_checkpoint_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "solve start --checkpoint run.checkpoint";
    let file = folder.path().join("run.checkpoint");
    let first = start_in(folder.path(), endless, || has_content(&file));
    is_refused_beside(&first, "run.checkpoint", endless, folder.path());
    kill(first);
}

/// A run killed after some checkpoints resumes: it finds the same score with less work.
#[test]
fn a_killed_solve_resumes_from_its_checkpoint() {
    let (folder, file) = common::temporary("run.checkpoint");
    // Position 46 takes some seconds.
    let positions = workspace().join("testdata/positions/fforum-40-59.obf");
    let line = std::fs::read_to_string(positions).unwrap();
    let obf = folder.path().join("46.obf");
    std::fs::write(&obf, line.lines().nth(6).unwrap()).unwrap();
    let obf = obf.to_str().unwrap();
    let plain = format!("solve {obf} --threads 1 --hash 64 --check");
    let whole = json(&plain)[0]["nodes"].as_u64().unwrap();

    let options = format!("--checkpoint {} --every 0.1", file.display());
    let arguments = format!("{plain} {options}");
    // A checkpoint counts its nodes before it reads the bounds, so the first one with bounds may count none: wait
    // for the second.
    let mut lengths = Vec::new();
    let has_two_with_bounds = || {
        let length = std::fs::metadata(&file).map_or(0, |file| file.len());
        if length > 100_000 && !lengths.contains(&length) {
            lengths.push(length);
        }
        lengths.len() == 2
    };
    kill(start_until(&arguments, has_two_with_bounds));

    let output = outflank(&arguments).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let message = stderr(&output);
    assert!(message.starts_with("position 1 resumes "), "{message}");
    let (_, spent) = message.split_once(" after ").unwrap();
    let (before, _) = spent.split_once(" nodes").unwrap();
    let before: u64 = before.replace(' ', "").parse().unwrap();
    let lines = stdout(&output);
    let line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let after = as_u64(&line["nodes"]) - before;
    assert!(before > 0 && after < whole, "{before}, {after}: {whole}");

    // A solved position is not searched again.
    let again = json(&arguments);
    assert_eq!(again[0]["nodes"], line["nodes"]);
    assert_eq!(again[0]["pv"], line["pv"]);

    // An unwritable file is reported before the search.
    let nowhere = folder.path().join("none").join("run.checkpoint");
    let nowhere = format!("solve {obf} --checkpoint {}", nowhere.display());
    refuses(&nowhere, "", &["run.checkpoint"]);

    // A checkpoint of another run, a truncated file and a file of another kind are rejected.
    let other = format!("solve start --board 4x4 {options}");
    refuses(other, "", &["another run", "1 positions on 8x8"]);
    let bytes = std::fs::read(&file).unwrap();
    for wrong in [&bytes[..bytes.len() - 3], &bytes[..20], b"no checkpoint"] {
        std::fs::write(&file, wrong).unwrap();
        refuses(&arguments, "", &["run.checkpoint", "damaged checkpoint"]);
    }
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses_each(
        "
        solve => FILE|POSITION
        solve no/such/file.obf => no/such/file.obf | no such file
        solve ./ => ./ is a folder: expected a file
        solve - => no positions in -: expected at least one
        solve z9 => z9
        solve f5 --check => no score
        solve start --tier sse9 => sse9 | avx2
        solve start --threads many => threads | many
        solve f5 --hash 0 => hash
        solve f5 --window 2,2 => 2 | lower first
        solve f5 --window wide => wide | -2,2
        solve f5 --wld --window 0,2 => --window
        solve f5 --time=-1 => seconds
        solve f5 --every 1 => --checkpoint
        solve f5 --time 1e400 => seconds",
    );
    refuses("solve -", "XXXX X\n", &["standard input", "line 1"]);
    refuses("solve -", "f5\nf5a1\n", &["line 2", "column 3", "a1"]);
    let garbage = vec![0, 159, 146, 150, 255, 7];
    refuses("solve -", garbage, &["standard input"]);
}
