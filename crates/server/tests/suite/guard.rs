//! Access control, security headers, and the files of the page.

use std::io::{Read, Write};
use std::net::IpAddr;

use crate::common::{Answer, Board, small};
use outflank_server::{Server, Settings, StartError};

const TOKEN: &str = "0123456789abcdefghijklmnopqrstuv";

fn with_token() -> Board {
    Board::with(|settings| settings.token = Some(TOKEN.to_owned()))
}

fn with_headers(board: &Board, path: &str, headers: &[(&str, &str)]) -> Answer {
    board.request("GET", path, headers, b"")
}

/// Returns the status of the response to a GET request with one header.
fn status(board: &Board, path: &str, name: &str, value: &str) -> u16 {
    with_headers(board, path, &[(name, value)]).status
}

#[test]
fn every_response_has_the_security_headers() {
    let board = Board::start();
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; \
        img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
        connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'";
    let paths = "/ /api/status /api /nothing /api/nothing /api/archive";
    for path in paths.split(' ') {
        let answer = board.get(path);
        for (name, value) in [
            ("content-security-policy", policy),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("permissions-policy").is_some(), "{path}");
        let kept = if path == "/" { "no-cache" } else { "no-store" };
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}

#[test]
fn the_page_is_compressed_and_cached() {
    let board = Board::start();
    let page = board.get("/");
    assert_eq!(page.status, 200);
    let html = Some("text/html; charset=utf-8");
    assert_eq!(page.header("content-type"), html);
    assert!(page.text().starts_with("<!doctype html>"));
    let mark = page.header("etag").unwrap().to_owned();
    let again = with_headers(&board, "/", &[("if-none-match", &mark)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(mark.as_str()));
    let other = with_headers(&board, "/", &[("if-none-match", "W/\"0\"")]);
    assert_eq!(other.status, 200);
    let packed = with_headers(&board, "/api/openings", &[("accept-encoding", "gzip")]);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() * 3 < board.get("/api/openings").body.len());
    let head = board.request("HEAD", "/", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn only_the_page_is_served() {
    let board = Board::start();
    let paths = "/Cargo.toml /../Cargo.toml /js/../../Cargo.toml /..%2fCargo.toml \
                 /%2e%2e/Cargo.toml /index.html%00 //index.html /./index.html /js /etc/passwd \
                 /C:/windows /..\\Cargo.toml";
    for path in paths.split(' ') {
        board.get(path).refused(404, "path");
    }
}

#[test]
fn only_loopback_host_names_are_accepted() {
    let board = Board::start();
    let port = board.address.port();
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        let host = format!("{host}:{port}");
        assert_eq!(status(&board, "/api/status", "host", &host), 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example:8664", "10.0.0.1"] {
        with_headers(&board, "/api/status", &[("host", host)]).refused(403, "Host");
    }
    let named = Board::with(|settings| settings.hosts = vec!["board.example".to_owned()]);
    assert_eq!(status(&named, "/", "host", "board.example"), 200);
}

#[test]
fn requests_from_other_origins_are_refused() {
    let board = Board::start();
    let own = format!("http://{}", board.address);
    for (name, value, expected) in [
        ("origin", own.as_str(), 200),
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("origin", "http://127.0.0.1:1", 403),
        ("origin", "", 403),
        ("origin", "file://", 403),
        ("sec-fetch-site", "same-origin", 200),
        ("sec-fetch-site", "none", 200),
        ("sec-fetch-site", "same-site", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "odd", 403),
    ] {
        let found = status(&board, "/api/status", name, value);
        assert_eq!(found, expected, "{name}: {value}");
    }
    // A cross-site link may lead to the page, but not to other resources.
    let link = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-fetch-dest", "document"),
    ];
    assert_eq!(with_headers(&board, "/", &link).status, 200);
    assert_eq!(with_headers(&board, "/api/status", &link).status, 403);
    let frame = [link[0], link[1], ("sec-fetch-dest", "iframe")];
    assert_eq!(with_headers(&board, "/", &frame).status, 403);
}

#[test]
fn preflight_requests_are_refused() {
    let board = Board::start();
    let headers = [
        ("origin", "http://evil.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let answer = board.request("OPTIONS", "/api/game", &headers, b"");
    assert_eq!(answer.status, 403);
    let allows = |(name, _): &(String, String)| name.starts_with("access-control");
    assert!(!answer.headers.iter().any(allows));
}

#[test]
fn requests_without_the_token_are_refused() {
    let board = with_token();
    for path in ["/", "/api/status", "/api", "/index.html", "/nothing"] {
        board.get(path).refused(401, "token");
    }
    let close = &TOKEN[..TOKEN.len() - 1];
    let port = board.address.port();
    for query in [close.to_owned(), format!("{TOKEN}x"), String::new()] {
        let answer = board.get(&format!("/?token={query}"));
        assert_eq!(answer.status, 401, "{query}");
    }
    let elsewhere = board.get(&format!("/api/status?token={TOKEN}"));
    assert_eq!(elsewhere.status, 401);
    for (name, value) in [
        ("authorization", format!("Bearer {close}")),
        ("authorization", TOKEN.to_owned()),
        ("cookie", format!("outflank-1={TOKEN}")),
        ("cookie", format!("outflank-{port}={close}")),
    ] {
        assert_eq!(status(&board, "/", name, &value), 401, "{name}: {value}");
    }
}

#[test]
fn the_token_opens_the_page_and_becomes_a_cookie() {
    let board = with_token();
    let url = format!("http://{}/?token={TOKEN}", board.address);
    assert_eq!(board.url, url);
    let welcome = board.get(&format!("/?token={TOKEN}"));
    assert_eq!(welcome.status, 303);
    assert_eq!(welcome.header("location"), Some("/"));
    let cookie = welcome.header("set-cookie").unwrap();
    let (_, flags) = cookie.split_once(';').unwrap();
    assert_eq!(flags, " Path=/; HttpOnly; SameSite=Strict");
    let cookie = format!("theme=dark; {}", cookie.split(';').next().unwrap());
    for path in ["/", "/api/status"] {
        assert_eq!(status(&board, path, "cookie", &cookie), 200);
    }
    let bearer = format!("Bearer {TOKEN}");
    assert_eq!(status(&board, "/api/status", "authorization", &bearer), 200);
}

#[test]
fn unsafe_settings_are_refused() {
    let refused = |change: &dyn Fn(&mut Settings)| {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(Server::bind(small(change))).unwrap_err()
    };
    let everywhere = IpAddr::from([0, 0, 0, 0]);
    let open = refused(&|settings| settings.address = everywhere);
    assert!(matches!(open, StartError::NoToken(address) if address == everywhere));
    let accents = "caf\u{e9}-au-lait-caf\u{e9}-au-lait";
    for token in ["short", "with blanks in it all over", accents] {
        let weak = refused(&|settings| settings.token = Some(token.to_owned()));
        assert!(matches!(weak, StartError::WeakToken(_)), "{token}");
    }
    let host = refused(&|settings| settings.hosts = vec!["http://x".to_owned()]);
    assert!(matches!(host, StartError::Host(_)));
    let missing = refused(&|settings| settings.resources.archive = Some("/no/such/file.db".into()));
    assert!(matches!(missing, StartError::Archive(_)));
    let board = Board::start();
    let taken = refused(&|settings| settings.port = board.address.port());
    assert!(matches!(taken, StartError::Listen { .. }));
}

#[test]
fn a_connection_serves_one_request_after_another() {
    let board = Board::start();
    let mut stream = board.connect();
    let request = board.bytes("GET", "/api/status", &[("connection", "keep-alive")], b"");
    for _ in 0..3 {
        stream.write_all(&request).unwrap();
        let mut received = Vec::new();
        while !received.ends_with(b"}") {
            let mut part = [0; 4096];
            let length = stream.read(&mut part).unwrap();
            assert!(length > 0);
            received.extend_from_slice(&part[..length]);
        }
        assert_eq!(Answer::read(&*received).status, 200);
    }
    // An idle connection is closed without a response.
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"");
}
