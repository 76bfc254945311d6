//! Slow, oversized, malformed and hostile requests: each gets the right answer in the form
//! of all errors, and changes nothing.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::io::{Read, Write};
use std::time::Duration;

use crate::common::{Answer, Board, small};
use outflank_server::{Limits, Settings};
use serde_json::{Value, json};

/// Most bytes of a body of the server of these tests.
const BODY: usize = 64 << 10;

fn board() -> Board {
    Board::with(Settings {
        limits: Limits {
            body_bytes: BODY,
            games: 50,
            ..small().limits
        },
        ..small()
    })
}

/// The server must be as before: as idle as ever, and ready to answer.
fn is_well(board: &Board, before: &Value) {
    assert_eq!(&board.get("/api/status").json(), before);
    let told = board.post("/api/game", "{\"moves\":\"f5d6\"}").json();
    assert_eq!(told["plies"].as_array().unwrap().len(), 2);
}

/// A request that is refused: what it is, how it is answered, and what the answer says of
/// where and what.
struct Case {
    name: &'static str,
    status: u16,
    place: &'static str,
    message: &'static str,
    send: Box<dyn Fn(&Board) -> Answer>,
}

fn case(
    name: &'static str,
    (status, place, message): (u16, &'static str, &'static str),
    send: impl Fn(&Board) -> Answer + 'static,
) -> Case {
    Case {
        name,
        status,
        place,
        message,
        send: Box::new(send),
    }
}

/// A game that is refused.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cases are made where they stand"
)]
fn game(name: &'static str, told: (&'static str, &'static str), body: impl ToString) -> Case {
    let body = body.to_string();
    case(name, (400, told.0, told.1), move |board| {
        board.post("/api/game", &body)
    })
}

/// A question by GET that is refused.
fn get(
    name: &'static str,
    told: (u16, &'static str, &'static str),
    path: impl Into<String>,
) -> Case {
    let path = path.into();
    case(name, told, move |board| board.get(&path))
}

/// A file that is refused.
fn file(name: &'static str, told: (u16, &'static str, &'static str), content: Vec<u8>) -> Case {
    case(name, told, move |board| {
        board.request("POST", "/api/import?name=x.bin", &[], &content)
    })
}

/// Games that cannot be written.
#[expect(
    clippy::needless_pass_by_value,
    reason = "cases are made where they stand"
)]
fn export(name: &'static str, told: (&'static str, &'static str), body: Value) -> Case {
    let body = body.to_string();
    case(name, (400, told.0, told.1), move |board| {
        board.post("/api/export", &body)
    })
}

