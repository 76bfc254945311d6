//! `outflank practice`, `puzzles`, `guess` and `db umigame`.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

use std::path::Path;

use outflank_othello::{Game, Position, Shape};
use serde_json::Value;

use crate::common::client::Client;
use crate::common::{
    self, Folder, as_array, as_f64, as_str, as_u64, has, json_in, outflank, schema, shows, stderr,
    stdout, workspace,
};

fn games() -> String {
    let path = workspace().join("testdata/wthor/WTH_1980.wtb");
    path.to_str().unwrap().to_owned()
}

fn run(folder: &Path, command: &str) -> Vec<Value> {
    json_in(command, folder)
}

/// Runs a command with lines of input.
fn answer(folder: &Path, command: &str, input: &str) -> Vec<Value> {
    let output = outflank(command)
        .arg("--json")
        .current_dir(folder)
        .write_stdin(input)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    schema::parse_lines(command, &stdout(&output))
}

#[test]
fn puzzles_depend_on_the_seed_and_include_the_line_to_them() {
    let folder = &Folder::new();
    let puzzles = format!("practice puzzles {} --count 12 --empties 4-7", games());
    let command = format!("{puzzles} --margin 6 --unseen-by none --seed 3");
    let lines = run(folder, &command);
    let (total, puzzles) = lines.split_last().unwrap();
    assert_eq!((&total["puzzles"], puzzles.len()), (&12.into(), 12));
    for puzzle in puzzles {
        assert!(
            as_f64(&puzzle["score"]) - as_f64(&puzzle["second_score"]) >= 6.0,
            "{puzzle}"
        );
        let game = Game::from_transcript(Shape::STANDARD, as_str(&puzzle["line"])).unwrap();
        assert_eq!(game.position().to_string(), as_str(&puzzle["position"]));
    }
    // The result is the same on any number of threads.
    assert_eq!(run(folder, &format!("{command} --threads 1")), lines);
}

#[test]
fn the_lines_of_an_opening_follow_the_book() {
    let folder = &Folder::new();
    let known = run(folder, "book show shipped f5");
    let (best, worst) = (&known[0], &known[2]);
    let judged = |options: &str| {
        let database = format!("--db {}.db", options.len());
        let add = "practice add f5 --side white --plies 4 --level 1";
        let added = run(folder, &format!("{add}{options} {database}"));
        let asked = format!("practice ask --count 1 {database}");
        let input = format!("{}\n", as_str(&worst["move"]));
        let asked = answer(folder, &asked, &input);
        let judged = asked.into_iter().find(|line| line["right"].is_boolean());
        (as_u64(&added[0]["positions"]), judged.unwrap())
    };
    let (positions, with) = judged("");
    assert!(positions >= 3, "{positions} positions");
    assert_eq!(with["answers"][0], best["move"]);
    for (field, of) in [("best_score", best), ("score", worst)] {
        assert_eq!(with[field].as_f64(), of["score"].as_f64(), "{with}");
    }
    let (_, without) = judged(" --book off");
    assert_ne!(without["score"], with["score"]);
}

#[test]
fn a_damaged_book_adds_no_cards() {
    let folder = &Folder::new();
    run(folder, "book import shipped own.book");
    let mut bytes = std::fs::read(folder.join("own.book")).unwrap();
    // Damages the pages, some of which are read only when a position is looked up.
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0x5a);
    std::fs::write(folder.join("own.book"), bytes).unwrap();
    let add = "practice add f5 --level 1 --book own.book";
    let output = common::run_in(add, folder);
    assert_eq!(output.status.code(), Some(2));
    shows(&stderr(&output), &["own.book", "checksum"]);
    let decks = &run(folder, "practice stats")[0]["decks"];
    assert_eq!(decks.as_array().map(Vec::len), Some(0), "{decks}");
}

