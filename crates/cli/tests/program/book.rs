//! `outflank book`.

use std::fs;
use std::path::Path;

use outflank_book::Growth;
use outflank_othello::Shape;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, as_u64, has, is_refused_beside, kill, refuses_in, start_in, stdout};

/// Runs a subcommand with `--json` and returns the objects.
fn book(folder: &Path, line: &str) -> Vec<Value> {
    common::json_in(("book", line), folder)
}

/// Runs a subcommand like [`book`] and returns the last object.
fn total(folder: &Path, line: &str) -> Value {
    let total = book(folder, line).pop().unwrap();
    assert_eq!(total["total"], true);
    total
}

/// Creates a folder with a grown book for 6x6.
fn with_book() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let grow = "grow a.book --board 6x6 --positions 300 --level 2";
    let grown = total(folder.path(), grow);
    assert!(as_u64(&grown["positions"]) >= 300);
    folder
}

#[test]
fn info_verify_and_stats_describe_a_grown_book() {
    let folder = with_book();
    let folder = folder.path();
    let info = total(folder, "info a.book");
    let positions = as_u64(&info["positions"]);
    assert!(positions >= 300 && as_u64(&info["links"]) >= positions - 1);
    let bytes = fs::metadata(folder.join("a.book")).unwrap().len();
    has!(info; "bytes": bytes, "board": "6x6");
    let verified = total(folder, "verify a.book");
    has!(verified; "ok": true, "positions": info["positions"]);
    let counts = book(folder, "stats a.book");
    for by in ["discs", "level"] {
        let counted = counts.iter().filter(|count| count["by"] == by);
        let sum: u64 = counted.map(|count| as_u64(&count["positions"])).sum();
        assert_eq!(sum, positions, "{by}");
    }
    // Nothing is left to fix.
    let fixed = total(folder, "fix a.book --board 6x6 --level 2");
    assert_eq!(fixed["searches"], 0);
}

#[test]
fn the_moves_of_a_position_are_shown() {
    let folder = with_book();
    let shown = book(folder.path(), "show a.book start");
    assert_eq!(shown.len(), 5, "four moves and the position");
    let (last, moves) = shown.split_last().unwrap();
    // The four moves are symmetric.
    assert!(moves.iter().all(|shown| shown["score"] == last["score"]));
    assert!(last["found"] == true && last["grade"].is_string());
    let text = common::run_in("book show a.book start", folder.path());
    assert!(stdout(&text).contains("book: "));
    let unknown = "OOOOOO OOOOOO OOOOOO OOOXXX XXXXXX XXXX--".replace(' ', "") + " X";
    let unknown = common::run_in(["book", "show", "a.book", &unknown], folder.path());
    assert_eq!(unknown.status.code(), Some(1));
}

#[test]
fn books_are_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    total(folder, "grow a.book --positions 40 --level 2");
    let positions = total(folder, "info a.book")["positions"].clone();
    for file in ["a.dat", "a.egbk3", "a.txt", "a.csv", "a.parquet"] {
        let exported = total(folder, &format!("export a.book {file}"));
        assert_eq!(exported["read"], positions, "{file}");
        assert_eq!(exported["rejected"], 0);
    }
    for file in ["a.dat", "a.egbk3", "a.txt"] {
        let imported = total(folder, &format!("import {file} {file}.book"));
        has!(imported; "written": positions, "rejected": 0);
        let difference = total(folder, &format!("diff a.book {file}.book"));
        has!(difference; "both": positions, "different": 0);
    }
    refuses_in(folder, "book export a.book a.doc", &["a.doc", ".egbk3"]);
}

#[test]
fn commands_that_read_a_book_accept_shipped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = total(folder, "import shipped own.book")["written"].clone();
    let info = total(folder, "info shipped");
    assert_eq!(info, total(folder, "info own.book"));
    assert_eq!(info["positions"], read);
    let verified = total(folder, "verify shipped");
    has!(verified; "ok": true, "positions": read);
    assert_eq!(total(folder, "stats shipped")["positions"], read);
    let difference = total(folder, "diff shipped own.book");
    has!(difference; "both": read, "different": 0);
    assert_eq!(total(folder, "export shipped a.compact")["read"], read);
    total(folder, "grow small.book --positions 20 --level 1");
    let merged = total(folder, "merge small.book shipped --to both.book");
    assert!(merged["read"].as_u64() > read.as_u64(), "{merged}");
    // A file with that name is another book.
    fs::rename(folder.join("small.book"), folder.join("shipped")).unwrap();
    assert_ne!(total(folder, "info ./shipped")["positions"], read);
    assert_eq!(total(folder, "info shipped")["positions"], read);
}

