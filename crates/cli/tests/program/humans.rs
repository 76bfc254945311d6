//! The human-like opponent, and the commands around its model.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use crate::common::client::Client;
use crate::common::{
    Folder, as_array, as_f64, as_u64, has, json, json_in, refuses, refuses_each, workspace,
};

#[test]
fn a_rated_player_beats_random_moves_and_depends_on_the_seed() {
    let arguments = "match human@1400 random --games 10 --seed 7";
    let [first, second] = [json(arguments), json(arguments)];
    let total = first.last().unwrap();
    assert!(as_u64(&total["wins"]) >= 8, "{total}");
    let moves = |lines: &[serde_json::Value]| -> Vec<serde_json::Value> {
        lines.iter().map(|line| line["moves"].clone()).collect()
    };
    assert_eq!(moves(&first), moves(&second));
    assert_eq!(total["wins"], second.last().unwrap()["wins"]);
}

#[test]
fn unsupported_strengths_and_boards_are_refused() {
    refuses_each(
        "
        match human@2500 random => \"2500\" is not a strength of human: \
            expected a rating from 400 to 2400, or one of first-game
        match human@1500 random --board 6x6 --games 2 => human@1500 plays on 8x8 only
        play --engine human@club --level 3 => do not apply to human@1400
        gtp --engine human => expected outflank, or human@RATING as in human@1500",
    );
}

#[test]
fn the_human_like_opponent_speaks_gtp_and_nboard() {
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut gtp = Client::start("gtp --engine human@1200 --seed 3");
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
    let mut nboard = Client::start("nboard --engine human@first-game");
    nboard.say("go");
    let mut line = nboard.line();
    while !line.starts_with("===") {
        line = nboard.line();
    }
    let square = line.trim_start_matches("=== ").split('/').next().unwrap();
    assert!(["D3", "C4", "F5", "E6"].contains(&square), "{line}");
}

/// Trains on one year and predicts the moves of another. The predictions are better than an
/// untrained model's but worse than the built-in model's.
#[test]
fn a_trained_model_predicts_moves_of_another_year() {
    let folder = Folder::new();
    folder.copy_games(1977);
    folder.copy_games(1980);
    let run = |arguments: &str| json_in(arguments, &folder);
    let rated = run("lab ratings WTH_1977.wtb WTH_1980.wtb --all");
    let (total, rows) = rated.split_last().unwrap();
    assert!(as_u64(&total["players"]) > 10);
    let people = rows.iter().filter(|row| row["program"] == false);
    let rows: Vec<&serde_json::Value> = people.collect();
    let mean = |key: &str| -> f64 {
        let weight = |row: &serde_json::Value| as_f64(&row["games"]);
        let sum: f64 = rows.iter().map(|row| as_f64(&row[key]) * weight(row)).sum();
        sum / rows.iter().map(|row| weight(row)).sum::<f64>()
    };
    assert!((mean("rating") - 1700.0).abs() < 1.0, "{}", mean("rating"));
    assert!(mean("low") < 1650.0 && mean("high") > 1750.0);

    let trained = run("train human WTH_1977.wtb --to own.human --epochs 2");
    let total = trained.last().unwrap();
    let moves = as_u64(&total["moves"]);
    assert_eq!(total["learned"], 2 * moves);
    let bytes = fs::metadata(folder.join("own.human")).unwrap().len();
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
    assert!(as_u64(&total["positions"]) > 50, "{total}");
    assert!(total["top3"].as_f64() > total["top1"].as_f64());
    let all = run(&format!("{predict} --all"));
    let positions = |lines: &[serde_json::Value]| lines.last().unwrap()["positions"].as_u64();
    assert!(positions(&all) > positions(&shipped), "{all:?}");
}

