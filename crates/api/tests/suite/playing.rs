//! The engine as a sparring partner: its moves, reviews and explanations.

use std::sync::Arc;

use crate::common::{Board, has};
use outflank_book::OpenBook;
use outflank_engine::{Limits, SearchOptions};
use outflank_othello::{Game, Shape};
use outflank_study::{Analyzer, BookScores, EngineAnalyzer, Lesson, Severity, review};
use serde_json::{Value, json};

/// Returns a board with 16 MiB of hash.
fn board() -> Board {
    Board::with(|resources| resources.hash_mib = 16)
}

fn analyzer(level: u32) -> EngineAnalyzer {
    let options = SearchOptions::default().with_hash(1);
    EngineAnalyzer::new(Limits::level(level), &options, 1, Arc::default()).unwrap()
}

/// The scores that responses use: from the book if it contains the position.
fn with_shipped(analyzer: &EngineAnalyzer) -> BookScores<'_> {
    BookScores::new(Some(OpenBook::Shipped), analyzer)
}

fn game(moves: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, moves).unwrap()
}

/// Returns a whole game in which each move is the first legal one.
fn whole() -> Game {
    let mut game = Game::new(Shape::STANDARD);
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).unwrap();
    }
    game
}

const OPENING: &str = "f5d6c3d3c4f4f6f3e6e7";

#[test]
fn a_move_with_a_time_limit_is_legal() {
    let board = board();
    for moves in ["", OPENING] {
        let asked = json!({ "moves": moves, "time": 0.3 });
        let chosen = board.post("/api/choose", &asked).json();
        let square = chosen["move"].as_str().unwrap().parse().unwrap();
        assert!(game(moves).position().legal_moves().contains(square));
    }
}

#[test]
fn a_human_like_opponent_plays_like_people() {
    let board = board();
    let ask = |request: Value| board.post("/api/choose", &request);
    let asked = json!({ "moves": OPENING, "human": 1500, "seed": 5 });
    let [first, second] = [&asked, &asked].map(|asked| ask(asked.clone()).json());
    assert_eq!(first["move"], second["move"]);
    let mut chosen: Vec<String> = (0..30)
        .map(|seed| {
            let chosen = ask(json!({ "moves": OPENING, "human": 700, "seed": seed })).json();
            chosen["move"].as_str().unwrap().to_owned()
        })
        .collect();
    chosen.sort();
    chosen.dedup();
    assert!(chosen.len() > 3, "{chosen:?}");
    let refuses = |request: Value, reason: &str| {
        let refused = ask(request);
        assert_eq!(refused.error().0, 400);
        assert!(refused.message().contains(reason), "{refused:?}");
    };
    refuses(
        json!({ "human": 399 }),
        "expected a rating from 400 to 2400",
    );
    refuses(
        json!({ "human": 1500, "board": "6x6" }),
        "plays on 8x8 only",
    );
    let both = json!({ "human": 1500, "level": 4 });
    refuses(both, "expected no level, time or give_away");
    refuses(json!({}), "expected a level, a time or human");
}

#[test]
fn a_partner_gives_discs_away_and_reports_them() {
    let board = board();
    let asked = json!({ "moves": OPENING, "level": 4, "give_away": 120, "given": 0 });
    let chosen = board.post("/api/choose", &asked).json();
    let given = chosen["given"].as_f64().unwrap();
    assert!(given > 1.0, "{chosen}");
    let difference = chosen["best_score"].as_f64().unwrap() - chosen["score"].as_f64().unwrap();
    assert_eq!(given, difference);
    // A partner that has given away its target plays the best move.
    let asked = json!({ "moves": OPENING, "level": 4, "give_away": 9, "given": 9 });
    let chosen = board.post("/api/choose", &asked).json();
    assert_eq!(chosen["given"], 0.0);
}

#[test]
fn a_partner_plays_the_requested_opening() {
    let board = board();
    // The same opening in another symmetry.
    let asked = json!({ "moves": "c4e3", "level": 2, "opening": "f5d6c3d3c4" });
    let chosen = board.post("/api/choose", &asked).json();
    has!(chosen; "move": "f6", "from_opening": true);
    let asked = json!({ "moves": "f5f6", "level": 2, "opening": "f5d6c3d3c4" });
    let chosen = board.post("/api/choose", &asked).json();
    assert_eq!(chosen["from_opening"], false);
}

