//! Slow, oversized, malformed and hostile requests. Each gets the right error response and has no
//! effect.

mod bodies;
mod files;
mod games;
mod heads;
mod queries;

use std::io::{ErrorKind, Read as _, Write};
use std::time::Duration;

use crate::common::{Answer, Board};
use serde_json::{Value, json};

/// Maximum body size of the test server, in bytes.
const BODY: usize = 64 << 10;

fn board() -> Board {
    Board::with(|settings| {
        settings.resources.limits.body_bytes = BODY;
        settings.resources.limits.games = 50;
    })
}

/// Asserts that the server is as idle as before and still responds.
fn is_well(board: &Board, before: &Value) {
    assert_eq!(&board.get("/api/status").json(), before);
    let answer = board.post("/api/game", "{\"moves\":\"f5d6\"}").json();
    assert_eq!(answer["plies"].as_array().unwrap().len(), 2);
}

/// A request that is refused: its description, the expected status, field and message, and the
/// request.
struct Case {
    name: String,
    status: u16,
    place: &'static str,
    message: &'static str,
    send: Box<dyn Fn(&Board) -> Answer>,
}

fn case(
    name: impl Into<String>,
    (status, place, message): (u16, &'static str, &'static str),
    send: impl Fn(&Board) -> Answer + 'static,
) -> Case {
    Case {
        name: name.into(),
        status,
        place,
        message,
        send: Box::new(send),
    }
}

/// Returns a POST request that is refused.
fn post(path: &'static str, (place, message): (&'static str, &'static str), body: String) -> Case {
    let name = format!("{path} {body}");
    case(name, (400, place, message), move |board| {
        board.post(path, &body)
    })
}

#[test]
fn invalid_and_slow_requests_are_refused() {
    let mut cases = bodies::cases();
    cases.extend(games::cases());
    cases.extend(queries::cases());
    cases.extend(heads::cases());
    cases.extend(files::cases());
    assert!(cases.len() >= 100, "{}", cases.len());
    let board = board();
    let before = board.get("/api/status").json();
    for case in cases {
        let name: String = case.name.chars().take(200).collect();
        println!("{name}");
        let message = (case.send)(&board).refused(case.status, case.place);
        let part = case.message;
        assert!(message.contains(part), "{message:?} lacks {part:?}");
        assert!(!message.contains('\n'), "{message:?}");
        assert!(message.len() < 1000, "{message:?}");
        is_well(&board, &before);
    }
}

/// Every endpoint that accepts a position rejects wrong sizes, wrong letters and discs on holes.
/// Positions are text, so discs cannot overlap.
#[test]
fn every_endpoint_rejects_invalid_positions() {
    let board = board();
    let before = board.get("/api/status").json();
    let disc_on_hole = format!("X{} X", "-".repeat(63));
    for (shape, start) in [
        ("8x8", format!("{} X", "X".repeat(65))),
        ("8x8", format!("{} X", "XO".repeat(64))),
        ("8x8", format!("{} X", "-".repeat(36))),
        ("6x6", format!("{} X", "-".repeat(64))),
        ("8x8", format!("{} X", "Z".repeat(64))),
        ("8x8", "-".repeat(64)),
        ("8x8-a1h8", disc_on_hole),
    ] {
        let query = format!("board={shape}&start={}", start.replace(' ', "+"));
        for path in ["analysis", "review", "tree", "archive/position"] {
            println!("{path} {query}");
            let answer = board.get(&format!("/api/{path}?{query}"));
            answer.refused(400, "start");
        }
        let refused = |path: &str, place: &str, body: Value| {
            println!("{path} {body}");
            let answer = board.post(&format!("/api/{path}"), &body.to_string());
            answer.refused(400, place);
        };
        let game = json!({ "board": shape, "start": start });
        refused("game", "start", game.clone());
        let choose = json!({ "board": shape, "start": start, "level": 1 });
        refused("choose", "start", choose);
        let explain = json!({ "board": shape, "start": start, "move": "f5" });
        refused("explain", "start", explain);
        let export = json!({ "format": "sgf", "games": [game] });
        refused("export", "games[0].start", export);
    }
    is_well(&board, &before);
}

#[test]
fn invalid_http_is_refused_and_has_no_effect() {
    let board = board();
    let before = board.get("/api/status").json();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: local\x00host\r\n\r\n",
        b"GET / HTTP/1.1\r\n host: localhost\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        format!(
            "GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n",
            "x".repeat(100_000)
        )
        .as_bytes(),
        format!(
            "GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n",
            "a: b\r\n".repeat(5000)
        )
        .as_bytes(),
    ] {
        let answer = board.send(bytes);
        assert!(
            answer.status == 0 && answer.body.is_empty() || (400..500).contains(&answer.status),
            "{:?}: {}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(40)]),
            answer.status
        );
        is_well(&board, &before);
    }
}

