//! On Ctrl-C, every long command exits with status 130 and marks its last JSON object.
//!
//! Commands that finish before a signal can reach them are not listed: `eval` of a position, `proof
//! show`, `completions`, `manual`, `tree --list-games`, `lab ratings`, `db search`, `moves`,
//! `show`, `players`, `alias`, `export` and `stats`, `practice stats` and `remove`, `book info`,
//! `show`, `export`, `import`, `merge`, `verify`, `stats`, `diff`, `fix` and `prune`. `gtp`,
//! `nboard` and `serve` end with status 0, because a signal is the usual way to stop them. `train
//! network` has its own tests, because it is slow in a debug build.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Folder, Words, folder_with_games, interrupt, json_in};

// Command lines, each with the file that it must not write when interrupted.

const SEARCHES: &str = "
    perft 40
    hint start --level 60
    solve start
    solve -
    solve start --proof own.proof => own.proof
    analyze WTH_1980.wtb --level 60 --html own.html => own.html
    analyze - --level 60
    analyze WTH_1980.wtb --all --level 60
    tree start --depth 40
    lab savings start --depth 60 --nodes 1000000000000
    lab algorithms start --depth 60 --nodes 1000000000000
    bench
    bench --features --depth 20";

const GAMES: &str = "
    match outflank@30 outflank@30 --games 1000
    match outflank@1 outflank@2 --openings -
    lab predict WTH_1980.wtb --level 40
    lab people WTH_1980.wtb --level 40 --to losses.json => losses.json
    convert - own.ggf => own.ggf
    practice puzzles WTH_1980.wtb --count 10000 --level 40
    practice guess WTH_1980.wtb
    play --level 60 --color white
    practice add tiger --level 60 --db own.db
    practice ask --db cards.db
    db import - --db own.db
    db analyze start --level 60 --db cards.db
    db umigame start --level 60 --db cards.db";

const TRAINING: &str = "
    train selfplay --to new.games --games 1000000 --depth 10
    train label own.games --to new.positions --depth 30
    train weights own.games --to new.weights --passes 1000000 --patience 1000000
    train human WTH_1980.wtb --to new.human --epochs 1000 => new.human
    train probcut WTH_1980.wtb --to fitted.weights --depth 20 --exact 26 => fitted.weights
    train textbook phased --to new.toml --iterations 1000000";

const BOOKS: &str = "
    book grow own.book --level 30
    book add own.book WTH_1980.wtb --level 30
    book deepen known.book --level 40";

/// Long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

#[test]
fn searches_are_interrupted() {
    check_all(SEARCHES, &folder());
}

#[test]
fn commands_on_games_are_interrupted() {
    let folder = folder();
    let cards = "practice add tiger --level 1 --plies 2 --db cards.db";
    json_in(cards, &folder);
    check_all(GAMES, &folder);
}

#[test]
fn training_is_interrupted() {
    let folder = folder_with_games();
    folder.copy_games(1980);
    check_all(TRAINING, &folder);
}

#[test]
fn commands_on_books_are_interrupted() {
    let folder = folder();
    json_in("book grow known.book --level 1 --positions 20", &folder);
    check_all(BOOKS, &folder);
}

/// Returns a folder with one year's games.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.copy_games(1980);
    folder
}

fn check_all(cases: &str, folder: &Path) {
    for case in cases.lines().filter(|case| !case.is_empty()) {
        let (command, unwanted) = case.split_once(" => ").unwrap_or((case, "none"));
        check_interrupt(command, folder);
        assert!(!folder.join(unwanted).exists(), "{case}");
    }
}

/// Interrupts a command soon after its start.
fn check_interrupt(command: &str, folder: &Path) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(command.words())
        .arg("--json")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    while !catches_interrupts(&child) {
        assert_eq!(child.try_wait().unwrap(), None, "{command} ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "{command} ended");
    let since = Instant::now();
    interrupt(&child);
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("{command} still runs after {TIMEOUT:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    println!("{command}: {:.2} s", since.elapsed().as_secs_f64());
    let text = reader.join().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{command}: {text}");
    let last: Value = serde_json::from_str(text.lines().last().unwrap_or_default())
        .unwrap_or_else(|error| panic!("{command}: {text}: {error}"));
    assert_eq!(last["incomplete"], true, "{command}: {text}");
}

/// Returns whether a process has a handler for SIGINT.
fn catches_interrupts(child: &Child) -> bool {
    const SIGINT: u32 = 2;
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    caught.is_some_and(|bits| bits >> (SIGINT - 1) & 1 == 1)
}