#[test]
fn a_review_matches_a_review_by_the_library() {
    let board = board();
    let game = whole();
    let moves = outflank_othello::notation::transcript(&game);
    let mut events = board.events(&format!("/api/review?moves={moves}&level=4"));
    let done = events.pop().unwrap();
    assert_eq!(done.name, "done");
    let analyzer = analyzer(4);
    let expected = review(&game, &with_shipped(&analyzer), &|| ());
    assert_eq!(events.len(), expected.moves.len());
    for (event, mv) in events.iter().zip(&expected.moves) {
        let answer = &event.data;
        assert_eq!(event.name, "move");
        has!(answer; "ply": mv.ply, "mover": mv.mover, "move": mv.played, "score": mv.score);
        has!(answer; "best": mv.best, "loss": mv.loss, "exact": mv.exact);
        has!(answer; "mistake": mv.mistake.map(Severity::name));
        let reason = mv.reason.as_ref().map(ToString::to_string);
        assert_eq!(answer["reason"]["text"], json!(reason));
        let alternatives = answer["alternatives"].as_array().unwrap();
        assert_eq!(alternatives.len(), mv.alternatives.len());
        for (answer, valued) in alternatives.iter().zip(&mv.alternatives) {
            has!(answer; "move": valued.square, "score": valued.discs(), "pv": valued.pv);
        }
    }
    let black = &expected.black;
    has!(done.data["black"]; "moves": black.moves, "loss": black.loss);
    assert_eq!(done.data["complete"], true);
    let point = expected.turning_point.map(|point| point.ply);
    assert_eq!(done.data["turning_point"]["ply"], json!(point));
}

#[test]
fn an_explanation_has_the_reason_and_the_terms() {
    let board = board();
    let position = *game(OPENING).position();
    let analyzer = analyzer(6);
    let moves = with_shipped(&analyzer).score_moves(&position).unwrap();
    let (best, worst) = (&moves[0], &moves[moves.len() - 1]);
    let asked = json!({ "moves": OPENING, "move": worst.square.to_string(), "level": 6 });
    let answer = board.post("/api/explain", &asked).json();
    assert_eq!(answer["best"]["move"], best.square.to_string());
    let loss = best.discs() - worst.discs();
    assert_eq!(answer["loss"], loss);
    has!(answer; "mistake": Severity::of_move(worst, best).map(Severity::name));
    let reason = outflank_study::reason(&position, worst, best);
    assert_eq!(answer["reason"]["text"], reason.to_string());
    let hint = outflank_study::reason_without_naming(&position, worst, best, &[best.square]);
    assert_eq!(answer["hint"], serde_json::to_value(hint).unwrap());
    let terms = answer["terms"].as_array().unwrap();
    assert!(terms.iter().any(|term| term["name"] == "mobility"));
    for term in terms {
        let discs = |name: &str| term[name].as_f64().unwrap();
        assert_eq!(discs("difference"), discs("played") - discs("best"));
        assert!(!term["text"].as_str().unwrap().is_empty());
    }
    let sizes = terms
        .iter()
        .map(|term| term["difference"].as_f64().unwrap());
    let sizes: Vec<f64> = sizes.map(f64::abs).collect();
    assert!(sizes[0] > 0.0 && sizes.is_sorted_by(|one, other| one >= other));
    // In a lesson, a reason about its topic comes first.
    for (name, lesson) in [("frontier", Lesson::Frontier), ("quiet", Lesson::Quiet)] {
        let asked = json!({
            "moves": OPENING, "level": 6, "move": worst.square.to_string(), "lesson": name,
        });
        let answer = board.post("/api/explain", &asked).json();
        let reason = outflank_study::reason_in_lesson(&position, worst, best, lesson);
        assert_eq!(answer["reason"]["text"], reason.to_string());
    }
    // Compared the other way round, the best move is not a mistake.
    let asked = json!({
        "moves": OPENING, "level": 6,
        "move": best.square.to_string(), "against": worst.square.to_string(),
    });
    let answer = board.post("/api/explain", &asked).json();
    has!(answer; "loss": -loss, "reason": null);
}

