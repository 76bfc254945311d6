//! The JSON lines of every command and the generated reference.
//!
//! Every test that reads JSON lines also validates them. The runs here cover all commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{folder_with_games, json_in, outflank, schema, stderr, workspace};
use crate::documents::rewriting_program;

/// Commands to run with JSON output, in this order, in a folder with `own.games`.
const RUNS: &[&str] = &[
    "perft 3",
    "lab people WTH_1977.wtb --since 1977 --sides 1 --level 1",
    "hint f5 --depth 2",
    "hint f5 --depth 3 --watch",
    "hint start --board 6x6 --evaluation phased --depth 2",
    "analyze f5d6c3d3 --depth 2",
    "eval f5d6 --instances",
    "eval f5d6 --against f5d6c3 --instances",
    "solve start --board 4x4",
    "solve start --board 4x4 --wld",
    "solve start --board 4x4 --all-moves",
    "solve start --board 4x4 --proof own.proof",
    "proof show own.proof",
    "solve start --depth 2",
    "tree --expr MIN(3,MAX(5,a)) --json-nodes",
    "tree --list-games",
    "completions bash",
    "manual man",
    "match textbook:discs@1 random --games 2",
    "match textbook:discs@1 random --sprt 0,50 --games 2",
    "convert WTH_1977.wtb games.ggf",
    "book grow own.book --board 6x6 --positions 40 --level 2",
    "book info own.book",
    "book show own.book start",
    "book stats own.book",
    "book verify own.book",
    "book deepen own.book --board 6x6 --level 3",
    "book fix own.book --board 6x6 --level 2",
    "book prune own.book --board 6x6 --max-cost 4",
    "book export own.book book.csv",
    "book add games.book games.ggf --plies 3 --level 1",
    "book export games.book book.txt",
    "book import book.txt other.book",
    "book diff games.book other.book",
    "book merge games.book other.book --to merged.book",
    "db import games.ggf",
    "db stats",
    "db search --limit 2",
    "db show 1",
    "db moves f5",
    "db players --limit 2",
    "db export games.sgf",
    "db analyze 1 --level 1",
    "db analyze f5 --level 1",
    "db umigame f5d6 --plies 2 --level 1",
    "practice puzzles WTH_1977.wtb --count 1 --deck endgames",
    "practice add f5d6c3 --plies 2 --level 1",
    "practice ask",
    "practice stats",
    "practice remove f5d6c3",
    "practice guess f5d6c3d3c4f4f6f3e6e7 --level 1",
    "train selfplay --to more.games --games 2 --depth 1 --exact 4",
    "train label own.games --to own.positions --shard-size 20 --limit 20 --depth 2",
    "eval --scored own.positions",
    "train weights own.games --to own.weights --passes 2",
    "train network own.games --to own.network --width 16 --batch 256 --epochs 1",
    "train probcut own.games --weights own.weights --to fitted.weights --positions 200 --depth 4",
    "train textbook phased --to tuned.toml --iterations 1 --games-per-iteration 2",
    "lab savings --game tic-tac-toe@a1,b2 --depth 3",
    "lab algorithms --game tic-tac-toe@a1,b2 --depth 3",
    "train human WTH_1977.wtb --to own.human",
    "lab ratings WTH_1977.wtb",
    "lab predict WTH_1977.wtb --every 500 --level 1",
];

/// Commands that other tests run: `bench` takes long, `play` and `serve` need a client, and names
/// for `db alias` contain spaces.
const ELSEWHERE: [&str; 4] = ["bench", "db alias", "play", "serve"];

/// Runs the program to write the reference.
fn generate(format: &str, folder: &Path) {
    let folder = folder.to_str().expect("a path");
    let output = outflank(format!("manual {folder} --format {format}")).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", stderr(&output));
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (
            name.into_owned(),
            fs::read_to_string(&path).expect("a text"),
        )
    };
    let mut files: Vec<_> = paths.filter(|path| path.is_file()).map(read).collect();
    files.sort();
    files
}

fn page() -> String {
    fs::read_to_string(workspace().join("docs/reference/json.md")).expect("a page")
}

/// Returns the commands that print no total, as listed on the page.
fn commands_without_total() -> Vec<String> {
    let page = page();
    let (_, list) = page.split_once("print no such object:").expect("a list");
    let (list, _) = list.split_once(".\n").expect("the end of the list");
    let quoted = list.split('`').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// Returns whether a command line begins with the words of `form`, where POSITION stands for any
/// argument except an option.
fn has_form(words: &[&str], form: &str) -> bool {
    let form: Vec<&str> = form.split(' ').collect();
    form.len() <= words.len()
        && form.iter().zip(words).all(|(form, word)| match *form {
            "POSITION" => !word.starts_with('-'),
            form => form == *word,
        })
}

#[test]
fn the_page_on_json_links_every_schema() {
    let page = page();
    for (name, _) in files(&schema::folder()) {
        assert!(page.contains(&format!("](json/{name})")), "{name}");
    }
}

#[test]
fn every_command_prints_lines_that_match_its_schema() {
    let folder = folder_with_games();
    folder.copy_games(1977);
    let without_total = commands_without_total();
    for run in RUNS {
        let words: Vec<&str> = run.split(' ').collect();
        let lines = json_in(&words, &folder);
        let (last, others) = lines.split_last().expect(run);
        let has_total = !without_total.iter().any(|form| has_form(&words, form));
        assert_eq!(last["total"] == true, has_total, "{run}: {last}");
        let early = others.iter().find(|line| line["total"] == true);
        assert!(early.is_none(), "{run}: {early:?}");
    }
    let names = files(&schema::folder()).into_iter();
    let names = names.map(|(name, _)| name.trim_end_matches(".json").replace('-', " "));
    let is_run = |name: &str| {
        RUNS.iter()
            .any(|run| run.replace('-', " ").starts_with(name))
    };
    let names = names.filter(|name| !ELSEWHERE.contains(&name.as_str()));
    let missing: BTreeSet<String> = names.filter(|name| !is_run(name)).collect();
    assert!(missing.is_empty(), "not run: {missing:?}");
}

#[test]
fn the_committed_schemas_are_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    generate("json-schema", folder.path());
    if rewriting_program().is_some() {
        fs::remove_dir_all(schema::folder()).expect("the schemas are removed");
        generate("json-schema", &schema::folder());
    }
    let (generated, committed) = (files(folder.path()), files(&schema::folder()));
    assert!(generated == committed, "out of date: run `make documents`");
}

#[test]
fn the_committed_command_reference_is_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    generate("markdown", folder.path());
    let reference = workspace().join("docs/reference");
    if rewriting_program().is_some() {
        generate("markdown", &reference);
    }
    let read = |folder: &Path| fs::read_to_string(folder.join("commands.md")).expect("a page");
    let is_current = read(folder.path()) == read(&reference);
    assert!(is_current, "out of date: run `make documents`");
}
