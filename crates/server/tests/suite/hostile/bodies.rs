//! Invalid bodies: wrong syntax, fields or size.

use super::*;

/// The requests.
pub(super) fn cases() -> Vec<Case> {
    let nested = "[".repeat(5000) + &"]".repeat(5000);
    vec![
        game("not JSON", ("body", "not JSON"), "{\"moves\":"),
        game("nothing", ("body", "not JSON"), ""),
        game("a list", ("body", "found a list: expected an object"), "[]"),
        game("a text", ("body", "found a string"), "\"f5\""),
        game(
            "deep nesting",
            ("body", "recursion limit"),
            format!("{{\"moves\":{nested}}}"),
        ),
        game("not a number", ("body", "not JSON"), "{\"from\":NaN}"),
        game("infinity", ("body", "not JSON"), "{\"from\":Infinity}"),
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
            ("moves", "found a number: expected a string"),
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
        game(
            "binary junk",
            ("body", "not JSON"),
            "\u{0}\u{1}\u{7f}\u{ff}",
        ),
        game("two objects", ("body", "trailing characters"), "{}{}"),
        case("no UTF-8", (400, "body", "not JSON"), |board| {
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
            (400, "body", "incomplete"),
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
            (400, "body", "not JSON"),
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
