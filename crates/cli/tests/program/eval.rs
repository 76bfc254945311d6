//! `outflank eval`. The tests of `train label` cover `--scored`.

use crate::common::{
    self, Words, as_array, as_f64, as_str, has, json, refuses, refuses_each, shows, stdout,
};
use outflank_engine::Score;
use outflank_engine::evaluation::Evaluation;
use outflank_othello::notation::parse_position;
use outflank_othello::{Position, Shape};
use serde_json::Value;

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

fn number(object: &Value, field: &str) -> f64 {
    as_f64(&object[field])
}

fn terms(object: &Value) -> &[Value] {
    as_array(&object["terms"])
}

fn sum(terms: &[Value], field: &str) -> f64 {
    terms.iter().map(|term| number(term, field)).sum()
}

/// Evaluates a position for its mover, in discs.
fn value(position: &Position) -> f64 {
    let value = Evaluation::shipped().value(position).unwrap();
    Score::from_units(value, false).discs()
}

fn position(text: &str) -> Position {
    parse_position(text, Shape::STANDARD).unwrap()
}

#[test]
fn every_evaluation_lists_its_terms() {
    let lines = json("eval f5d6c3");
    let names = lines.iter().map(|line| as_str(&line["evaluation"]));
    let names: Vec<&str> = names.collect();
    let all = ["patterns", "discs", "phased", "components", "positional"];
    assert_eq!(names, all);
    for line in &lines[1..] {
        let difference = sum(terms(line), "contribution") - number(line, "total");
        assert!(difference.abs() < 1e-9, "{line}");
    }
    let phased = json("eval start --evaluation phased");
    has!(phased[0]; "stage": "opening", "total": 0.0);
    // Other shapes have only the textbook evaluations.
    let small = json("eval start --board 6x6");
    assert_eq!(small.len(), 4);
    assert_eq!(small[0]["evaluation"], "discs");
}

#[test]
fn the_pattern_terms_sum_to_the_evaluation() {
    let [line] = &json(format!("eval {GAME} --evaluation patterns"))[..] else {
        panic!("one line");
    };
    assert_eq!(line["mover"], "black");
    assert_eq!(number(line, "total"), value(&position(GAME)));
    assert_eq!(sum(terms(line), "share"), number(line, "total"));
    let is_instance = |term: &&Value| !term["squares"].is_null();
    let (instances, others): (Vec<_>, Vec<_>) = terms(line).iter().partition(is_instance);
    assert_eq!((instances.len(), others.len()), (62, 4));
    let (interplay, counts) = others.split_last().unwrap();
    assert_eq!(interplay["name"], "interplay");
    assert!(interplay["count"].is_null());
    let expected = [("moves", 11), ("replies", 11), ("discs", 14)];
    for (count, (name, number)) in counts.iter().zip(expected) {
        has!(count; "name": name, "count": number, "squares": null, "discs": null);
    }
    let squares = serde_json::json!("a4 b4 c4 d4 e4 f4 g4 h4".words());
    let line_4 = instances.iter().find(|term| term["squares"] == squares);
    has!(line_4.unwrap(); "name": "line 4", "discs": "--XXOO--");
}

#[test]
fn the_text_shows_sums_squares_and_instances() {
    let eval = format!("eval {GAME} --evaluation patterns");
    let text = |more: &str| common::text((&eval, more));
    let short = text("");
    let heading = "patterns, 14 discs, between the weights of 12 and 16";
    shows(&short, &[heading, "seen from Black"]);
    let is_heading = |line: &&str| line.trim_start().starts_with("term");
    let rows = short.lines().skip_while(|line| !is_heading(line));
    let rows = rows.skip(1).take_while(|line| !line.is_empty());
    let shares = rows.map(|line| line.words().last().unwrap().parse().unwrap());
    let shares: Vec<f64> = shares.collect();
    let (total, shares) = shares.split_last().unwrap();
    assert_eq!(shares.len(), 19);
    let is_sorted = shares.is_sorted_by(|one, other| one.abs() >= other.abs());
    assert!(is_sorted, "{short}");
    assert!((shares.iter().sum::<f64>() - total).abs() < 0.1);
    // The values on the board add up to the total above it.
    let (_, squares) = short.split_once("by square:").unwrap();
    let (heading, board) = squares.split_once('\n').unwrap();
    let expected: f64 = heading.words().last().unwrap().parse().unwrap();
    let rows = board.lines().skip(1);
    let words = rows.flat_map(|row| row.words().into_iter().skip(1));
    let squares: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
    assert_eq!(squares.len(), 64);
    let sum: f64 = squares.iter().sum();
    assert!((sum - expected).abs() < 0.33, "{short}");

    let long = text("--instances");
    let rest = long.strip_prefix(short.trim_end()).unwrap();
    assert_eq!(rest.trim().lines().count(), 2 + 62, "{rest}");
    shows(rest, &["a4 b4 c4 d4 e4 f4 g4 h4", "--XXOO--"]);
}

