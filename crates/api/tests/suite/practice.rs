//! Practice, guesses and umigame numbers.

use crate::archive::board;
use crate::common::{Board, has};
use serde_json::{Value, json};

fn post(board: &Board, path: &str, asked: &Value) -> Value {
    board.post(path, asked).json()
}

fn get(board: &Board, path: &str) -> Value {
    board.get(path).json()
}

const STATISTICS: &str = "/api/practice";
const NEXT: &str = "/api/practice/next";
const ANSWER: &str = "/api/practice/answer";

#[test]
fn an_opening_is_added_as_cards_and_answered() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    assert_eq!(get(&board, NEXT)["question"], Value::Null);
    let opening = json!({ "moves": "f5d6c3d3c4", "side": "black", "plies": 3, "level": 2 });
    let added = post(&board, "/api/practice/opening", &opening);
    assert_eq!(added["deck"], "Tiger (black)");
    assert!(added["added"].as_u64().unwrap() >= 1);
    // Adding the same opening again adds nothing.
    assert_eq!(post(&board, "/api/practice/opening", &opening)["added"], 0);
    let question = &get(&board, NEXT)["question"];
    has!(question; "mover": "black", "new": true);
    // The line goes on with the next position of the deck.
    let after = |moves: &str| {
        let path = format!("/api/practice/next?deck=Tiger%20(black)&after={moves}");
        get(&board, &path)["question"]["moves"].clone()
    };
    assert_eq!(after("f5d6"), question["moves"]);
    assert_eq!(
        after(question["moves"].as_str().unwrap()),
        question["moves"]
    );
    // The whole line can be shown before its first question: it goes on with the best moves.
    let line = get(
        &board,
        &format!("/api/practice/line?card={}", question["card"]),
    );
    let line = line["moves"].as_str().unwrap();
    assert!(
        line.starts_with(question["moves"].as_str().unwrap()),
        "{line}"
    );
    assert_eq!(line.len(), "f5d6c3d3c4".len() + 4, "{line}");
    let refused = board.get("/api/practice/next?after=f5");
    assert_eq!(refused.error().1, "after");
    // If the book contains the moves, the best book move is right.
    let moves = question["moves"].as_str().unwrap();
    let known = get(&board, &format!("/api/book?moves={moves}"));
    let best = known["moves"][0]["move"].clone();
    let card = question["card"].clone();
    let judged = post(&board, ANSWER, &json!({ "card": card, "answer": best }));
    assert_eq!(judged["right"], true);
    assert!(judged["days"].as_f64().unwrap() >= 1.0);
    let statistics = get(&board, STATISTICS);
    let deck = &statistics["decks"][0];
    has!(deck; "answers": 1, "right": 1);
    // There is a new card, but no card is due.
    assert_eq!(
        get(&board, "/api/practice/next?new=false")["question"],
        Value::Null
    );
    for (asked, place) in [
        (json!({ "card": card, "answer": "a1" }), "answer"),
        (json!({ "card": card, "answer": "z9" }), "answer"),
        (json!({ "card": 99, "answer": "f5" }), "card"),
        (json!({ "card": card }), "answer"),
    ] {
        let refused = board.post(ANSWER, &asked);
        assert_eq!(refused.error().1, place, "{asked}");
    }
    let refused = board.get("/api/practice/next?deck=other");
    assert_eq!(refused.error().1, "deck");
}

const PUZZLE: &str = "/api/practice/puzzle";

/// Answers a puzzle with the engine's move, or another one.
fn solve(board: &Board, question: &Value, right: bool) -> Value {
    let start = &question["start"];
    let game = json!({ "start": start, "moves": question["moves"], "level": 12 });
    let best = post(board, "/api/choose", &game)["best"].clone();
    let position = post(
        board,
        "/api/game",
        &json!({ "start": start, "moves": question["moves"] }),
    );
    let legal = position["positions"].as_array().unwrap().last().unwrap()["legal"].clone();
    let legal = legal
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["move"].clone());
    let mut answers = legal.filter(|mv| (*mv == best) == right);
    let answer = json!({ "card": question["card"], "answer": answers.next() });
    post(board, ANSWER, &answer)
}