#[test]
fn a_balanced_start_is_balanced_and_reproducible() {
    let board = board();
    let asked = json!({ "plies": 8, "tolerance": 2.0, "level": 3, "seed": 7 });
    let answer = board.post("/api/balanced", &asked).json();
    assert_eq!(answer, board.post("/api/balanced", &asked).json());
    let game = game(answer["moves"].as_str().unwrap());
    assert_eq!(game.squares().count(), 8);
    assert!(answer["score"].as_f64().unwrap().abs() <= 2.0);
    let asked = json!({ "plies": 8, "tolerance": 2.0, "level": 3 });
    let [one, other] = [(); 2].map(|()| board.post("/api/balanced", &asked).json());
    assert_ne!(one["seed"], other["seed"]);
    // No position after one ply is this balanced.
    let asked = json!({ "plies": 1, "tolerance": 0.0, "level": 3 });
    let refused = board.post("/api/balanced", &asked);
    assert_eq!(refused.error(), (422, "tolerance"));
}

#[test]
fn errors_of_invalid_requests_name_the_field() {
    let board = board();
    #[rustfmt::skip]
    let cases = [
        ("choose", json!({}), "level"),
        ("choose", json!({ "level": 5, "time": 1 }), "level"),
        ("choose", json!({ "level": 99 }), "level"),
        ("choose", json!({ "level": 5, "give_away": -1 }), "give_away"),
        ("choose", json!({ "level": 5, "opening": "a1" }), "opening"),
        ("choose", json!({ "level": 5, "moves": "e6f4e3f6g5d6e7f5c5" }), "moves"),
        ("explain", json!({ "move": "a1" }), "move"),
        ("explain", json!({ "move": "z9" }), "move"),
        ("explain", json!({ "move": "f5", "against": "a1" }), "against"),
        ("explain", json!({ "level": 5 }), "move"),
        ("explain", json!({ "move": "f5", "lesson": "stones" }), "lesson"),
        ("balanced", json!({ "plies": 60, "tolerance": 2 }), "plies"),
        ("balanced", json!({ "plies": 6, "tolerance": -2 }), "tolerance"),
        ("balanced", json!({ "plies": 6, "tolerance": 2, "board": "2x2" }), "board"),
    ];
    for (path, body, place) in cases {
        let answer = board.post(&format!("/api/{path}"), &body);
        assert_eq!(answer.error(), (400, place), "{path} {body}");
    }
    let answer = board.get("/api/review?level=5");
    assert_eq!(answer.error(), (400, "moves"));
}

#[test]
fn responses_of_the_engine_agree() {
    let board = Board::start();
    let asked = json!({ "moves": OPENING, "level": 3, "book": true });
    let chosen = board.post("/api/choose", &asked).json();
    assert_eq!(chosen["move"], chosen["best"]);
    let game = json!({ "moves": OPENING, "from": 10 });
    let position = &board.post("/api/game", &game).json()["positions"][0];
    for legal in position["legal"].as_array().unwrap() {
        let asked = json!({ "moves": OPENING, "move": legal["move"], "level": 3 });
        let answer = board.post("/api/explain", &asked).json();
        assert_eq!(answer["move"]["move"], legal["move"]);
        let has_loss = answer["loss"].as_f64().unwrap() > 0.0;
        assert_eq!(has_loss, answer["reason"].is_object());
        assert_eq!(answer["best"]["move"], chosen["best"]);
    }
    let even = json!({ "plies": 8, "tolerance": 8, "seed": 5, "level": 2 });
    assert_eq!(board.post("/api/balanced", &even).json()["seed"], 5);
}

#[test]
fn streams_end_with_a_last_event() {
    let board = board();
    let names = |address: &str| -> Vec<&str> {
        let events = board.events(address);
        events.iter().map(|event| event.name).collect()
    };
    let analysis = names(&format!("/api/analysis?moves={OPENING}&level=8&wanted=all"));
    assert_eq!(analysis.last(), Some(&"done"));
    let review = names(&format!("/api/review?moves={OPENING}&level=2"));
    assert_eq!(review.iter().filter(|name| **name == "move").count(), 10);
    assert_eq!(review.last(), Some(&"done"));
}
