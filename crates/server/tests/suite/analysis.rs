//! The analysis of a position, as a stream.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Board, Event};
use outflank_engine::{Limits, ScoredMove, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Game, Position, Shape, notation};
use outflank_study::{Analyzer, EngineAnalyzer};
use serde_json::Value;

const OPENING: &str = "f5d6c3d3c4f4f6f3e6e7";

fn board() -> Board {
    Board::with(|settings| settings.resources.hash_mib = 16)
}

fn opening() -> Game {
    Game::from_transcript(Shape::STANDARD, OPENING).unwrap()
}

/// Returns a game of first legal moves down to `empties` empties.
fn late(empties: usize) -> Game {
    let mut game = Game::new(Shape::STANDARD);
    while game.position().empties().len() > empties {
        let square = game.position().legal_moves().first().unwrap();
        game.play(square).unwrap();
    }
    game
}

/// Asserts that every PV is legal and begins with its move.
fn assert_legal(position: &Position, update: &Value) {
    for valued in update["moves"].as_array().unwrap() {
        let mut game = Game::from_position(*position);
        let pv = valued["pv"].as_array().unwrap();
        assert_eq!(pv[0], valued["move"]);
        for name in pv {
            let square = name.as_str().unwrap().parse().unwrap();
            game.play(square)
                .unwrap_or_else(|error| panic!("{error}: {valued} in {position:?}"));
        }
    }
}

/// Reads the stream of a search that ends: updates, then `done`.
fn to_the_end(board: &Board, query: &str) -> (Vec<Event>, Value) {
    let events = board.events(&format!("/api/analysis?{query}"));
    assert_eq!(events.status, 200);
    let mut events: Vec<Event> = events.collect();
    let done = events.pop().unwrap();
    assert_eq!(done.name, "done", "{done:?}");
    events.retain(|event| event.name != "queued");
    assert!(events.iter().all(|event| event.name == "update"));
    (events, done.data)
}

/// Returns the names and scores of the moves, best first.
fn scores(update: &Value) -> Vec<(String, f64)> {
    let moves = update["moves"].as_array().unwrap().iter();
    let scores = moves.map(|valued| {
        let name = valued["move"].as_str().unwrap().to_owned();
        (name, valued["score"].as_f64().unwrap())
    });
    scores.collect()
}

/// Returns the names and scores of the engine's moves, best first.
fn scores_of(moves: &[ScoredMove]) -> Vec<(String, f64)> {
    let scores = moves.iter();
    scores
        .map(|found| (found.square.to_string(), found.discs()))
        .collect()
}

#[test]
fn an_analysis_deepens_and_every_line_is_legal() {
    let board = board();
    let position = *opening().position();
    let query = format!("/api/analysis?moves={OPENING}&wanted=3");
    let mut events = board.events(&query);
    let (mut depth, mut nodes, mut updates) = (0, 0, 0);
    while depth < 8 || updates < 10 {
        let event = events.next().unwrap();
        if event.name == "queued" {
            assert_eq!((updates, event.data["ahead"].as_u64()), (0, Some(0)));
            continue;
        }
        assert_eq!(event.name, "update");
        updates += 1;
        assert_legal(&position, &event.data);
        assert_eq!(event.data["moves"].as_array().unwrap().len(), 3);
        let found = scores(&event.data);
        assert!(found.is_sorted_by(|one, other| one.1 >= other.1));
        let now = event.data["depth"].as_u64().unwrap();
        assert!(now >= depth && event.data["nodes"].as_u64().unwrap() >= nodes);
        (depth, nodes) = (now, event.data["nodes"].as_u64().unwrap());
    }
}

#[test]
fn a_level_gives_the_same_scores_as_hint() {
    let board = board();
    let (_, done) = to_the_end(&board, &format!("moves={OPENING}&wanted=all&level=6"));
    let options = SearchOptions::default().with_hash(16);
    let analyzer = EngineAnalyzer::new(Limits::level(6), &options, 1, Arc::default()).unwrap();
    let hinted = analyzer.score_moves(opening().position()).unwrap();
    assert_eq!(done["depth"], 6);
    assert_eq!(scores(&done), scores_of(&hinted));
}