#[test]
fn differences_are_seen_from_the_mover_of_the_first_position() {
    let next = format!("{GAME}d7");
    let lines = json(format!("eval {GAME} --against {next}"));
    let names: Vec<&str> = lines.iter().map(|l| as_str(&l["evaluation"])).collect();
    assert_eq!(names, ["patterns", "discs", "phased", "components"]);
    for line in &lines {
        has!(line; "mover": "black", "against_mover": "white");
        for field in ["before", "after", "change"] {
            let difference = sum(terms(line), field) - number(line, field);
            assert!(difference.abs() < 1e-9, "{line}");
        }
    }
    let patterns = &lines[0];
    assert_eq!(number(patterns, "before"), value(&position(GAME)));
    assert_eq!(number(patterns, "after"), -value(&position(&next)));
    assert!(patterns["instances"].is_null());
    // Black has six discs against eight, then nine against six.
    let discs = ["before", "after"].map(|field| number(&lines[1], field));
    assert_eq!(discs, [-2.0, 3.0]);

    // With the same side to move, signs stay the same.
    let later = format!("{GAME}d7b4");
    let arguments = format!("eval {GAME} --against {later} --evaluation patterns --instances");
    let [line] = &json(&arguments)[..] else {
        panic!("one line");
    };
    assert_eq!(number(line, "after"), value(&position(&later)));
    let instances = as_array(&line["instances"]);
    assert_eq!(instances.len(), 62);
    let others = ["moves", "replies", "discs", "interplay"];
    let is_other = |term: &Value| others.contains(&as_str(&term["name"]));
    let mut of_patterns = terms(line).to_vec();
    of_patterns.retain(|term| !is_other(term));
    assert_eq!(sum(instances, "change"), sum(&of_patterns, "change"));

    let text = stdout(&common::run(&arguments));
    assert!(text.contains("Black is to move in both"), "{text}");
    let text = stdout(&common::run(format!("eval {GAME} --against {next}")));
    shows(&text, &["White is to move, so values are negated"]);
}

#[test]
fn a_position_equals_itself() {
    for board in ["8x8", "6x6"] {
        for line in json(["eval", "start", "--against", "start", "--board", board]) {
            assert_eq!(number(&line, "change"), 0.0, "{line}");
            let mut terms = terms(&line).iter();
            assert!(terms.all(|term| number(term, "change") == 0.0));
        }
    }
}

#[test]
fn a_board_may_begin_with_an_empty_square() {
    let board = position(GAME).to_string();
    assert!(board.starts_with('-'));
    let by_board = json(["eval", &board, "--evaluation", "patterns"]);
    assert_eq!(by_board, json(format!("eval {GAME} --evaluation patterns")));
    let itself = ["eval", &board, "--against", &board];
    let lines = json((itself, "--evaluation patterns"));
    assert_eq!(number(&lines[0], "change"), 0.0);
}

#[test]
fn the_default_network_can_be_given_as_weights() {
    let weights = "crates/network-weights/8x8.network";
    let eval = format!("eval {GAME} --evaluation patterns");
    assert_eq!(json(format!("{eval} --weights {weights}")), json(&eval));
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    let nothing = ["eval", "start", "--against", ""];
    refuses(nothing, "", &["--against", "transcript"]);
    refuses_each(
        "
        eval f5z9 => z9
        eval start --against f5z9 => --against | z9 | column 3
        eval start --evaluation luck => luck | patterns | phased
        eval start --evaluation phased --parameters Cargo.toml => Cargo.toml | line | stage
        eval start --parameters Cargo.toml => evaluation
        eval start --evaluation patterns --parameters Cargo.toml => \
            --parameters | textbook | --weights
        eval start --evaluation discs --instances => --instances | patterns
        eval start --evaluation discs --weights Cargo.toml => --weights | patterns
        eval start --weights Cargo.toml => Cargo.toml | not weights
        eval start --weights missing => missing | No such file
        eval start --against f5 --evaluation positional => positional | --against
        eval --against f5 => POSITION
        eval --scored x --against f5 => cannot be used
        eval --scored x --instances => cannot be used",
    );
    for board in ["6x6", "9x8", "8x8-a1"] {
        refuses_each(&format!(
            "
            eval start --board {board} --evaluation patterns => \
                patterns | {board} | expected 8x8
            eval start --board {board} --instances => --instances | 8x8",
        ));
    }
}