/// Reviews a few games of rated players, resumes from the checkpoint without a review, and
/// writes the table that the program has built in.
#[test]
fn losses_of_people_are_tabulated_by_rating() {
    let folder = Folder::new();
    folder.copy_games(1980);
    let arguments =
        "lab people WTH_1980.wtb --sides 2 --level 1 --to losses.json --checkpoint done";
    let run = || json_in(arguments, &folder);
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    let total = first.last().unwrap();
    let games = as_u64(&total["games"]);
    let sides = as_u64(&total["sides"]);
    assert!(games <= sides && sides <= 2 * games, "{total}");
    let done = fs::read_to_string(folder.join("done")).unwrap();
    assert_eq!(done.lines().count() as u64, games + 1);
    let whole = first
        .iter()
        .filter(|line| line["stage"].is_null() && line["people"].is_object());
    let whole: Vec<&serde_json::Value> = whole.collect();
    let moves: f64 = whole.iter().map(|row| as_f64(&row["moves"])).sum();
    assert_eq!(Some(moves), total["moves"].as_f64());
    for row in whole {
        for who in ["people", "human"] {
            let losses = &row[who];
            assert_eq!(losses["moves"], 1.0);
            let share = |name: &str| as_f64(&losses[name]);
            let wrong = share("inaccuracies") + share("mistakes") + share("blunders");
            assert!(wrong + share("best_moves") <= 1.0 + 1e-9, "{losses}");
            assert!(share("discs") >= 2.0 * wrong, "{losses}");
        }
        assert!(as_f64(&row["agreement"]) > 0.1, "{row}");
    }
    let written = fs::read_to_string(folder.join("losses.json")).unwrap();
    let table: serde_json::Value = serde_json::from_str(&written).unwrap();
    let bands = as_array(&table["bands"]);
    let games: f64 = bands.iter().map(|band| as_f64(&band["games"])).sum();
    assert_eq!(games as u64, sides);
    refuses("lab people no-such.wtb", "", &["no-such.wtb"]);
}

/// The first moves of a game from 1980.
const GAME: &str = "f5f6e6f4e3d3f3c5c4c3g4d6e7f8f7e2d2h3h5c2d1f1c1g6e8d8g5g8";

#[test]
fn a_review_estimates_the_rating_by_the_losses() {
    let lines = json(format!("analyze {GAME} --level 2"));
    let total = lines.last().unwrap();
    for side in ["black", "white"] {
        let rating = &total[side]["rating"];
        let number = |name: &str| as_u64(&rating[name]);
        assert!(
            number("low") < number("rating") && number("rating") < number("high"),
            "{rating}"
        );
        assert!((10..=14).contains(&number("moves")), "{rating}");
        assert_eq!(as_array(&rating["usual"]["stages"]).len(), 3);
    }
    // Too few moves or another board give no estimate.
    for arguments in [
        "analyze f5d6c3d3c4 --level 1",
        "analyze b3d2e3b4d5a3b2e4c5c2d1c6f4a1b5f3e2f5a5 --board 6x6 --level 1",
    ] {
        assert!(json(arguments).last().unwrap()["black"]["rating"].is_null());
    }
}

#[test]
fn a_hint_shows_what_people_play() {
    let lines = json("hint f5d6c3d3c4 --level 2 --people");
    let share = |mv: &serde_json::Value| {
        has!(mv["people"][3]; "level": "club", "rating": 1400);
        as_f64(&mv["people"][3]["share"])
    };
    let sum: f64 = lines.iter().map(share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let without = json("hint f5d6c3d3c4 --level 2");
    assert!(without.iter().all(|mv| mv.get("people").is_none()));
}

#[test]
fn puzzles_are_not_obvious_to_people_with_the_given_rating() {
    let file = workspace().join("testdata/wthor/WTH_1980.wtb");
    let file = file.to_str().unwrap();
    let puzzles = |rating: &str| {
        json(format!(
            "practice puzzles {file} --empties 6-8 --count 3 --unseen-by {rating}"
        ))
    };
    let lines = puzzles("casual");
    let (_, made) = lines.split_last().unwrap();
    assert_eq!(made.len(), 3);
    for puzzle in made {
        let found = as_array(&puzzle["found_by"]);
        assert_eq!(found.len(), 6);
        assert_eq!(found[2]["rating"], 1000);
        assert!(as_f64(&found[2]["share"]) <= 0.5, "{puzzle}");
    }
    let unknown = format!("practice puzzles {file} --unseen-by everybody");
    refuses(unknown, "", &["\"everybody\" is not a strength of human"]);
}