/// Without a free slot, a new connection closes a waiting one.
#[test]
fn idle_clients_do_not_block_others() {
    let mut board = Board::with(|settings| {
        settings.limits.connections = 8;
        settings.limits.head_time = Duration::from_secs(600);
        settings.limits.body_time = Duration::from_secs(600);
    });
    let mut events = board.events("/api/analysis?client=patient-one&moves=f5");
    assert!(events.next().is_some());
    let post = board.bytes("POST", "/api/game", &[("content-length", "999")], b"{");
    let kept = board.bytes("GET", "/api/status", &[("connection", "keep-alive")], b"");
    let beginnings = [&b""[..], b"GET / HTTP/1.1\r\nhost: ", &post, &kept];
    let waiting: Vec<_> = (0..100)
        .map(|number| {
            let mut stream = board.connect();
            // The server may already have closed it.
            let _ = stream.write_all(beginnings[number % beginnings.len()]);
            stream
        })
        .collect();
    assert_eq!(board.get("/api/status").status, 200);
    drop(waiting);
    // A stream of events is not idle.
    board.tell_to_stop();
    assert_eq!(events.last().unwrap().name, "failed");
}

#[test]
fn the_connection_that_has_waited_longest_is_closed() {
    let board = Board::with(|settings| {
        settings.limits.connections = 4;
        settings.limits.head_time = Duration::from_secs(600);
    });
    let waiting: Vec<_> = (0..8).map(|_| board.connect()).collect();
    assert_eq!(board.get("/api/status").status, 200);
    let [mut first, mut last] = [0, 7].map(|number| &waiting[number]);
    assert!(!matches!(first.read(&mut [0]), Ok(1..)));
    last.set_nonblocking(true).unwrap();
    let found = last.read(&mut [0]).map_err(|error| error.kind());
    assert_eq!(found, Err(ErrorKind::WouldBlock));
}

/// RFC 9112, 6.3: the server refuses a request with both lengths and closes the connection, so that
/// no second request can hide in the body.
#[test]
fn a_request_with_two_lengths_is_refused_and_closes_its_connection() {
    let board = board();
    let headers = [
        ("connection", "keep-alive"),
        ("content-type", "application/json"),
        ("content-length", "3"),
        ("transfer-encoding", "chunked"),
    ];
    let body = b"10\r\n{\"moves\":\"f5d6\"}\r\n0\r\n\r\n";
    let hidden = board.bytes("GET", "/api/status", &[], b"");
    let bytes = board.bytes("POST", "/api/game", &headers, body);
    let mut stream = board.connect();
    stream.write_all(&[bytes, hidden].concat()).unwrap();
    let answer = Answer::read(stream);
    assert_eq!(answer.status, 400);
    assert!(!answer.text().contains("HTTP/1.1"), "{answer:?}");
}

#[test]
fn contradictory_lengths_are_refused() {
    let board = board();
    let before = board.get("/api/status").json();
    let chunks = "10\r\n{\"moves\":\"f5d6\"}\r\n0\r\n\r\n";
    let request = |version: &str, fields: &str| {
        let head = "content-type: application/json\r\nhost: localhost\r\nconnection: close";
        let text = format!("POST /api/game {version}\r\n{head}\r\n{fields}\r\n\r\n{chunks}");
        board.send(text.as_bytes())
    };
    for (version, fields) in [
        ("HTTP/1.1", "content-length: 2\r\ncontent-length: 3"),
        ("HTTP/1.1", "content-length: 2, 2"),
        ("HTTP/1.1", "content-length: +2"),
        ("HTTP/1.1", "transfer-encoding: gzip"),
        ("HTTP/1.1", "transfer-encoding: chunked, gzip"),
        (
            "HTTP/1.1",
            "transfer-encoding: chunked\r\ncontent-length: x",
        ),
        ("HTTP/1.0", "transfer-encoding: chunked"),
    ] {
        let answer = request(version, fields);
        assert_eq!(answer.status, 400, "{version} {fields}");
        is_well(&board, &before);
    }
    let chunked = request("HTTP/1.1", "transfer-encoding: chunked");
    assert_eq!(chunked.json()["plies"].as_array().unwrap().len(), 2);
}