fn bodies() -> Vec<Case> {
    let nested = "[".repeat(5000) + &"]".repeat(5000);
    vec![
        game("no JSON", ("body", "no JSON"), "{\"moves\":"),
        game("nothing", ("body", "no JSON"), ""),
        game("a list", ("body", "found a list: expected an object"), "[]"),
        game("a text", ("body", "found a text"), "\"f5\""),
        game(
            "deep nesting",
            ("body", "recursion limit"),
            format!("{{\"moves\":{nested}}}"),
        ),
        game("not a number", ("body", "no JSON"), "{\"from\":NaN}"),
        game("infinity", ("body", "no JSON"), "{\"from\":Infinity}"),
        game(
            "a huge number",
            ("body", "number out of range"),
            "{\"from\":1e999}",
        ),
        game(
            "a large number",
            ("from", "expected usize"),
            json!({ "from": 1e30 }),
        ),
        game(
            "a negative number",
            ("from", "expected usize"),
            json!({ "from": -1 }),
        ),
        game(
            "a fraction",
            ("from", "expected usize"),
            json!({ "from": 1.5 }),
        ),
        game(
            "a number as a text",
            ("from", "expected usize"),
            json!({ "from": "1" }),
        ),
        game(
            "a ply that is not there",
            ("from", "the game has 2 plies"),
            json!({ "moves": "f5d6", "from": 3 }),
        ),
        game(
            "moves as a number",
            ("moves", "found a number: expected a text"),
            json!({ "moves": 55 }),
        ),
        game(
            "moves as a list",
            ("moves", "found a list"),
            json!({ "moves": ["f5"] }),
        ),
        game(
            "a board of null",
            ("board", "found null"),
            json!({ "board": null }),
        ),
        game(
            "an unknown field",
            ("mvoes", "expected one of `board`, `start`, `moves`, `from`"),
            json!({ "mvoes": "f5" }),
        ),
        game("binary junk", ("body", "no JSON"), "\u{0}\u{1}\u{7f}\u{ff}"),
        game("two objects", ("body", "trailing characters"), "{}{}"),
        case("no UTF-8", (400, "body", "no JSON"), |board| {
            let json = [("content-type", "application/json")];
            board.request("POST", "/api/game", &json, b"{\"moves\":\"\xff\xfe\"}")
        }),
        case(
            "another type of content",
            (415, "Content-Type", "application/json"),
            |board| {
                board.request(
                    "POST",
                    "/api/game",
                    &[("content-type", "text/plain")],
                    b"{}",
                )
            },
        ),
        case(
            "no type of content",
            (415, "Content-Type", "application/json"),
            |board| board.request("POST", "/api/game", &[], b"{}"),
        ),
        case(
            "a body that is too long",
            (413, "body", "at most 65536 bytes"),
            |board| {
                board.post(
                    "/api/game",
                    &format!("{{\"moves\":\"{}\"}}", " ".repeat(BODY)),
                )
            },
        ),
        case(
            "a body that only says it is long",
            (413, "body", "at most"),
            |board| {
                let headers = [
                    ("content-type", "application/json"),
                    ("content-length", "99999999999"),
                ];
                board.request("POST", "/api/game", &headers, b"{}")
            },
        ),
        case("endless chunks", (413, "body", "at most"), |board| {
            let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
            let chunked = [("transfer-encoding", "chunked")];
            board.request("POST", "/api/import", &chunked, chunk.repeat(40).as_bytes())
        }),
        case(
            "chunks that are none",
            (400, "body", "breaks off"),
            |board| {
                let chunked = [("transfer-encoding", "chunked")];
                board.request("POST", "/api/import", &chunked, b"zz\r\njunk\r\n")
            },
        ),
        case(
            "less than was promised",
            (408, "body", "within 1 seconds"),
            |board| {
                let headers = [
                    ("content-type", "application/json"),
                    ("content-length", "500"),
                ];
                board.request("POST", "/api/game", &headers, b"{\"moves\":")
            },
        ),
        case(
            "more than was promised",
            (400, "body", "no JSON"),
            |board| {
                let headers = [
                    ("content-type", "application/json"),
                    ("content-length", "5"),
                ];
                board.request("POST", "/api/game", &headers, b"{\"moves\":\"f5\"}")
            },
        ),
    ]
}

fn games() -> Vec<Case> {
    let board_of = |signs: usize| format!("{} X", "-".repeat(signs));
    vec![
        game(
            "an illegal move",
            ("moves", "move 2 is illegal: f5 is occupied"),
            json!({ "moves": "f5f5" }),
        ),
        game(
            "a move that flips nothing",
            ("moves", "a1 flips nothing"),
            json!({ "moves": "a1" }),
        ),
        game(
            "a square off the board",
            ("moves", "i9 is not a square"),
            json!({ "moves": "i9" }),
        ),
        game(
            "words that are no moves",
            ("moves", "expected a square"),
            json!({ "moves": "resign" }),
        ),
        game(
            "moves behind the end",
            ("moves", "the game is over"),
            json!({ "moves": "e6f4e3f6g5d6e7f5c5a1" }),
        ),
        game(
            "300 plies",
            ("moves", "more moves than a game"),
            json!({ "moves": "f5".repeat(300) }),
        ),
        game(
            "moves without end",
            ("moves", "expected at most 4096"),
            json!({ "moves": "f5".repeat(9000) }),
        ),
        game(
            "17x17",
            ("board", "sides of 3 to 16"),
            json!({ "board": "17x17" }),
        ),
        game(
            "2x2",
            ("board", "sides of 3 to 16"),
            json!({ "board": "2x2" }),
        ),
        game(
            "16x16",
            ("board", "at most 128"),
            json!({ "board": "16x16" }),
        ),
        game(
            "a board of letters",
            ("board", "expected a board"),
            json!({ "board": "../../etc" }),
        ),
        game(
            "a board without end",
            ("board", "expected at most 400"),
            json!({ "board": "8x8-".to_owned() + &"a1".repeat(400) }),
        ),
        game(
            "a start that is too short",
            ("start", "expected 64"),
            json!({ "start": board_of(63) }),
        ),
        game(
            "a start that is too long",
            ("start", "side to move"),
            json!({ "start": board_of(65) }),
        ),
        game(
            "a start of another board",
            ("start", "expected 36"),
            json!({ "board": "6x6", "start": board_of(25) }),
        ),
        game(
            "a start without a mover",
            ("start", "side to move"),
            json!({ "start": "-".repeat(64) }),
        ),
        game(
            "a start of other signs",
            ("start", "expected X, O or -"),
            json!({ "start": "?".repeat(64) + " X" }),
        ),
        game(
            "a start without end",
            ("start", "expected at most 256"),
            json!({ "start": board_of(5000) }),
        ),
    ]
}

