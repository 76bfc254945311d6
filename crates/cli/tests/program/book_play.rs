//! Playing from an opening book.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{json_in, outflank_in, refusal_in, stderr, stdout};

/// A weak engine with a book.
const GTP: &str = "gtp --level 1 --hash 1 --book a.book";

/// Returns a folder with a small book.
fn with_book() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let grow = "book grow a.book --positions 40 --level 2";
    json_in(&grow.split(' ').collect::<Vec<_>>(), folder.path());
    folder
}

/// Sends lines to the GTP engine and returns its answers.
fn gtp(folder: &Path, options: &str, input: &str) -> Vec<String> {
    let line = format!("{GTP} {options}");
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let output = outflank_in(&arguments, folder)
        .write_stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    text.lines()
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the moves that the book shows for a position.
fn known(folder: &Path, position: &str) -> Vec<Value> {
    let mut shown = json_in(&["book", "show", "a.book", position], folder);
    shown.pop();
    shown
}

#[test]
fn an_engine_plays_the_best_move_of_its_book() {
    let folder = with_book();
    let folder = folder.path();
    let best = known(folder, "f5")
        .into_iter()
        .find(|mv| mv["inside"] == true)
        .unwrap();
    let answers = gtp(folder, "", "play b f5\ngenmove w\n");
    let expected = best["move"].as_str().unwrap().to_uppercase();
    assert_eq!(answers, ["=".to_owned(), format!("= {expected}")]);
}

#[test]
fn random_book_moves_differ_and_stay_within_the_margin() {
    let folder = with_book();
    let folder = folder.path();
    let known = known(folder, "start");
    let names: Vec<String> = known
        .iter()
        .map(|mv| mv["move"].as_str().unwrap().to_uppercase())
        .collect();
    let input = "clear_board\ngenmove b\n".repeat(40);
    let mut played: Vec<String> = gtp(folder, "--book-random 64", &input)
        .into_iter()
        .filter_map(|line| line.strip_prefix("= ").map(str::to_owned))
        .collect();
    assert_eq!(played.len(), 40);
    assert!(played.iter().all(|mv| names.contains(mv)));
    played.sort();
    played.dedup();
    assert!(played.len() > 1, "{played:?}");
}

#[test]
fn hints_have_what_the_book_knows() {
    let folder = with_book();
    let folder = folder.path();
    let hints = json_in(
        &["hint", "start", "--level", "1", "--book", "a.book"],
        folder,
    );
    assert_eq!(hints.len(), 4);
    for hint in &hints {
        assert!(hint["book"]["score"].is_number() && hint["book"]["grade"].is_string());
    }
    let without = json_in(&["hint", "start", "--level", "1", "--book", "off"], folder);
    assert!(without.iter().all(|hint| hint.get("book").is_none()));
    let text = outflank_in(
        &["hint", "start", "--level", "1", "--book", "a.book"],
        folder,
    );
    assert!(stdout(&{ text }.output().unwrap()).contains("\nbook:\n"));
}

#[test]
fn a_missing_book_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "gtp --book no.book",
        "nboard --book no.book",
        "hint start --book no.book",
        "play --plain --book no.book",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let message = refusal_in(&arguments, folder.path());
        assert!(message.contains("no.book"), "{message}");
    }
    let textbook = [
        "play",
        "--plain",
        "--engine",
        "classic:phased@2",
        "--book",
        "a.book",
    ];
    let message = refusal_in(&textbook, folder.path());
    assert!(message.contains("--book"), "{message}");
}
