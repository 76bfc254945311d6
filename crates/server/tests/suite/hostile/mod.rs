//! Slow, oversized, malformed and hostile requests: each gets the right error answer, and
//! has no effect.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod bodies;
mod files;
mod games;
mod heads;
mod queries;

use std::io::{Read, Write};
use std::time::Duration;

use crate::common::{Answer, Board, small};
use outflank_server::{RequestLimits, Settings};
use serde_json::{Value, json};

/// Maximum body size of the test server, in bytes.
const BODY: usize = 64 << 10;

fn board() -> Board {
    Board::with(Settings {
        requests: RequestLimits {
            body_bytes: BODY,
            games: 50,
            ..small().requests
        },
        ..small()
    })
}

/// Asserts that the server is as idle as before, and ready to answer.
fn is_well(board: &Board, before: &Value) {
    assert_eq!(&board.get("/api/status").json(), before);
    let answer = board.post("/api/game", "{\"moves\":\"f5d6\"}").json();
    assert_eq!(answer["plies"].as_array().unwrap().len(), 2);
}

/// A request that is refused: its text, the request, and the expected status, field
/// and message.
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

/// Returns a game that is refused.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cases are made where they stand"
)]
fn game((place, message): (&'static str, &'static str), body: impl ToString) -> Case {
    let body = body.to_string();
    case(body.clone(), (400, place, message), move |board| {
        board.post("/api/game", &body)
    })
}

/// Returns a GET request that is refused.
fn get(expected: (u16, &'static str, &'static str), path: impl Into<String>) -> Case {
    let path = path.into();
    case(path.clone(), expected, move |board| board.get(&path))
}

fn read(mut stream: std::net::TcpStream) -> Answer {
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received);
    Answer::parse(&received)
}

fn check(cases: Vec<Case>) {
    let board = board();
    let before = board.get("/api/status").json();
    for case in cases {
        let answer = (case.send)(&board);
        let name: String = case.name.chars().take(200).collect();
        assert_eq!(answer.status, case.status, "{name}: {}", answer.text());
        let (place, message) = answer.error();
        assert_eq!(place, case.place, "{name}: {message}");
        assert!(
            message.contains(case.message),
            "{name}: {message:?} lacks {:?}",
            case.message
        );
        assert!(
            !message.contains('\n') && message.len() < 1000,
            "{name}: {message:?}"
        );
        is_well(&board, &before);
    }
}

#[test]
fn invalid_bodies_are_rejected() {
    check(bodies::cases());
}

#[test]
fn invalid_games_are_rejected() {
    check(games::cases());
}

#[test]
fn invalid_queries_are_rejected() {
    check(queries::cases());
}

#[test]
fn invalid_or_slow_headers_are_rejected() {
    check(heads::cases());
}

#[test]
fn invalid_files_are_rejected() {
    check(files::cases());
}

/// Positions are text, so discs cannot overlap; wrong sizes, letters and discs on holes
/// are rejected by every entry point that accepts a position.
#[test]
fn every_entry_rejects_wrong_positions() {
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
        let fields = json!({ "board": shape, "start": start });
        let query = format!("board={shape}&start={}", start.replace(' ', "+"));
        for path in ["analysis", "review", "tree", "archive/position"] {
            let answer = board.get(&format!("/api/{path}?{query}"));
            assert_eq!(answer.status, 400, "{path} {query}: {}", answer.text());
            assert_eq!(answer.error().0, "start", "{path} {query}");
        }
        for (path, more) in [
            ("game", json!({})),
            ("choose", json!({ "level": 1 })),
            ("explain", json!({ "move": "f5" })),
        ] {
            let mut body = fields.clone();
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            let answer = board.post(&format!("/api/{path}"), &body.to_string());
            assert_eq!(answer.status, 400, "{path} {body}: {}", answer.text());
            assert_eq!(answer.error().0, "start", "{path} {body}");
        }
        let export = json!({ "format": "sgf", "games": [fields] }).to_string();
        let answer = board.post("/api/export", &export);
        assert_eq!(
            (answer.status, answer.error().0.as_str()),
            (400, "games[0].start")
        );
    }
    is_well(&board, &before);
}

#[test]
fn the_suite_has_enough_cases() {
    let all = [
        bodies::cases(),
        games::cases(),
        queries::cases(),
        heads::cases(),
        files::cases(),
    ];
    let cases: usize = all.iter().map(Vec::len).sum();
    assert!(cases >= 100, "{cases}");
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
        &[
            &b"GET /"[..],
            &b"x".repeat(100_000),
            b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        ]
        .concat(),
        &[
            &b"GET / HTTP/1.1\r\nhost: localhost\r\n"[..],
            &b"a: b\r\n".repeat(5000),
            b"\r\n",
        ]
        .concat(),
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

#[test]
fn idle_clients_do_not_block_others() {
    let mut few = small();
    few.limits.connections = 8;
    let board = Board::with(few);
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = board.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nhost: ").unwrap();
            stream
        })
        .collect();
    // Answered as soon as the time of the other clients is up.
    assert_eq!(board.get("/api/status").status, 200);
    for stream in waiting {
        assert_eq!(read(stream).status, 408);
    }
}

/// RFC 9112, 6.3: a request with both lengths is refused, and the connection must end, so that
/// no second request can hide behind the wrong one.
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
    let mut received = String::new();
    // The server closes with bytes unread, which may end in a reset.
    let _ = stream.read_to_string(&mut received);
    assert!(received.starts_with("HTTP/1.1 400"), "{received}");
    assert_eq!(received.matches("HTTP/1.1").count(), 1, "{received}");
}

#[test]
fn contradictory_lengths_are_refused() {
    let board = board();
    let before = board.get("/api/status").json();
    let request = |version: &str, fields: &str, body: &str| {
        let head = "content-type: application/json\r\nhost: localhost\r\nconnection: close";
        let text = format!("POST /api/game {version}\r\n{head}\r\n{fields}\r\n\r\n{body}");
        board.send(text.as_bytes())
    };
    let chunks = "10\r\n{\"moves\":\"f5d6\"}\r\n0\r\n\r\n";
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
        assert_eq!(
            request(version, fields, chunks).status,
            400,
            "{version} {fields}"
        );
        is_well(&board, &before);
    }
    let chunked = request("HTTP/1.1", "transfer-encoding: chunked", chunks);
    assert_eq!(chunked.json()["plies"].as_array().unwrap().len(), 2);
}
