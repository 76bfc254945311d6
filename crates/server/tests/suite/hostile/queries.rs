//! Invalid GET requests.

use super::*;

/// The requests, one per line.
#[rustfmt::skip]
pub(super) fn cases() -> Vec<Case> {
    let blanks = format!("/api/tree?moves={}", "%20".repeat(5000));
    let long_name = format!("/api/archive/position?player=a{}", "b".repeat(300));
    let cases = [
        (404, "path", "GET /api", "/api/nothing"),
        (404, "path", "not found", "/../../etc/passwd"),
        (404, "path", "not found", "/%2e%2e/%2e%2e/etc/passwd"),
        (404, "path", "not found", "/index.html%00"),
        (404, "path", "GET /api", "/api/status%00"),
        (400, "depth", "expected 1 to 8", "/api/tree?depth=0"),
        (400, "depth", "expected 1 to 8", "/api/tree?depth=99"),
        (400, "depth", "invalid digit", "/api/tree?depth=deep"),
        (400, "depth", "too large", "/api/tree?depth=99999999999999999999"),
        (400, "depth", "duplicate field", "/api/tree?depth=1&depth=2"),
        (400, "moves", "twice", "/api/tree?moves=f5&moves=f5"),
        (400, "searches", "", "/api/tree?searches=magic"),
        (400, "searches", "at most 4", "/api/tree?searches=minimax,alpha-beta,negamax,scout,pvs"),
        (400, "evaluation", "expected discs", "/api/tree?evaluation=magic"),
        (400, "order", "", "/api/tree?order=magic"),
        (400, "height", "unknown field", "/api/tree?height=3"),
        (400, "moves", "over", "/api/tree?moves=e6f4e3f6g5d6e7f5c5"),
        (400, "moves", "illegal", "/api/tree?moves=f5f5"),
        (404, "archive", "--archive", "/api/archive"),
        (404, "archive", "--archive", "/api/archive/game/1"),
        (400, "number", "number", "/api/archive/game/one"),
        (400, "number", "number", "/api/archive/game/-1"),
        (400, "years", "1990-1999", "/api/archive/position?years=199"),
        (405, "method", "method", "/api/game"),
        (400, "player", "at most 200", &long_name),
        (414, "address", "at most 8192", &blanks),
        (400, "level", "", "/api/analysis?level=0"),
        (400, "level", "", "/api/analysis?level=61"),
        (400, "level", "", "/api/analysis?level=5&time=1"),
        (400, "time", "", "/api/analysis?time=0"),
        (400, "time", "", "/api/analysis?time=1e9"),
        (400, "time", "", "/api/analysis?time=nan"),
        (400, "wanted", "", "/api/analysis?wanted=0"),
        (400, "wanted", "", "/api/analysis?wanted=some"),
        (400, "exact", "", "/api/analysis?exact=perhaps"),
        (400, "depth", "", "/api/analysis?depth=5"),
        (400, "moves", "", "/api/analysis?moves=a1"),
        (400, "moves", "", "/api/analysis?moves=e6f4e3f6g5d6e7f5c5"),
        (400, "client", "", "/api/analysis?client=x"),
    ];
    let cases = cases.map(|(status, place, message, path)| {
        let path = path.to_owned();
        case(path.clone(), (status, place, message), move |board| board.get(&path))
    });
    let methods = [
        ("POST", "/api/status", "method"),
        ("DELETE", "/api/game", "method"),
        ("BREW", "/api/game", "method"),
        ("POST", "/", "GET"),
        ("TRACE", "/", "GET"),
    ];
    let methods = methods.map(|(method, path, expected)| {
        case(format!("{method} {path}"), (405, "method", expected), move |board| {
            board.request(method, path, &[("content-type", "application/json")], b"")
        })
    });
    cases.into_iter().chain(methods).collect()
}
