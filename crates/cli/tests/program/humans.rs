//! The opponent that plays as people play, and the commands around its model.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use crate::common::client::Client;
use crate::common::{json, json_in, refuses, workspace};

#[test]
fn a_rated_player_beats_random_moves_and_the_seed_decides() {
    let arguments = [
        "match",
        "human@1400",
        "random",
        "--games",
        "10",
        "--seed",
        "7",
    ];
    let [first, second] = [json(&arguments), json(&arguments)];
    let total = first.last().unwrap();
    assert!(total["wins"].as_u64().unwrap() >= 8, "{total}");
    let moves = |lines: &[serde_json::Value]| -> Vec<serde_json::Value> {
        lines.iter().map(|line| line["moves"].clone()).collect()
    };
    assert_eq!(moves(&first), moves(&second));
    assert_eq!(total["wins"], second.last().unwrap()["wins"]);
}

#[test]
fn strengths_and_boards_that_it_cannot_play_are_refused() {
    refuses(
        &["match", "human@2500", "random"],
        "",
        &[
            "\"2500\" is not a strength of human: expected a rating from 400 to 2400, or one of first-game",
        ],
    );
    refuses(
        &[
            "match",
            "human@1500",
            "random",
            "--board",
            "6x6",
            "--games",
            "2",
        ],
        "",
        &["human@1500 plays on 8x8 only"],
    );
    refuses(
        &["play", "--engine", "human@club", "--level", "3"],
        "",
        &["do not apply to human@1400"],
    );
    refuses(
        &["gtp", "--engine", "human"],
        "",
        &["expected outflank, or human@RATING as in human@1500"],
    );
}

#[test]
fn it_answers_gtp_and_nboard() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut gtp = Client::start(&["gtp", "--engine", "human@1200", "--seed", "3"]);
        let mut answers = Vec::new();
        for command in ["play b f5", "genmove w", "genmove b", "quit"] {
            gtp.say(command);
            answers.push(gtp.line());
            assert_eq!(gtp.line(), "");
        }
        assert!(
            ["= D6", "= F4", "= F6"].contains(&&*answers[1]),
            "{answers:?}"
        );
        games.push(answers);
    }
    assert_eq!(games[0], games[1]);
    let mut nboard = Client::start(&["nboard", "--engine", "human@first-game"]);
    nboard.say("go");
    let mut line = nboard.line();
    while !line.starts_with("===") {
        line = nboard.line();
    }
    let square = line.trim_start_matches("=== ").split('/').next().unwrap();
    assert!(["D3", "C4", "F5", "E6"].contains(&square), "{line}");
}

/// Trains on one year and foretells the moves of another, which it does better than an
/// untrained model would, though worse than the built-in model.
#[test]
fn a_trained_model_foretells_moves_of_another_year() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["WTH_1977.wtb", "WTH_1980.wtb", "WTH.JOU", "WTH.TRN"] {
        let from = workspace().join("testdata/wthor").join(file);
        fs::copy(from, folder.path().join(file)).unwrap();
    }
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        json_in(&arguments, folder.path())
    };
    let rated = run("lab ratings WTH_1977.wtb WTH_1980.wtb --all");
    let (total, rows) = rated.split_last().unwrap();
    assert!(total["players"].as_u64().unwrap() > 10);
    let people = rows.iter().filter(|row| row["program"] == false);
    let rows: Vec<&serde_json::Value> = people.collect();
    let mean = |key: &str| -> f64 {
        let weight = |row: &serde_json::Value| row["games"].as_f64().unwrap();
        let sum: f64 = rows
            .iter()
            .map(|row| row[key].as_f64().unwrap() * weight(row))
            .sum();
        sum / rows.iter().map(|row| weight(row)).sum::<f64>()
    };
    assert!((mean("rating") - 1700.0).abs() < 1.0, "{}", mean("rating"));
    assert!(mean("low") < 1650.0 && mean("high") > 1750.0);

    let trained = run("train-human WTH_1977.wtb --to own.human --epochs 2 --evaluation 50");
    let total = trained.last().unwrap();
    let moves = total["moves"].as_u64().unwrap();
    assert_eq!(total["learned"], 2 * moves);
    let bytes = fs::metadata(folder.path().join("own.human")).unwrap().len();
    assert_eq!(total["bytes"], bytes);

    let predict = "lab predict WTH_1980.wtb --known WTH_1977.wtb --every 20 --level 1";
    let [own, shipped] = [run(&format!("{predict} --model own.human")), run(predict)];
    let model = |lines: &[serde_json::Value]| {
        let mut rows = lines.iter();
        let row = rows.find(|row| row["predictor"] == "model" && row["rating"].is_null());
        row.unwrap()["log_loss"].as_f64().unwrap()
    };
    // The year has few games; about 2 if all moves were equally likely.
    assert!(model(&own) < 1.85, "{}", model(&own));
    assert!(model(&shipped) < model(&own) - 0.1, "{}", model(&shipped));
    let total = shipped.last().unwrap();
    assert!(total["positions"].as_u64().unwrap() > 50, "{total}");
    assert!(total["top3"].as_f64() > total["top1"].as_f64());
}