#[test]
fn exact_scores_match_the_solver() {
    let board = board();
    for empties in [8, 16] {
        let game = late(empties);
        let query = format!("moves={}&exact=true", notation::transcript(&game));
        let (updates, done) = to_the_end(&board, &query);
        let request = SearchRequest::new(game.position(), Limits::SOLVE).every_move();
        let mut searcher = Searcher::new(SearchOptions::default()).unwrap();
        let expected = searcher.search(&request).moves;
        assert_eq!(scores(&done), scores_of(&expected));
        assert_eq!(done["exact"], true);
        assert_eq!(done["depth"], empties);
        for update in updates {
            assert_legal(game.position(), &update.data);
        }
    }
}

#[test]
fn other_boards_are_analysed() {
    let board = board();
    for shape in ["6x6", "10x10", "4x4"] {
        let (updates, done) = to_the_end(&board, &format!("board={shape}&level=4&wanted=2"));
        let start = Position::start(shape.parse().unwrap());
        assert_legal(&start, &done);
        for update in updates {
            assert_legal(&start, &update.data);
        }
    }
}

#[test]
fn the_time_limit_ends_an_analysis() {
    let board = board();
    let (_, done) = to_the_end(&board, "time=0.5");
    assert_eq!(done["exact"], false);
    assert_eq!(done["moves"].as_array().unwrap().len(), 1);
    assert!(done["nodes"].as_u64().unwrap() > 0 && done["speed"].as_f64().unwrap() > 0.0);
}

fn open(board: &Board) -> u64 {
    let status = board.get("/api/status").json();
    status["open_analyses"].as_u64().unwrap()
}

#[test]
fn the_search_of_a_disconnected_client_ends() {
    let board = board();
    let mut events = board.events("/api/analysis?client=vanishing");
    assert!(events.any(|event| event.name == "update"));
    assert_eq!(open(&board), 1);
    drop(events);
    while open(&board) > 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn searches_beyond_the_limit_of_a_client_are_refused() {
    let board = Board::with(|settings| {
        settings.resources.limits.open_analyses = 3;
        settings.resources.limits.open_per_client = 2;
    });
    let open = |client: &str| board.events(&format!("/api/analysis?client={client}"));
    let held = [open("client-1"), open("client-1")];
    let refused = board.get("/api/analysis?client=client-1");
    assert!(refused.refused(429, "").contains("this tab has 2"));
    let other = open("client-2");
    assert_eq!(other.status, 200);
    board.get("/api/analysis?client=client-3").refused(429, "");
    drop((held, other));
}

#[test]
fn twelve_clients_all_get_updates() {
    const CLIENTS: usize = 12;
    let board = board();
    // Each client has a different position, so that none benefits from another's search.
    let mut starts = vec![Position::start(Shape::STANDARD)];
    while starts.len() < CLIENTS {
        let more: Vec<Position> = starts
            .iter()
            .flat_map(|position| {
                let squares = position.legal_moves().into_iter();
                squares.map(|square| position.play(square).unwrap())
            })
            .collect();
        starts.extend(more);
    }
    std::thread::scope(|scope| {
        for (number, start) in starts.iter().take(CLIENTS).enumerate() {
            let (board, start) = (&board, start.to_string().replace(' ', "+"));
            scope.spawn(move || {
                let query = format!("/api/analysis?client=client-{number:02}&start={start}");
                let mut updates = 0;
                for event in board.events(&query) {
                    assert_ne!(event.name, "failed", "{event:?}");
                    updates += usize::from(event.name == "update");
                    if updates == 3 {
                        return;
                    }
                }
                panic!("{updates} updates of client {number}");
            });
        }
    });
}