#[test]
fn the_first_puzzle_needs_nothing_but_an_empty_archive() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    let question = &post(&board, PUZZLE, &json!({}))["question"];
    has!(question; "deck": "puzzles", "puzzle": true, "new": true);
    let rating = question["rating"].as_f64().unwrap();
    assert!((1100.0..=1300.0).contains(&rating), "{rating}");
    let judged = solve(&board, question, false);
    assert_eq!(judged["right"], false);
    let [line, best] = ["line", "best_line"].map(|name| judged[name][0].clone());
    assert_eq!((&line, &best), (&judged["answer"], &judged["answers"][0]));
    assert!(judged["rated"]["change"].as_f64().unwrap() < 0.0);
    // A further try is judged by the same scores, and not stored.
    let further = |answer: &Value| {
        let again = json!({ "card": question["card"], "answer": answer });
        post(&board, "/api/practice/judge", &again)
    };
    let again = further(&judged["answer"]);
    for field in [
        "answer", "right", "answers", "score", "loss", "reason", "hint", "line",
    ] {
        assert_eq!(again[field], judged[field], "{field}");
    }
    has!(further(&judged["answers"][0]); "right": true, "loss": 0.0, "reason": null, "hint": null);
    let refused = json!({ "card": question["card"], "answer": "d4" });
    assert_eq!(
        board.post("/api/practice/judge", &refused).error().1,
        "answer"
    );
    let puzzles = &get(&board, STATISTICS)["puzzles"];
    has!(puzzles; "rated": 1, "streak": 0, "rating": judged["rated"]["rating"]);
    let asked = json!({ "theme": "parity", "strength": "harder" });
    let question = &post(&board, PUZZLE, &asked)["question"];
    let judged = solve(&board, question, true);
    assert_eq!(judged["right"], true);
    assert!(
        judged["themes"]
            .as_array()
            .unwrap()
            .contains(&json!("parity"))
    );
    for asked in [json!({ "theme": "none" }), json!({ "strength": "hard" })] {
        assert_eq!(board.post(PUZZLE, &asked).error().0, 400, "{asked}");
    }
}

#[test]
fn puzzles_from_games_have_one_answer() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    let made = post(&board, "/api/practice/puzzles", &json!({ "count": 2 }));
    has!(made; "deck": "puzzles", "positions": 2);
    let question = get(&board, NEXT)["question"].clone();
    assert!(question["rating"].as_f64().unwrap() >= 400.0);
    let judged = solve(&board, &question, true);
    assert_eq!(judged["right"], true);
    assert_eq!(judged["answers"].as_array().unwrap().len(), 1);
    let themes = get(&board, STATISTICS)["themes"].clone();
    let themes = themes.as_array().unwrap().iter();
    let solved: u64 = themes.map(|theme| theme["solved"].as_u64().unwrap()).sum();
    assert_eq!(solved, judged["themes"].as_array().unwrap().len() as u64);
    let refused = board.post("/api/practice/puzzles", &json!({ "count": 0 }));
    assert_eq!(refused.error().0, 400);
}

#[test]
fn guesses_choices_and_umigame_numbers() {
    let board = Board::start();
    let moves = "f5d6c3d3c4f4f6f3e6e7";
    let game = json!({ "moves": moves, "level": 3 });
    let by_book = json!({ "moves": moves, "level": 3, "book": true });
    let chosen = post(&board, "/api/choose", &by_book);
    let asked = json!({ "moves": moves, "level": 3, "guess": chosen["move"], "played": "c6" });
    let guess = post(&board, "/api/guess", &asked);
    assert_eq!(
        (&guess["points"], &guess["best"]),
        (&json!(10), &chosen["best"])
    );
    let wrong = json!({ "moves": moves, "guess": "a1", "played": "c6" });
    assert_eq!(board.post("/api/guess", &wrong).error().1, "guess");

    let choices = post(&board, "/api/choices", &game);
    let count = |name: &str| choices[name].as_u64().unwrap();
    assert_eq!(
        count("legal"),
        count("winning") + count("drawing") + count("losing")
    );
    assert!((1..=count("legal")).contains(&count("safe")));

    let asked = json!({ "moves": "f5d6", "plies": 3, "loss": 2, "level": 2 });
    let numbers = post(&board, "/api/umigame", &asked);
    has!(numbers; "plies": 3, "complete": true);
    let best = numbers["moves"].as_array().unwrap();
    let fewest = best.iter().map(|mv| mv["black"].as_u64().unwrap()).min();
    assert_eq!(numbers["black"]["lines"].as_u64(), fewest);
    let sum: u64 = best.iter().map(|mv| mv["white"].as_u64().unwrap()).sum();
    assert_eq!(numbers["white"]["lines"].as_u64(), Some(sum));
    for (asked, place) in [
        (json!({ "plies": 0 }), "plies"),
        (json!({ "loss": -1 }), "loss"),
        (json!({ "level": 61 }), "level"),
    ] {
        let refused = board.post("/api/umigame", &asked);
        assert_eq!(refused.error().1, place, "{asked}");
    }
}

