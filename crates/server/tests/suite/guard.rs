//! Access control, security headers, and the files of the page.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

use std::io::{Read, Write};
use std::net::IpAddr;

use crate::common::{Answer, Board, small};
use outflank_server::{Server, Settings, StartError};

const TOKEN: &str = "0123456789abcdefghijklmnopqrstuv";

fn with_token() -> Board {
    Board::with(Settings {
        token: Some(TOKEN.to_owned()),
        ..small()
    })
}

fn with_headers(board: &Board, path: &str, headers: &[(&str, &str)]) -> Answer {
    board.request("GET", path, headers, b"")
}

#[test]
fn every_response_has_the_security_headers() {
    let board = Board::start();
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; \
        img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
        connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'";
    for path in [
        "/",
        "/api/status",
        "/api",
        "/nothing",
        "/api/nothing",
        "/api/archive",
    ] {
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
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
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
fn nothing_but_the_page_is_served() {
    let board = Board::start();
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/js/../../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/index.html%00",
        "//index.html",
        "/./index.html",
        "/js",
        "/etc/passwd",
        "/C:/windows",
        "/..\\Cargo.toml",
    ] {
        let answer = board.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        assert_eq!(answer.error().0, "path");
    }
}

#[test]
fn only_loopback_host_names_are_answered() {
    let board = Board::start();
    let port = board.address.port();
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        let host = format!("{host}:{port}");
        assert_eq!(
            with_headers(&board, "/api/status", &[("host", &host)]).status,
            200,
            "{host}"
        );
    }
    for host in ["evil.example", "localhost.evil.example:8664", "10.0.0.1"] {
        let answer = with_headers(&board, "/api/status", &[("host", host)]);
        assert_eq!(
            (answer.status, answer.error().0.as_str()),
            (403, "Host"),
            "{host}"
        );
    }
    let named = Board::with(Settings {
        hosts: vec!["board.example".to_owned()],
        ..small()
    });
    assert_eq!(
        with_headers(&named, "/", &[("host", "board.example")]).status,
        200
    );
}

#[test]
fn requests_from_other_origins_are_refused() {
    let board = Board::start();
    let own = format!("http://{}", board.address);
    let get = |headers: &[(&str, &str)]| with_headers(&board, "/api/status", headers).status;
    assert_eq!(get(&[("origin", &own)]), 200);
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        "",
        "file://",
    ] {
        assert_eq!(get(&[("origin", origin)]), 403, "{origin}");
    }
    for (site, status) in [
        ("same-origin", 200),
        ("none", 200),
        ("same-site", 403),
        ("cross-site", 403),
        ("odd", 403),
    ] {
        assert_eq!(get(&[("sec-fetch-site", site)]), status, "{site}");
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
        let answer = board.get(path);
        assert_eq!(
            (answer.status, answer.error().0.as_str()),
            (401, "token"),
            "{path}"
        );
    }
    let close = &TOKEN[..TOKEN.len() - 1];
    for (path, headers) in [
        (format!("/?token={close}"), vec![]),
        (format!("/?token={TOKEN}x"), vec![]),
        ("/?token=".to_owned(), vec![]),
        (format!("/api/status?token={TOKEN}"), vec![]),
        (
            "/".to_owned(),
            vec![("authorization", format!("Bearer {close}"))],
        ),
        ("/".to_owned(), vec![("authorization", TOKEN.to_owned())]),
        (
            "/".to_owned(),
            vec![("cookie", format!("outflank-1={TOKEN}"))],
        ),
        (
            "/".to_owned(),
            vec![(
                "cookie",
                format!("outflank-{}={close}", board.address.port()),
            )],
        ),
    ] {
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        assert_eq!(
            with_headers(&board, &path, &headers).status,
            401,
            "{path} {headers:?}"
        );
    }
}

#[test]
fn the_token_opens_the_page_and_becomes_a_cookie() {
    let board = with_token();
    assert_eq!(
        board.url,
        format!("http://{}/?token={TOKEN}", board.address)
    );
    let welcome = board.get(&format!("/?token={TOKEN}"));
    assert_eq!(
        (welcome.status, welcome.header("location")),
        (303, Some("/"))
    );
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(
        cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"),
        "{cookie}"
    );
    let cookie = format!("theme=dark; {}", cookie.split(';').next().unwrap());
    for path in ["/", "/api/status"] {
        assert_eq!(
            with_headers(&board, path, &[("cookie", &cookie)]).status,
            200
        );
    }
    let bearer = format!("Bearer {TOKEN}");
    assert_eq!(
        with_headers(&board, "/api/status", &[("authorization", &bearer)]).status,
        200
    );
}

fn refused(settings: Settings) -> StartError {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(Server::bind(settings)).unwrap_err()
}

#[test]
fn unsafe_settings_are_refused() {
    let everywhere = IpAddr::from([0, 0, 0, 0]);
    let open = Settings {
        address: everywhere,
        ..small()
    };
    assert!(matches!(refused(open), StartError::NoToken(address) if address == everywhere));
    for token in [
        "short",
        "with blanks in it all over",
        "caf\u{e9}-au-lait-caf\u{e9}-au-lait",
    ] {
        let weak = Settings {
            token: Some(token.to_owned()),
            ..small()
        };
        assert!(matches!(refused(weak), StartError::WeakToken(_)), "{token}");
    }
    let host = Settings {
        hosts: vec!["http://x".to_owned()],
        ..small()
    };
    assert!(matches!(refused(host), StartError::Host(_)));
    let missing = Settings {
        archive: Some("/no/such/file.db".into()),
        ..small()
    };
    assert!(matches!(refused(missing), StartError::Archive(_)));
    let board = Board::start();
    let taken = Settings {
        port: board.address.port(),
        ..small()
    };
    assert!(matches!(refused(taken), StartError::Listen { .. }));
}

#[test]
fn a_connection_answers_one_request_after_the_other() {
    let board = Board::start();
    let mut stream = board.connect();
    let request = format!(
        "GET /api/status HTTP/1.1\r\nhost: {}\r\n\r\n",
        board.address
    );
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).unwrap();
        let mut received = Vec::new();
        while !received.ends_with(b"}") {
            let mut part = [0; 4096];
            let length = stream.read(&mut part).unwrap();
            assert!(length > 0);
            received.extend_from_slice(&part[..length]);
        }
        assert_eq!(Answer::parse(&received).status, 200);
    }
    // An idle connection is closed without an answer.
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"");
}
