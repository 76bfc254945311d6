//! What HTTP adds to the responses of `outflank-api`.

use std::time::Duration;

use crate::common::{Board, small};
use outflank_api::ENDPOINTS;
use outflank_archive::Archive;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Game, Shape};
use serde_json::{Value, json};

#[test]
fn every_endpoint_has_a_route_and_a_method() {
    let board = Board::with(|settings| settings.resources.limits.time = Duration::from_millis(20));
    for endpoint in &*ENDPOINTS {
        let (method, path) = (endpoint.source.method(), endpoint.path);
        let path = path.replace("{number}", "1").replace("{id}", "1");
        let other = if method == "get" { "POST" } else { "GET" };
        let answer = board.request(other, &path, &[], b"");
        assert_eq!(answer.status, 405, "{other} {path}: {}", answer.text());
        let answer = board.request(&method.to_uppercase(), &path, &[], b"");
        assert_ne!(answer.status, 405, "{method} {path}");
        if answer.status == 404 {
            let (place, _) = answer.error();
            assert!(["archive", "library"].contains(&&*place), "{method} {path}");
        }
    }
}

#[test]
fn a_tree_page_may_be_framed_by_the_same_origin_only() {
    let board = Board::start();
    let answer =
        board.get("/api/tree?moves=f5d6&depth=2&searches=minimax,alpha-beta,pvs&order=squares");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let html = Some("text/html; charset=utf-8");
    assert_eq!(answer.header("content-type"), html);
    let page = answer.text();
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains("f5d6 on 8x8, Black to move, phased, depth 2"));
    let policy = answer.header("content-security-policy").unwrap();
    let own = policy.strip_suffix("; frame-ancestors 'self'").unwrap();
    assert!(own.contains("script-src 'sha256-"), "{policy}");
    assert!(page.contains(own), "{policy}");
}

#[test]
fn the_openapi_document_is_served() {
    let board = Board::start();
    let answer = board.get("/api");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(&answer.json(), outflank_api::document());
}

#[test]
fn a_level_plays_the_same_move_after_any_analysis() {
    const OPENING: &str = "f5d6c3d3c4f4f6f3e6e7";
    let board = Board::with(|settings| settings.resources.hash_mib = 16);
    // The results of a deep search must not make a low level stronger.
    let query = format!("/api/analysis?moves={OPENING}&level=12");
    assert_eq!(board.events(&query).last().unwrap().name, "done");
    let game = Game::from_transcript(Shape::STANDARD, OPENING).unwrap();
    for level in [1, 4, 8] {
        let asked = json!({ "moves": OPENING, "level": level });
        let chosen = board.post("/api/choose", &asked.to_string()).json();
        let mut searcher = Searcher::new(SearchOptions::default().with_hash(1)).unwrap();
        let request = SearchRequest::new(game.position(), Limits::level(level));
        let result = searcher.search(&request);
        let best = &result.moves[0];
        assert_eq!(chosen["move"], best.square.to_string());
        assert_eq!(chosen["score"], best.discs());
        assert_eq!(chosen["nodes"], result.nodes);
        assert_eq!(chosen["best"], chosen["move"]);
        assert_eq!(chosen["given"], 0.0);
        assert_eq!(chosen["from_opening"], false);
    }
}

#[test]
fn concurrent_requests_to_the_archive_succeed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    Archive::open_or_create(&path).unwrap();
    let board = Board::with(|settings| settings.resources.archive = Some(path));
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| assert_eq!(board.get("/api/archive/position?moves=f5").status, 200));
        }
    });
}

#[test]
fn games_survive_a_restart_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games/library.db");
    let board = || Board::with(|settings| settings.library = Some(path.clone()));
    let game = json!({
        "id": "one", "writer": "tab", "revision": 0, "saved": 1, "content": {},
        "entry": { "board": "8x8", "line": "f5d6c3", "moves": 3 },
    });
    let saved = board().post("/api/library/save", &game.to_string());
    assert_eq!(saved.json(), json!({ "revision": 1 }));
    let game: Value = board().get("/api/library/game/one").json();
    assert_eq!(game, json!({ "revision": 1, "content": {} }));
    assert_eq!(board().get("/api/library/game/%2e%2e").error().0, "id");
}

#[test]
fn a_file_of_another_kind_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let text = "not a database, but long enough for the header of one: ".repeat(20);
    std::fs::write(&path, &text).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settings = small(|settings| settings.library = Some(path.clone()));
    let error = runtime.block_on(outflank_server::Server::bind(settings));
    let message = error.unwrap_err().to_string();
    let expected = "notes.txt: not a library of games";
    assert!(message.contains(expected), "{message}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
