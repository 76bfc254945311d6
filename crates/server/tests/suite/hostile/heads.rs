//! Invalid, foreign or slow request headers.

use super::*;

/// The requests with headers in place of the usual ones, one a line.
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

/// The requests.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = with_headers();
    cases.extend([
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
        case("no host", (400, "Host", "one `Host` header"), |board| {
            board.send(b"GET / HTTP/1.0\r\n\r\n")
        }),
        case("two hosts", (400, "Host", "one `Host` header"), |board| {
            let address = board.address.to_string();
            board.request(
                "GET",
                "/",
                &[("host", &address), ("host", "evil.example")],
                b"",
            )
        }),
        case(
            "a length before the chunked coding, in the second request of a connection",
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
                let at = received
                    .windows(second.len())
                    .position(|bytes| bytes == second);
                Answer::parse(&received[at.unwrap_or_default()..])
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
    ]);
    cases
}
