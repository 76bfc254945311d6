//! `outflank train probcut`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common::{Folder, as_array, as_f64, as_u64, json_in, refuses, refuses_each};
use outflank_engine::evaluation::{Evaluation, Weights};

#[test]
fn a_model_is_fitted_and_stored_in_the_weights() {
    let directory = Folder::new();
    let run = |arguments: &str| json_in(arguments, &directory);
    run("train selfplay --to own.games --games 600 --depth 1 --exact 8 --chance 10 --random 4-30");
    let weights = Evaluation::linear().weights();
    let bytes = weights.to_bytes(1).unwrap();
    std::fs::write(directory.join("tables.weights"), bytes).unwrap();
    let fit = |to: &str, threads: &str| {
        run(&format!(
            "train probcut own.games --weights tables.weights --to {to} --positions 500 --depth 4 --exact 10 --threads {threads}"
        ))
    };
    let lines = fit("a.weights", "1");
    let (total, pairs) = lines.split_last().unwrap();
    assert_eq!(total["positions"], 500);
    assert!(pairs.iter().any(|pair| pair["endgame"] == false));
    assert!(pairs.iter().all(|pair| {
        let number = |name: &str| as_f64(&pair[name]);
        number("depth") > number("shallow") && number("model") > 0.0
    }));
    // The model does not depend on the number of threads.
    fit("b.weights", "2");
    let read = |name: &str| std::fs::read(directory.join(name)).unwrap();
    assert_eq!(read("a.weights"), read("b.weights"));

    let fitted = Weights::from_bytes(&read("a.weights")).unwrap();
    // The patterns are unchanged; the weight of the side to move changes.
    let changes = fitted.knot(3).iter().zip(weights.knot(3));
    assert!(changes.filter(|(a, b)| a != b).count() <= 64);
    let bias = as_array(&total["parity_bias"]);
    let discs: Vec<_> = bias.iter().map(|pair| as_u64(&pair[0])).collect();
    assert_eq!(discs, [11, 12, 21, 22, 31, 32, 41, 42, 51, 52, 59, 60]);
    let bias = bias.iter().map(|pair| as_f64(&pair[1]));
    assert!(bias.clone().all(|bias| bias.abs() <= 4.0) && bias.clone().any(|bias| bias != 0.0));
    assert_ne!(fitted.errors(), weights.errors());
    let midgame = fitted.errors().midgame.map(f64::from);
    let shown = as_array(&total["midgame"]);
    let shown = shown.iter().map(|number| number.as_f64().unwrap());
    assert!(shown.zip(midgame).all(|(a, b)| (a - b).abs() < 1e-4));
}

#[test]
fn invalid_input_is_rejected() {
    let directory = Folder::new();
    let file = &directory.file("none.games");
    refuses(format!("train probcut {file} --to x"), "", &["none.games"]);
    std::fs::write(file, b"\x28\xb5\x2f\xfdgarbage").unwrap();
    refuses_each(&format!(
        "
        train probcut {file} --to x => none.games
        train probcut {file} --to x --depth 2 => --depth",
    ));
}