#[test]
fn a_theme_without_puzzles_is_a_negative_answer() {
    let folder = &Folder::new();
    let arguments = format!("practice puzzles {} --empties 4 --margin 64", games());
    let text = stdout(&common::run_in(&arguments, folder));
    shows(&text, &["all games have been tried"]);
    let output = common::run_in(format!("{arguments} --json"), folder);
    assert_eq!(output.status.code(), Some(1));
    let total: Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!(total["puzzles"], 0);
}

#[test]
fn an_opening_is_learned_asked_and_remembered() {
    let folder = &Folder::new();
    let add = "practice add tiger --side black --plies 3 --level 2";
    let added = &run(folder, add)[0];
    assert_eq!(added["deck"], "tiger");
    assert!(as_u64(&added["added"]) >= 1);
    let again = &run(folder, add)[0];
    // The replies were scored too.
    assert_eq!(again["added"], 0);
    assert!(again["reused"].as_u64() >= again["positions"].as_u64());

    // An illegal answer is refused and asked again; a worse move is wrong.
    let asked = answer(folder, "practice ask --count 1", "a1\nz1\n\n");
    let question = &asked[0]["question"];
    assert_eq!(question["opening"], "Tiger");
    assert!(asked[1]["error"].is_string() && asked[2]["error"].is_string());
    assert_eq!(asked[3]["answers"], 0);
    let position = as_str(&question["position"]).to_owned();
    let position = Position::parse_obf(&position, Shape::STANDARD).unwrap();
    let mut stats = run(folder, "practice stats");
    assert_eq!(stats[0]["decks"][0]["answers"], 0);

    let mut answers = 0;
    let mut right = 0;
    for square in position.legal_moves() {
        let ask = "practice ask --new 1 --count 1";
        let asked = answer(folder, ask, &format!("{square}\n"));
        let Some(judged) = asked.iter().find(|line| line["right"].is_boolean()) else {
            break;
        };
        answers += 1;
        right += u64::from(judged["right"] == true);
        let is_right = as_array(&judged["answers"]).contains(&judged["answer"]);
        assert_eq!(judged["right"], is_right);
        assert!(as_f64(&judged["days"]) > 0.0);
    }
    stats = run(folder, "practice stats");
    let deck = &stats[0]["decks"][0];
    has!(deck; "answers": answers, "right": right);
    // The cards just answered are not yet due.
    assert_eq!(deck["due"], 0);
    assert_eq!(as_u64(&deck["new"]) + answers, as_u64(&deck["cards"]));

    let removed = run(folder, "practice remove tiger");
    assert_eq!(removed[0]["cards"], deck["cards"]);
    let output = common::run_in("practice remove tiger", folder);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn puzzles_are_kept_asked_and_counted_by_theme() {
    let folder = &Folder::new();
    let puzzles = format!("practice puzzles {} --count 2", games());
    let made = run(folder, &format!("{puzzles} --empties 4-8 --deck endgames"));
    assert_eq!(made[2]["kept"], 2);
    let asked = answer(folder, "practice ask --deck endgames --count 1", "\n");
    let position = &asked[0]["question"]["position"];
    let puzzle = made.iter().find(|puzzle| puzzle["position"] == *position);
    let puzzle = puzzle.unwrap();
    let solution = as_str(&puzzle["move"]);
    let judged = answer(folder, "practice ask --count 1", &format!("{solution}\n"));
    has!(judged[1]; "right": true, "themes": puzzle["themes"]);
    let stats = run(folder, "practice stats");
    let themes = as_array(&stats[0]["themes"]);
    let solved: u64 = themes.iter().map(|theme| as_u64(&theme["solved"])).sum();
    assert_eq!(solved, as_array(&puzzle["themes"]).len() as u64);
}

#[test]
fn guesses_get_points_by_their_loss() {
    let folder = &Folder::new();
    let game = "f5d6c3d3c4f4f6f3e6e7d7g6";
    let review = run(folder, &format!("analyze {game} --level 4"));
    let (total, moves) = review.split_last().unwrap();
    let late = moves.iter().filter(|mv| mv["ply"].as_u64() >= Some(9));
    let late: Vec<&Value> = late.collect();
    // The moves of the game are guessed.
    let input = late.iter().map(|mv| format!("{}\n", as_str(&mv["move"])));
    let guess = format!("practice guess {game} --level 4");
    let lines = answer(folder, &guess, &input.collect::<String>());
    let guesses = lines.iter().filter(|line| line["guess"].is_string());
    let guesses: Vec<&Value> = guesses.collect();
    assert_eq!(guesses.len(), late.len());
    for (guess, reviewed) in guesses.iter().zip(&late) {
        assert_eq!(guess["loss"], reviewed["loss"]);
        let points = (10.0 - as_f64(&reviewed["loss"]).round()).max(0.0);
        assert_eq!(guess["points"].as_f64(), Some(points));
    }
    let sum = lines.last().unwrap();
    has!(sum; "matched": sum["guesses"], "points": sum["played_points"]);
    // The review counts winning and losing moves, and each position's safe ones.
    let sum = |choices: &Value| -> u64 {
        let counts = ["winning", "drawing", "losing"].map(|name| as_u64(&choices[name]));
        counts.iter().sum()
    };
    for choices in moves.iter().map(|reviewed| &reviewed["choices"]) {
        assert_eq!(sum(choices), as_u64(&choices["legal"]));
        assert!(as_u64(&choices["safe"]) >= 1);
    }
    let [black, white] = ["black", "white"].map(|side| sum(&total[side]["choices"]));
    assert_eq!(black + white, moves.len() as u64);
}

#[test]
fn umigame_numbers_reuse_what_is_stored() {
    let folder = &Folder::new();
    run(folder, &format!("db import {}", games()));
    let command = "db umigame tiger --plies 4 --loss 1 --level 2";
    let first = run(folder, command);
    let total = first.last().unwrap();
    has!(total; "plies": 4, "complete": true, "reused": 0, "unknown": 0);
    // White moves: the sum for Black, the least for White.
    let moves = &first[..first.len() - 1];
    let black: u64 = moves.iter().map(|mv| as_u64(&mv["black"])).sum();
    assert_eq!(total["black"]["lines"], black);
    let white = moves.iter().map(|mv| as_u64(&mv["white"])).min();
    assert_eq!(total["white"]["lines"].as_u64(), white);
    let again = run(folder, command);
    let reused = &again.last().unwrap()["reused"];
    assert_eq!(reused, &total["scored"]);
    // Without a search the stored scores give the same numbers.
    let stored = run(folder, "db umigame tiger --plies 4 --loss 1 --stored");
    let stored = stored.last().unwrap();
    has!(stored; "black": total["black"], "white": total["white"]);
    // For one more ply there are no scores.
    let longer = run(folder, "db umigame tiger --plies 5 --loss 1 --stored");
    let longer = longer.last().unwrap();
    assert!(as_u64(&longer["unknown"]) > 0);
    assert_eq!(longer["complete"], false);
}

#[test]
fn a_killed_session_keeps_its_answers() {
    let folder = &Folder::new();
    run(
        folder,
        "practice add tiger --side white --plies 3 --level 2",
    );
    let mut client = Client::start_in(folder, "practice ask --json");
    let question: Value = serde_json::from_str(&client.line()).unwrap();
    let position = as_str(&question["question"]["position"]);
    let position = Position::parse_obf(position, Shape::STANDARD).unwrap();
    let square = position.legal_moves().first().unwrap();
    client.say(&square.to_string());
    let judged: Value = serde_json::from_str(&client.line()).unwrap();
    // While the next question waits.
    drop(client);
    let deck = &run(folder, "practice stats")[0]["decks"][0];
    assert_eq!(deck["answers"], 1);
    assert_eq!(deck["right"], u64::from(judged["right"] == true));
}