#[test]
fn commands_that_write_a_book_reject_shipped_and_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("games.txt"), "f5d6c3\n").unwrap();
    fs::write(path.join("a.txt"), "").unwrap();
    for line in [
        "grow NAME --positions 9 --level 1",
        "add NAME games.txt --level 1",
        "deepen NAME --level 1",
        "fix NAME --level 1",
        "prune NAME --max-cost 1",
        "import a.txt NAME",
        "merge a.txt a.txt --to NAME",
    ] {
        for (name, reason) in [
            ("shipped", "the shipped book cannot be changed: copy it"),
            ("off", "this means no book: expected a file"),
        ] {
            let line = format!("book {}", line.replace("NAME", name));
            refuses_in(path, &line, &[&format!("{name}: {reason}")]);
        }
    }
    for line in [
        "info off",
        "export off a.dat",
        "show off start",
        "import off b.book",
    ] {
        refuses_in(path, ("book", line), &["off: this means no book"]);
    }
    // No lock file is left behind.
    assert_eq!(fs::read_dir(path).unwrap().count(), 2);
    total(path, "grow ./off --positions 9 --level 1");
    assert!(path.join("off").exists());
}

#[test]
fn games_are_added_and_books_merged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.txt"), "f5d6c3d3c4\nf5d6c4\nf5f6\n").unwrap();
    let added = total(folder, "add a.book games.txt --level 1 --plies 3");
    // The start, f5, f5d6, f5f6, f5d6c3 and f5d6c4.
    has!(added; "positions": 6, "added": 6);
    let common = total(folder, "add b.book games.txt --level 1 --min-games 2");
    assert_eq!(common["positions"], 3, "the start, f5 and f5d6");
    total(folder, "grow b.book --level 2 --positions 30");
    let merged = total(folder, "merge a.book b.book --to c.book");
    let [read, written] = ["read", "written"].map(|name| as_u64(&merged[name]));
    assert!(read > written && written >= 30, "{merged}");
    let difference = total(folder, "diff a.book c.book");
    assert_eq!(difference["first_only"], 0);
    let fixed = total(folder, "fix c.book --level 1");
    assert_eq!(fixed["positions"], written);
    assert_eq!(total(folder, "verify c.book")["ok"], true);
    let pruned = total(folder, "prune c.book --max-cost 2");
    assert!(as_u64(&pruned["removed"]) > 0);
    let merge = "book merge a.book b.book --to a.book";
    refuses_in(folder, merge, &["--to a.book"]);
}

#[test]
fn a_killed_grow_resumes_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let grow = "book grow a.book --level 2 --threads 1";
    let log = path.join("a.book.overlay-wal");
    let mut known = 0;
    for _ in 0..3 {
        // The log has at least a page for each finished search.
        let grows = || fs::metadata(&log).is_ok_and(|found| found.len() > 50_000);
        let child = start_in(path, grow, grows);
        is_refused_beside(&child, "a.book", grow, path);
        kill(child);
        let growth = Growth::open(&path.join("a.book"), Shape::STANDARD).unwrap();
        assert!(growth.len() > known, "{} after {known}", growth.len());
        known = growth.len();
    }
    assert!(!path.join("a.book").exists(), "no run has finished");
    refuses_in(path, "book info a.book", &["a.book", "not written yet"]);
    let grown = total(path, "grow a.book --level 2 --positions 1");
    // Positions searched before a kill are in the book.
    assert_eq!(grown["positions"], known);
    assert_eq!(total(path, "verify a.book")["ok"], true);
    assert!(!log.exists() && !path.join("a.book.overlay").exists());
}

#[test]
fn files_that_are_not_books_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.book"), "not a book").unwrap();
    for line in [
        "info a.book",
        "verify a.book",
        "show a.book start",
        "export a.book a.dat",
    ] {
        refuses_in(folder, ("book", line), &["a.book", "not a book"]);
    }
    refuses_in(folder, "book info b.book", &["b.book"]);
    // A truncated book is reported as damaged.
    fs::remove_file(folder.join("a.book")).unwrap();
    total(folder, "import shipped a.book");
    let book = fs::read(folder.join("a.book")).unwrap();
    for length in [1000, 5000] {
        fs::write(folder.join("a.book"), &book[..length]).unwrap();
        refuses_in(folder, "book info a.book", &["a.book", "offset"]);
    }
}
