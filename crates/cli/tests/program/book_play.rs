//! Playing from an opening book.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, as_str, json_in, outflank_in, refuses_in, stderr, stdout};

/// A weak engine with a book.
const GTP: &str = "gtp --level 1 --hash 1 --book a.book";

fn with_book() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let grow = "book grow a.book --positions 40 --level 2";
    json_in(grow, folder.path());
    folder
}

/// Sends lines to the GTP engine and returns its responses.
fn gtp(folder: &Path, options: &str, input: &str) -> Vec<String> {
    let line = format!("{GTP} {options}");
    let output = outflank_in(line, folder).write_stdin(input).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// Returns the moves that the book shows for a position.
fn known(folder: &Path, position: &str) -> Vec<Value> {
    let mut shown = json_in(format!("book show a.book {position}"), folder);
    shown.pop();
    shown
}

#[test]
fn an_engine_plays_the_best_move_of_its_book() {
    let folder = with_book();
    let folder = folder.path();
    let known = known(folder, "f5");
    let best = known.iter().find(|mv| mv["inside"] == true);
    let answers = gtp(folder, "", "play b f5\ngenmove w\n");
    let expected = as_str(&best.unwrap()["move"]).to_uppercase();
    assert_eq!(answers, ["=".to_owned(), format!("= {expected}")]);
}

#[test]
fn random_book_moves_differ_and_stay_within_the_margin() {
    let folder = with_book();
    let folder = folder.path();
    let known = known(folder, "start");
    let names = known.iter().map(|mv| as_str(&mv["move"]).to_uppercase());
    let names: Vec<String> = names.collect();
    let input = "clear_board\ngenmove b\n".repeat(40);
    let answers = gtp(folder, "--book-random 64", &input);
    let played = answers.iter().filter_map(|line| line.strip_prefix("= "));
    let mut played: Vec<String> = played.map(str::to_owned).collect();
    assert_eq!(played.len(), 40);
    assert!(played.iter().all(|mv| names.contains(mv)));
    played.sort();
    played.dedup();
    assert!(played.len() > 1, "{played:?}");
}

#[test]
fn hints_include_the_book_entries() {
    let folder = with_book();
    let folder = folder.path();
    let hints = json_in("hint start --level 1 --book a.book", folder);
    assert_eq!(hints.len(), 4);
    for hint in &hints {
        assert!(hint["book"]["score"].is_number() && hint["book"]["grade"].is_string());
    }
    let without = json_in("hint start --level 1 --book off", folder);
    assert!(without.iter().all(|hint| hint.get("book").is_none()));
    for hint in &hints {
        assert_eq!(hint["score"].as_f64(), hint["book"]["score"].as_f64());
        assert_eq!(hint["from_book"], true);
    }
}

#[test]
fn a_missing_book_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "gtp --book no.book",
        "nboard --book no.book",
        "hint start --book no.book",
        "play --plain --book no.book",
    ] {
        refuses_in(folder.path(), line, &["no.book"]);
    }
    let textbook = "play --plain --engine textbook:phased@2 --book a.book";
    refuses_in(folder.path(), textbook, &["--book"]);
}

#[test]
fn keys_of_match_engines_select_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = "--engine cmd=outflank,level=1";
    let engines = format!("match {engine},book=shipped,book-random=1 {engine}");
    let lines = json_in((engines, "--games 2 --threads 1"), folder);
    let total = lines.last().unwrap().to_string();
    assert!(total.contains("book shipped within 1 discs"), "{total}");
    for (keys, part) in [
        (",book=no.book", "no.book"),
        (",book-random=65", "book-random=65"),
        (",proto=gtp,book=shipped", "book"),
    ] {
        let arguments = format!("match {engine}{keys} --engine cmd=random");
        refuses_in(folder, arguments, &[part]);
    }
}

#[test]
fn a_review_includes_the_book_scores() {
    let folder = with_book();
    let folder = folder.path();
    let game = "f5d6c3d3c4f4f6f3";
    let arguments = format!("analyze {game} --level 1 --book a.book");
    let lines = json_in(&arguments, folder);
    let first = &lines[0];
    assert!(first["book"]["score"].is_number(), "{first}");
    assert_eq!(first["score"].as_f64(), first["book"]["score"].as_f64());
    assert_eq!(first["from_book"], true);
    let text = stdout(&common::run_in(&arguments, folder));
    let mut rows = text.lines();
    let row = rows.find(|line| line.trim_start().starts_with("1 "));
    assert!(row.unwrap().ends_with(" book"), "{text}");
    let without = json_in(format!("analyze {game} --level 1 --book off"), folder);
    assert!(without[0].get("book").is_none() && without[0]["from_book"] == false);
}

#[test]
fn openings_are_played_as_often_as_people_play_them() {
    let folder = with_book();
    let folder = folder.path();
    let input = "clear_board\nplay b f5\ngenmove w\n".repeat(30);
    let answers = gtp(folder, "--book-rating 1600", &input);
    let mut known = known(folder, "f5");
    known.retain(|mv| mv["inside"] == true);
    let known = known.iter().map(|mv| as_str(&mv["move"]).to_uppercase());
    let known: Vec<String> = known.collect();
    let played = answers.iter().filter_map(|line| line.strip_prefix("= "));
    let played: Vec<&str> = played.collect();
    assert_eq!(played.len(), 30);
    let is_known = |mv: &&str| known.contains(&(*mv).to_owned());
    assert!(played.iter().all(is_known), "{played:?} {known:?}");
}

#[test]
fn the_shipped_book_is_used_unless_it_is_off() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut shown = json_in("book show shipped f5", folder);
    shown.pop();
    let expected = as_str(&shown[0]["move"]).to_uppercase();
    let gtp = |options: &str| {
        let mut command = outflank_in(("gtp --level 1 --hash 1", options), folder);
        let output = command.write_stdin("play b f5\ngenmove w\n").output();
        stdout(&output.unwrap())
    };
    assert!(gtp("").contains(&format!("= {expected}")));
    assert!(gtp("--book off").contains("= "));
}