fn queries() -> Vec<Case> {
    let blanks = "%20".repeat(5000);
    vec![
        get("no such path", (404, "path", "GET /api"), "/api/nothing"),
        get(
            "up and away",
            (404, "path", "nothing here"),
            "/../../etc/passwd",
        ),
        get(
            "up and away, coded",
            (404, "path", "nothing here"),
            "/%2e%2e/%2e%2e/etc/passwd",
        ),
        get(
            "a zero byte",
            (404, "path", "nothing here"),
            "/index.html%00",
        ),
        get(
            "a zero byte in a question",
            (404, "path", "GET /api"),
            "/api/status%00",
        ),
        get(
            "depth 0",
            (400, "depth", "expected 1 to 8"),
            "/api/tree?depth=0",
        ),
        get(
            "depth 99",
            (400, "depth", "expected 1 to 8"),
            "/api/tree?depth=99",
        ),
        get(
            "depth of letters",
            (400, "depth", "invalid digit"),
            "/api/tree?depth=deep",
        ),
        get(
            "depth without end",
            (400, "depth", "too large"),
            "/api/tree?depth=99999999999999999999",
        ),
        get(
            "depth twice",
            (400, "depth", "duplicate field"),
            "/api/tree?depth=1&depth=2",
        ),
        get(
            "moves twice",
            (400, "moves", "twice"),
            "/api/tree?moves=f5&moves=f5",
        ),
        get(
            "no such search",
            (400, "searches", ""),
            "/api/tree?searches=magic",
        ),
        get(
            "too many searches",
            (400, "searches", "at most 4"),
            "/api/tree?searches=minimax,alpha-beta,negamax,scout,pvs",
        ),
        get(
            "no such evaluation",
            (400, "evaluation", "expected discs"),
            "/api/tree?evaluation=magic",
        ),
        get("no such order", (400, "order", ""), "/api/tree?order=magic"),
        get(
            "an unknown field",
            (400, "height", "unknown field"),
            "/api/tree?height=3",
        ),
        get(
            "the tree of a game that is over",
            (400, "moves", "over"),
            "/api/tree?moves=e6f4e3f6g5d6e7f5c5",
        ),
        get(
            "an illegal move",
            (400, "moves", "illegal"),
            "/api/tree?moves=f5f5",
        ),
        get("no archive", (404, "archive", "--archive"), "/api/archive"),
        get(
            "no archive, a game",
            (404, "archive", "--archive"),
            "/api/archive/game/1",
        ),
        get(
            "no number",
            (400, "number", "number"),
            "/api/archive/game/one",
        ),
        get(
            "a negative number",
            (400, "number", "number"),
            "/api/archive/game/-1",
        ),
        get(
            "years that are none",
            (400, "years", "1990-1999"),
            "/api/archive/position?years=199",
        ),
        get(
            "a name without end",
            (400, "player", "at most 200"),
            format!("/api/archive/position?player=a{}", "b".repeat(300)),
        ),
        get(
            "an address without end",
            (414, "address", "at most 8192"),
            format!("/api/tree?moves={blanks}"),
        ),
        case(
            "GET where POST is asked",
            (405, "method", "method"),
            |board| board.get("/api/game"),
        ),
        case(
            "POST where GET is asked",
            (405, "method", "method"),
            |board| board.post("/api/status", "{}"),
        ),
        case("DELETE", (405, "method", "method"), |board| {
            board.request("DELETE", "/api/game", &[], b"")
        }),
        case(
            "a method that nobody knows",
            (405, "method", "method"),
            |board| board.request("BREW", "/api/game", &[], b""),
        ),
        case("POST to the page", (405, "method", "GET"), |board| {
            board.post("/", "{}")
        }),
        case("TRACE", (405, "method", "GET"), |board| {
            board.request("TRACE", "/", &[], b"")
        }),
    ]
}

