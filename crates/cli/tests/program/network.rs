//! Commands that accept the file of a network in place of weights.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use outflank_engine::evaluation::network::{BUCKETS, COUNTS_OF_DISCS, HIDDEN};
use outflank_engine::evaluation::{
    Evaluation, Features, HeadWeights, Network, NetworkWeights, PatternSet,
};
use outflank_engine::{Score, Tier};
use outflank_othello::notation::parse_position;
use outflank_othello::{Position, Shape};
use serde_json::Value;

use crate::common::{self, Folder, Words, as_array, as_f64};

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

/// Creates a network with regular weights, which compress well.
fn network() -> Network {
    let width = 16;
    let pairs = width / 2;
    let row = |number: usize| (number % 37) as i8 - 18;
    let head = |bucket: usize| HeadWeights {
        hidden: (0..HIDDEN * pairs).map(|n| (n % 23) as i8 - 11).collect(),
        hidden_bias: vec![1_000; HIDDEN],
        output: (0..HIDDEN).map(|neuron| 8 * neuron as i16 - 60).collect(),
        skip: (0..pairs).map(|pair| 6 * pair as i16 - 20).collect(),
        output_bias: 500 * bucket as i32,
    };
    let parts = NetworkWeights {
        width,
        rows: (0..PatternSet::standard().kinds() * width)
            .map(row)
            .collect(),
        bias: vec![100; width],
        heads: (0..BUCKETS).map(head).collect(),
        parity_bias: vec![0; COUNTS_OF_DISCS],
    };
    Network::new("by a rule", parts).unwrap()
}

/// Runs a command in a folder and returns its JSON lines.
fn run(directory: &Path, arguments: impl Words) -> Vec<Value> {
    common::json_in(arguments, directory)
}

/// Creates a folder with the network in `own.network`.
fn directory() -> Folder {
    let directory = Folder::new();
    let bytes = network().to_bytes(1).unwrap();
    std::fs::write(directory.join("own.network"), bytes).unwrap();
    directory
}

/// Returns the value of a position by the network.
fn value(position: &Position) -> i32 {
    let board = position.widened_board();
    network().value_of(&Features::new(PatternSet::standard(), board).unwrap())
}

#[test]
fn the_terms_sum_to_the_value_of_the_network() {
    let directory = directory();
    let eval = format!("eval {GAME} --evaluation patterns");
    let lines = run(&directory, (&eval, "--weights own.network"));
    let position = parse_position(GAME, Shape::STANDARD).unwrap();
    let value = value(&position);
    let total = as_f64(&lines[0]["total"]);
    assert_eq!(total, Score::from_units(value, false).discs());
    let terms = as_array(&lines[0]["terms"]);
    let share = |term: &Value| as_f64(&term["share"]);
    assert_eq!(terms.iter().map(share).sum::<f64>(), total);
    let (interplay, others) = terms.split_last().unwrap();
    assert_eq!(interplay["name"], "interplay");
    assert!(interplay["squares"].is_null() && interplay["count"].is_null());
    let tables = Evaluation::linear().weights().to_bytes(1).unwrap();
    std::fs::write(directory.join("own.weights"), tables).unwrap();
    let linear = run(&directory, (&eval, "--weights own.weights"));
    assert_eq!(as_array(&linear[0]["terms"])[..], *others);

    let file = directory.file("own.network");
    let arguments = format!("{eval} --weights {file}");
    let text = common::stdout(&common::run(&arguments));
    let mut lines = text.lines().map(Words::words);
    let line = lines.find(|line| line.join(" ").starts_with("interplay all together "));
    let shown: f64 = line.unwrap()[3].parse().unwrap();
    assert!((shown - share(interplay)).abs() <= 0.005, "{text}");
}

#[test]
fn searches_use_the_network() {
    let directory = directory();
    let given = "--weights own.network";
    let hint = format!("hint {GAME} --depth 1");
    let shown = &run(&directory, (&hint, given))[0]["score"];
    let position = parse_position(GAME, Shape::STANDARD).unwrap();
    let moves = position.legal_moves().into_iter();
    let after = moves.map(|square| position.play(square).unwrap());
    let best = after.map(|position| -value(&position)).max().unwrap();
    // Printed to hundredths or finer.
    let difference = shown.as_f64().unwrap() - Score::from_units(best, false).discs();
    assert!(difference.abs() <= 0.005, "{shown}");

    let nodes = |more: &str| {
        let solve = format!("solve {GAME} --depth 8 --threads 1 {more}");
        run(&directory, solve)[0]["nodes"].as_u64().unwrap()
    };
    let expected = nodes(given);
    assert_ne!(
        nodes(""),
        expected,
        "the shipped weights search other nodes"
    );
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        assert_eq!(nodes(&format!("{given} --tier {tier}")), expected);
    }
}

#[test]
fn the_error_model_is_stored_in_the_network_file() {
    let directory = directory();
    let games = "train selfplay --to own.games --games 300 --depth 1 --exact 8 --chance 10";
    run(&directory, games);
    let fit = "train probcut own.games --weights own.network --to new.network";
    let lines = run(&directory, (fit, "--positions 300 --depth 4 --exact 8"));
    let read = std::fs::read(directory.join("new.network")).unwrap();
    let evaluation = Evaluation::from_bytes(&read).unwrap();
    let fitted = evaluation.network().unwrap();
    let (new, old) = (fitted.parts(), network().parts());
    // The parity bias is added for the mover of positions with odd and with even numbers of
    // empties.
    for first in [0, 1] {
        let of_parity = new.parity_bias.iter().skip(first).step_by(2);
        let changed = of_parity.filter(|&&bias| bias != 0).count();
        assert!(changed > 20, "{:?}", new.parity_bias);
    }
    let parity_bias = old.parity_bias.clone();
    assert_eq!(NetworkWeights { parity_bias, ..new }, old);
    assert_eq!(fitted.description(), "by a rule");
    assert_ne!(fitted.errors(), network().errors());
    let shown = &lines.last().unwrap()["midgame"];
    let fitted = fitted.errors().midgame.map(f64::from);
    let mut pairs = as_array(shown).iter().zip(fitted);
    assert!(pairs.all(|(a, b)| (as_f64(a) - b).abs() < 1e-4));
}

#[test]
fn broken_networks_are_rejected() {
    let directory = directory();
    let file = directory.file("own.network");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.truncate(bytes.len() - 9);
    std::fs::write(&file, &bytes).unwrap();
    let eval = format!("eval {GAME} --weights {file}");
    common::refuses(&eval, "", &["own.network", "damaged network"]);
    let engine = format!("outflank={file}@1");
    let players = format!("match {engine} outflank@1 --games 2");
    common::refuses(players, "", &["own.network", "damaged network"]);
}
