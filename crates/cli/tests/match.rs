//! `outflank match` from outside.

mod common;

use common::{json, outflank, refuses, stdout};

#[test]
fn a_match_gives_its_games_and_its_total() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("games.txt");
    let lines = json(&[
        "match",
        "classic:phased@2",
        "random",
        "--games",
        "20",
        "--seed",
        "7",
        "--save",
        save.to_str().unwrap(),
    ]);
    let (total, games) = lines.split_last().unwrap();
    assert_eq!(games.len(), 20);
    let count = |field: &str| total[field].as_u64().unwrap();
    assert_eq!(count("games"), 20);
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert!(total["score"].as_f64().unwrap() > 0.8);
    assert!(total["elo_low"].as_f64().unwrap() > 0.0);
    let won = games
        .iter()
        .filter(|game| game["discs"].as_i64().unwrap() > 0)
        .count();
    assert_eq!(won as u64, count("wins"));
    assert_eq!(std::fs::read_to_string(save).unwrap().lines().count(), 20);
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let play = |threads: &str| {
        json(&[
            "match",
            "classic:phased@2",
            "random",
            "--games",
            "8",
            "--threads",
            threads,
        ])
    };
    assert_eq!(play("1"), play("2"));
}

#[test]
fn a_round_robin_has_a_cross_table() {
    let engines = [
        "match",
        "classic:discs@1",
        "classic:phased@1",
        "random",
        "--games",
        "4",
    ];
    let text = stdout(&outflank(&engines).output().unwrap());
    assert!(text.contains("Elo (95 %)"), "{text}");
    assert_eq!(text.matches("classic:phased@1").count(), 4, "{text}");
    let json = json(&[&engines[..], &["--board", "9x7"]].concat());
    assert_eq!(json.iter().filter(|line| line["total"] == true).count(), 3);
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    std::fs::write(&file, "f5d6c3\nf5f6e6\n").unwrap();
    let name = file.to_str().unwrap();
    let lines = json(&[
        "match",
        "random",
        "classic:discs@1",
        "--openings",
        name,
        "--games",
        "9",
    ]);
    // Only two openings, so four games.
    assert_eq!(lines.last().unwrap()["games"], 4);
    assert!(lines[0]["moves"].as_str().unwrap().starts_with("f5d6c3"));
    std::fs::write(&file, "f5d6c3\nf5b2\n").unwrap();
    let arguments = ["match", "random", "random", "--openings", name];
    refuses(&arguments, "", &[name, "line 2, column 3", "b2"]);
}

#[test]
fn garbage_is_refused_in_one_line() {
    refuses(&["match", "classic:phased@2"], "", &["ENGINE"]);
    refuses(&["match", "random", "edax"], "", &["edax", "classic:"]);
    refuses(
        &["match", "random", "random", "--openings", "no.txt"],
        "",
        &["no.txt"],
    );
    refuses(
        &["match", "random", "random", "--games", "0"],
        "",
        &["games"],
    );
    refuses(
        &["match", "random", "random", "--save", "x.pdf"],
        "",
        &["x.pdf"],
    );
    refuses(
        &["match", "random", "random", "--time", "nan"],
        "",
        &["NaN"],
    );
    let few = ["match", "random", "random", "--plies", "1", "--games", "50"];
    refuses(&few, "", &["1 distinct", "25"]);
}