fn heads() -> Vec<Case> {
    vec![
        case(
            "too many headers",
            (431, "headers", "at most 64"),
            |board| {
                let names: Vec<String> = (0..80).map(|number| format!("x-{number}")).collect();
                let headers: Vec<(&str, &str)> =
                    names.iter().map(|name| (name.as_str(), "1")).collect();
                board.request("GET", "/", &headers, b"")
            },
        ),
        case(
            "a header without end",
            (431, "headers", "at most 16384"),
            |board| board.request("GET", "/", &[("x-long", &"x".repeat(20_000))], b""),
        ),
        case("no host", (400, "Host", "one header"), |board| {
            board.send(b"GET / HTTP/1.0\r\n\r\n")
        }),
        case("two hosts", (400, "Host", "one header"), |board| {
            let address = board.address.to_string();
            board.request(
                "GET",
                "/",
                &[("host", &address), ("host", "evil.example")],
                b"",
            )
        }),
        case(
            "a name that was made to mean this machine",
            (403, "Host", "no name of the server"),
            |board| board.request("GET", "/api/status", &[("host", "evil.example:8664")], b""),
        ),
        case(
            "another name in the address",
            (403, "Host", "no name of the server"),
            |board| board.request("GET", "http://evil.example/api/status", &[], b""),
        ),
        case(
            "another origin",
            (403, "Origin", "another origin"),
            |board| {
                let headers = [
                    ("content-type", "application/json"),
                    ("origin", "http://evil.example"),
                ];
                board.request("POST", "/api/game", &headers, b"{}")
            },
        ),
        case("no origin", (403, "Origin", "another origin"), |board| {
            board.request("POST", "/api/import", &[("origin", "null")], b"f5")
        }),
        case(
            "another site",
            (403, "Sec-Fetch-Site", "another origin"),
            |board| {
                board.request(
                    "GET",
                    "/api/status",
                    &[("sec-fetch-site", "cross-site")],
                    b"",
                )
            },
        ),
        case(
            "half a head",
            (408, "headers", "within 1 seconds"),
            |board| board.send(b"GET / HTTP/1.1\r\nhost: loc"),
        ),
        case(
            "a head byte by byte",
            (408, "headers", "within 1 seconds"),
            |board| {
                let mut stream = board.connect();
                let head = format!(
                    "GET / HTTP/1.1\r\nhost: {}\r\nx: {}",
                    board.address,
                    "x".repeat(100)
                );
                for byte in head.bytes() {
                    if stream.write_all(&[byte]).is_err() {
                        break;
                    }
                    std::thread::sleep(Duration::from_millis(30));
                }
                read(stream)
            },
        ),
        case(
            "a body byte by byte",
            (408, "body", "within 1 seconds"),
            |board| {
                let mut stream = board.connect();
                let headers = [
                    ("content-type", "application/json"),
                    ("content-length", "100"),
                ];
                stream
                    .write_all(&board.bytes("POST", "/api/game", &headers, b""))
                    .unwrap();
                for _ in 0..60 {
                    if stream.write_all(b" ").is_err() {
                        break;
                    }
                    std::thread::sleep(Duration::from_millis(30));
                }
                read(stream)
            },
        ),
    ]
}

fn read(mut stream: std::net::TcpStream) -> Answer {
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received);
    Answer::parse(&received)
}