#[test]
fn a_mistake_is_one_card_until_it_is_removed_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    let mistake = |moves: &str| {
        let asked = json!({ "moves": moves, "level": 3 });
        post(&board, "/api/practice/mistake", &asked)
    };
    let card_of = |moves: &str| {
        let path = format!("/api/practice/card?deck=mistakes&moves={moves}");
        get(&board, &path)["card"].clone()
    };
    assert_eq!(card_of("f5d6"), Value::Null);
    let first = mistake("f5d6");
    has!(first; "deck": "mistakes", "added": true);
    // The same position, also in a mirror, has the same card.
    for moves in ["f5d6", "e6f4"] {
        let again = mistake(moves);
        has!(again; "added": false, "card": first["card"]);
        assert_eq!(card_of(moves), first["card"], "{moves}");
    }
    assert_eq!(mistake("f5f6")["added"], true);
    // Its answers survive its removal, if it is restored.
    let best = post(
        &board,
        "/api/choose",
        &json!({ "moves": "f5d6", "level": 3 }),
    )["best"]
        .clone();
    let judged = post(
        &board,
        ANSWER,
        &json!({ "card": first["card"], "answer": best }),
    );
    assert_eq!(judged["right"], true);
    let before = get(&board, STATISTICS)["decks"][0].clone();
    has!(before; "deck": "mistakes", "cards": 2, "answers": 1);
    let named = json!({ "card": first["card"] });
    let removed = post(&board, "/api/practice/remove", &named);
    assert_eq!(card_of("f5d6"), Value::Null);
    assert_eq!(get(&board, STATISTICS)["decks"][0]["answers"], 0);
    assert_eq!(board.post("/api/practice/remove", &named).error().1, "card");
    let line = removed["line"].as_str().unwrap();
    let restored: Value = serde_json::from_str(line).unwrap();
    let restored = post(&board, "/api/storage/import", &restored);
    has!(restored; "cards": 1, "answers": 1);
    assert_eq!(get(&board, STATISTICS)["decks"][0], before);
    // Positions without a choice are refused.
    let refused = json!({ "moves": "f5f5", "level": 3 });
    assert_eq!(
        board.post("/api/practice/mistake", &refused).error().1,
        "moves"
    );
}

#[test]
fn progress_counts_what_reviews_record() {
    let board = Board::start();
    let moves = "d3c3b3b2b1d2e3e2d1a1";
    let events = board.events(&format!("/api/review?moves={moves}&level=3"));
    let done = events.last().unwrap();
    assert_eq!(done.name, "done");
    let record = done.data["record"].clone();
    let mistakes = record["mistakes"].as_array().unwrap();
    let lost = |mover: &str| {
        let of = mistakes.iter().filter(|one| one["mover"] == mover);
        of.map(|one| one["loss"].as_f64().unwrap()).sum::<f64>()
    };
    assert!(lost("black") > 0.0 && lost("white") > 0.0);
    let game = |id: &str, side: Value, review: Value| {
        json!({
            "id": id, "played": 1, "moves": 30, "black": "Ada", "white": "Grace", "side": side,
            "review": review,
        })
    };
    let games = json!([
        game("a", Value::Null, record.clone()),
        game("b", json!("white"), record.clone()),
        game("c", Value::Null, Value::Null),
    ]);
    let asked = json!({ "name": "ada", "games": games });
    let progress = post(&board, "/api/progress", &asked);
    has!(progress; "counted": 2, "unreviewed": ["c"]);
    let kinds = progress["kinds"].as_array().unwrap();
    let sum: f64 = kinds
        .iter()
        .map(|kind| kind["discs_per_game"].as_f64().unwrap())
        .sum();
    assert!((sum - (lost("black") + lost("white")) / 2.0).abs() < 1e-6);
    assert!(progress["next"]["kind"].is_string());
    // Without a name, only the game with a known side counts.
    let asked = json!({ "games": games });
    let progress = post(&board, "/api/progress", &asked);
    has!(progress; "counted": 1, "unreviewed": []);
    let wrong = json!({ "games": [game("a", json!("red"), Value::Null)] });
    assert_eq!(board.post("/api/progress", &wrong).error().0, 400);
}
