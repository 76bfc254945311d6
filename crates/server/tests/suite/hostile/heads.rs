//! Invalid, foreign or slow request headers.

use std::io::Read;

use super::*;

/// The requests with headers that replace the usual ones, one per line.
#[rustfmt::skip]
fn with_headers() -> Vec<Case> {
    let chunked = ("transfer-encoding", "chunked");
    let gzip = ("transfer-encoding", "gzip, chunked");
    let (alone, import) = ("expected `chunked` alone", "/api/import");
    let cases = [
        (403, "Host", "not allowed", "/api/status", vec![("host", "evil.example:8664")]),
        (403, "Host", "not allowed", "http://evil.example/api/status", vec![]),
        (403, "Origin", "cross-origin", "/api/game", vec![("origin", "http://evil.example")]),
        (403, "Origin", "cross-origin", import, vec![("origin", "null")]),
        (403, "Sec-Fetch-Site", "cross-origin", "/api/status", vec![("sec-fetch-site", "cross-site")]),
        (400, "transfer-encoding", alone, import, vec![gzip]),
        (400, "transfer-encoding", alone, import, vec![chunked, chunked]),
        (400, "transfer-encoding", "`Content-Length`", import, vec![chunked, ("Content-Length", "5")]),
    ];
    let cases = cases.map(|(status, place, message, path, headers)| {
        let method = if path.ends_with("status") { "GET" } else { "POST" };
        let name = format!("{path} {headers:?}");
        case(name, (status, place, message), move |board| {
            board.request(method, path, &headers, b"0\r\n\r\n")
        })
    });
    cases.into()
}

pub(super) fn cases() -> Vec<Case> {
    let late = "within 1 seconds";
    let mut cases = with_headers();
    cases.extend([
        case("many", (431, "headers", "at most 64"), |board| {
            let names: Vec<String> = (0..80).map(|number| format!("x-{number}")).collect();
            let headers: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "1")).collect();
            board.request("GET", "/", &headers, b"")
        }),
        case("long", (431, "headers", "at most 16384"), |board| {
            board.request("GET", "/", &[("x-long", &"x".repeat(20_000))], b"")
        }),
        case("no host", (400, "Host", "one `Host` header"), |board| {
            board.send(b"GET / HTTP/1.0\r\n\r\n")
        }),
        case("two hosts", (400, "Host", "one `Host` header"), |board| {
            let address = board.address.to_string();
            let hosts = [("host", &*address), ("host", "evil.example")];
            board.request("GET", "/", &hosts, b"")
        }),
        case(
            "a length before the chunked coding, in the second request on a connection",
            (400, "transfer-encoding", "`Content-Length`"),
            |board| {
                let keep = [("connection", "keep-alive")];
                let headers = [("content-length", "5"), ("transfer-encoding", "chunked")];
                let first = board.bytes("GET", "/api/status", &keep, b"");
                let second = board.bytes("POST", "/api/import", &headers, b"0\r\n\r\n");
                let mut stream = board.connect();
                stream.write_all(&[first, second].concat()).unwrap();
                let mut received = Vec::new();
                let _ = stream.read_to_end(&mut received);
                let second = b"HTTP/1.1 400";
                let mut places = received.windows(second.len());
                let at = places.position(|bytes| bytes == second);
                Answer::read(&received[at.unwrap_or_default()..])
            },
        ),
        case("half a head", (408, "headers", late), |board| {
            board.send(b"GET / HTTP/1.1\r\nhost: loc")
        }),
        case("a head byte by byte", (408, "headers", late), |board| {
            let long = [("x", &*"x".repeat(100))];
            slowly(board, b"", &board.bytes("GET", "/", &long, b"")[..160])
        }),
        case("a body byte by byte", (408, "body", late), |board| {
            let json = ("content-type", "application/json");
            let headers = [json, ("content-length", "100")];
            slowly(
                board,
                &board.bytes("POST", "/api/game", &headers, b""),
                &[b' '; 60],
            )
        }),
    ]);
    cases
}

/// Sends the first bytes at once, then the others one by one.
fn slowly(board: &Board, head: &[u8], rest: &[u8]) -> Answer {
    let mut stream = board.connect();
    stream.write_all(head).unwrap();
    for byte in rest {
        if stream.write_all(&[*byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    Answer::read(stream)
}