fn files() -> Vec<Case> {
    let mut wthor = vec![0; 16 + 68 * 3];
    wthor[4] = 3;
    wthor[12] = 10;
    let truncated = [
        &[20, 1, 1, 1, 0xff, 0xff, 0, 0, 0, 0, 0xc6, 7, 8, 0, 22, 0][..],
        &[1; 100],
    ]
    .concat();
    vec![
        file(
            "more games than are taken",
            (413, "body", "more than 50 games"),
            b"f5\n".repeat(60),
        ),
        file(
            "more bad games than are taken",
            (413, "body", "more than 50 games"),
            b"zz\n".repeat(20_000),
        ),
        file("no file", (400, "body", "no game in it"), Vec::new()),
        file(
            "only comments",
            (400, "body", "no game in it"),
            b"% nothing\n".to_vec(),
        ),
        file(
            "binary junk",
            (400, "body", "x.bin"),
            (0..=255).cycle().take(5000).collect(),
        ),
        file("zeros", (400, "body", "x.bin"), vec![0; 4000]),
        file("WTHOR with a broken header", (400, "body", "x.bin"), wthor),
        file("WTHOR that breaks off", (400, "body", "x.bin"), truncated),
        case(
            "a file for a board that is none",
            (400, "board", "sides"),
            |board| board.request("POST", "/api/import?board=1x1", &[], b"f5"),
        ),
        case("a name without end", (400, "name", "255"), |board| {
            let path = format!("/api/import?name={}", "x".repeat(300));
            board.request("POST", &path, &[], b"f5")
        }),
        export(
            "no such format",
            ("format", "unknown variant"),
            json!({ "format": "pdf", "games": [{}] }),
        ),
        export(
            "no format",
            ("format", "missing field"),
            json!({ "games": [{}] }),
        ),
        export(
            "no games",
            ("games", "expected 1 to 50"),
            json!({ "format": "sgf", "games": [] }),
        ),
        export(
            "too many games",
            ("games", "expected 1 to 50"),
            json!({ "format": "sgf", "games": vec![json!({}); 51] }),
        ),
        export(
            "games that are none",
            ("games[1]", "expected"),
            json!({ "format": "sgf", "games": [{}, 5] }),
        ),
        export(
            "an unknown field of a game",
            ("games[0].colour", "unknown field"),
            json!({ "format": "sgf", "games": [{ "colour": 1 }] }),
        ),
        export(
            "an illegal game",
            ("games[0].moves", "illegal"),
            json!({ "format": "sgf", "games": [{ "moves": "a1" }] }),
        ),
        export(
            "a date that is none",
            ("games[0].date", "no date"),
            json!({ "format": "sgf", "games": [{ "date": "soon" }] }),
        ),
        export(
            "a result that is none",
            ("games[0].result", "42-22"),
            json!({ "format": "sgf", "games": [{ "result": { "words": "?" } }] }),
        ),
        export(
            "a note on no ply",
            ("games[0].notes[0].ply", "expected 1 to 1"),
            json!({ "format": "sgf", "games": [{ "moves": "f5", "notes": [{ "ply": 9 }] }] }),
        ),
        export(
            "a name without end",
            ("games[0].black", "at most"),
            json!({ "format": "sgf", "games": [{ "black": "x".repeat(2000) }] }),
        ),
        export(
            "a game that the format cannot hold",
            ("games[0]", "no transcript"),
            json!({ "format": "transcript", "games": [{}] }),
        ),
        export(
            "games that the format cannot hold",
            ("games", "none can be written"),
            json!({ "format": "wthor", "games": [{ "board": "6x6" }, { "board": "6x6" }] }),
        ),
    ]
}

fn check(cases: Vec<Case>) {
    let board = board();
    let before = board.get("/api/status").json();
    for case in cases {
        let answer = (case.send)(&board);
        let name = case.name;
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
fn bodies_that_are_wrong() {
    check(bodies());
}

#[test]
fn games_that_are_none() {
    check(games());
}

#[test]
fn questions_that_are_wrong() {
    check(queries());
}

#[test]
fn heads_that_are_wrong_or_slow() {
    check(heads());
}

#[test]
fn files_that_are_wrong() {
    check(files());
}

#[test]
fn there_are_cases_enough() {
    let all = [bodies(), games(), queries(), heads(), files()];
    let cases: usize = all.iter().map(Vec::len).sum();
    assert!(cases >= 100, "{cases}");
}

#[test]
fn what_is_no_http_is_refused_and_changes_nothing() {
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
fn clients_that_wait_do_not_stop_the_others() {
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
    // Answered as soon as the time of the others is up.
    assert_eq!(board.get("/api/status").status, 200);
    for stream in waiting {
        assert_eq!(read(stream).status, 408);
    }
}
