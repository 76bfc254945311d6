//! Invalid GET requests.

use super::*;

/// The requests.
pub(super) fn cases() -> Vec<Case> {
    let blanks = "%20".repeat(5000);
    vec![
        get("no such path", (404, "path", "GET /api"), "/api/nothing"),
        get(
            "up and away",
            (404, "path", "not found"),
            "/../../etc/passwd",
        ),
        get(
            "up and away, coded",
            (404, "path", "not found"),
            "/%2e%2e/%2e%2e/etc/passwd",
        ),
        get("a zero byte", (404, "path", "not found"), "/index.html%00"),
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
