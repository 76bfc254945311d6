//! `outflank convert` with several inputs, several outputs, and filters.

use std::fs;

use crate::common::{self, as_array, as_u64, has, json, last, refuses, shows, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const YEARS: [&str; 2] = ["testdata/wthor/WTH_1977.wtb", "testdata/wthor/WTH_1980.wtb"];

/// Three games in Live Othello's PGN. The third is the first one, rotated and with other spellings.
const PGN: &str = "[Event \"Final\"]
[Date \"2005.11.12\"]
[Black \"Tamenori Hideshi\"]
[White \"Lee Kwang Wook\"]
[Result \"33-31\"]
1. F5 D6
3. C3
33-31

[Event \"Final\"]
[Date \"2006.11.12\"]
[Black \"Lee Kwang Wook\"]
[White \"Tamenori Hideshi\"]
[Result \"33-31\"]
1. f5 f6
33-31

[Event \"Another name\"]
[Date \"2005.01.01\"]
[Black \"TAMENORI  Hideshi\"]
[White \"Lee Kwang Wook\"]
[Result \"*\"]
1. c4 e3 3. f6
*
";

fn folder_with_games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), PGN).unwrap();
    folder
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Converts [`PGN`]. Returns the total and the transcripts written.
fn chosen(options: &str) -> (Value, Vec<String>) {
    let folder = folder_with_games();
    let (input, output) = (path(&folder, "games.pgn"), path(&folder, "out.txt"));
    let total = last(format!("convert {input} {output} {options}"));
    let text = fs::read_to_string(&output).unwrap();
    (total, text.lines().map(str::to_owned).collect())
}

#[test]
fn several_inputs_are_joined() {
    let folder = tempfile::tempdir().unwrap();
    let output = path(&folder, "all.sgf");
    let total = last(format!("convert {} {} {output}", YEARS[0], YEARS[1]));
    has!(total; "read": 172, "written": 172);
    let written = fs::read_to_string(&output).unwrap();
    assert_eq!(written.matches("GM[2]").count(), 172);
    // Read standard input, which has one invalid game, and a file.
    let output = common::run_with(format!("convert - {} - --to txt", YEARS[0]), "f5d6\nf5a1\n");
    assert_eq!(stdout(&output).lines().count(), 1 + 12);
    assert!(stderr(&output).contains("standard input: game 2 skipped: line 2"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn games_are_filtered() {
    let all = ["f5d6c3", "f5f6", "c4e3f6"];
    for (options, expected) in [
        ("", &all[..]),
        ("--player tamenori", &all),
        ("--black tamenori", &[all[0], all[2]]),
        ("--white tamenori", &[all[1]]),
        ("--year 2006", &[all[1]]),
        ("--year 1990-2005", &[all[0], all[2]]),
        ("--tournament final", &all[..2]),
        ("--tournament open", &[]),
        ("--result black", &[all[0], all[1]]),
        ("--result draw", &[]),
        ("--player lee --result win", &[all[1]]),
        ("--player lee --result loss", &[all[0]]),
        ("--opening d3c5", &[all[0], all[2]]),
        ("--position e6f4", &[all[0], all[2]]),
        ("--position f5f6", &[all[1]]),
        ("--distinct", &[all[0], all[1]]),
        ("--distinct --opening f5d6", &[all[0]]),
    ] {
        let (total, games) = chosen(options);
        assert_eq!(games, expected, "{options:?}");
        assert_eq!(total["written"], expected.len(), "{options:?}");
        let left_out = as_u64(&total["filtered"]) + as_u64(&total["duplicates"]);
        assert_eq!(left_out as usize, 3 - expected.len(), "{options:?}");
        assert_eq!((&total["read"], &total["rejected"]), (&3.into(), &0.into()));
    }
}

#[test]
fn games_are_split_into_files() {
    const PLAYERS: [&str; 3] = [
        "out-Lee Kwang Wook.ggf",
        "out-TAMENORI  Hideshi.ggf",
        "out-Tamenori Hideshi.ggf",
    ];
    for (split, expected) in [
        ("year", &["out-2005.ggf", "out-2006.ggf"][..]),
        ("2", &["out-0001.ggf", "out-0002.ggf"]),
        ("player", &PLAYERS),
    ] {
        let folder = folder_with_games();
        let (input, output) = (path(&folder, "games.pgn"), path(&folder, "out.ggf"));
        let total = last(format!("convert {input} {output} --split {split}"));
        let mut names = common::names_in(folder.path());
        names.retain(|name| name != "games.pgn");
        assert_eq!(names, expected, "{split}");
        assert_eq!(total["files"], names.len());
        assert_eq!(total["written"], 3);
    }
}

#[test]
fn split_wthor_files_have_the_year_of_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let output = path(&folder, "part.wtb");
    let [first, second] = YEARS;
    json(format!("convert {first} {second} {output} --split year"));
    for (part, year) in [("part-1977.wtb", YEARS[0]), ("part-1980.wtb", YEARS[1])] {
        let written = fs::read(folder.path().join(part)).unwrap();
        let original = fs::read(common::workspace().join(year)).unwrap();
        // Everything except the date matches the original file of that year.
        assert_eq!(written[4..], original[4..], "{part}");
    }
}

#[test]
fn lost_information_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let input = path(&folder, "game.ggf");
    let game = "1 (;GM[Othello]PB[a]PW[b]RB[1700.5]TI[05:00]RE[?]TY[8]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        XX[?]B[f5/1.5/2.25]W[d6];)\n";
    fs::write(&input, game.repeat(2)).unwrap();
    let output = path(&folder, "game.txt");
    let run = common::run(format!("convert {input} {output}"));
    let errors = stderr(&run);
    shows(&errors, &["ratings", "time controls", "evaluations"]);
    shows(&errors, &["times of moves", "\"XX\""]);
    let mut lost = errors.lines();
    assert!(lost.all(|line| line.ends_with("(2 games)")), "{errors}");
    assert_eq!(run.status.code(), Some(0));
    let total = last(format!("convert {input} {output}"));
    let ratings = serde_json::json!({ "what": "ratings", "games": 2 });
    assert!(as_array(&total["lost"]).contains(&ratings), "{total}");
}

#[test]
fn name_files_beside_a_wthor_output_are_used() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["WTH.JOU", "WTH.TRN"] {
        let source = common::workspace().join("testdata/wthor").join(name);
        fs::copy(source, folder.path().join(name)).unwrap();
    }
    let sgf = path(&folder, "games.sgf");
    let back = path(&folder, "back.wtb");
    let again = path(&folder, "again.sgf");
    json(format!("convert {} {sgf}", YEARS[1]));
    let total = last(format!("convert {sgf} {back}"));
    assert_eq!(total["lost"], serde_json::json!([]));
    json(format!("convert {back} {again}"));
    assert_eq!(fs::read(&again).unwrap(), fs::read(&sgf).unwrap());
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    for (arguments, parts) in [
        ("- x.txt --year 90", &["--year", "1990"][..]),
        ("- x.txt --split 0", &["--split", "year"]),
        ("- - --to txt --split 2", &["split"]),
        ("- x.txt --result win", &["--player"]),
        ("- x.txt --opening f5a1", &["--opening", "a1"]),
        ("- x.txt --position zz", &["--position"]),
        ("- - x.txt", &["standard input", "once"]),
        ("Cargo.toml missing.pgn x.txt", &["missing.pgn"]),
    ] {
        refuses(("convert", arguments), "f5d6\n", parts);
    }
}
