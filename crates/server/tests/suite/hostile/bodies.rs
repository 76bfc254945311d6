//! Invalid bodies: wrong syntax, wrong fields or wrong size.

use super::*;

/// The requests, one per line.
#[rustfmt::skip]
pub(super) fn cases() -> Vec<Case> {
    let nested = "[".repeat(5000) + &"]".repeat(5000);
    let texts = [
        ("not JSON", "{\"moves\":"),
        ("not JSON", ""),
        ("found a list: expected an object", "[]"),
        ("found a string", "\"f5\""),
        ("nested too deeply: expected at most 600 levels", &format!("{{\"moves\":{nested}}}")),
        ("not JSON", "{\"from\":NaN}"),
        ("not JSON", "{\"from\":Infinity}"),
        ("number out of range", "{\"from\":1e999}"),
        ("not JSON", "\u{0}\u{1}\u{7f}\u{ff}"),
        ("trailing characters", "{}{}"),
    ];
    let texts = texts.map(|(message, body)| post("/api/game", ("body", message), body.to_owned()));
    let objects = [
        ("from", "expected usize", json!({ "from": 1e30 })),
        ("from", "expected usize", json!({ "from": -1 })),
        ("from", "expected usize", json!({ "from": 1.5 })),
        ("from", "expected usize", json!({ "from": "1" })),
        ("from", "the game has 2 plies", json!({ "moves": "f5d6", "from": 3 })),
        ("moves", "found a number: expected a string", json!({ "moves": 55 })),
        ("moves", "found a list", json!({ "moves": ["f5"] })),
        ("board", "found null", json!({ "board": null })),
        ("mvoes", "expected one of `board`, `start`, `moves`, `from`", json!({ "mvoes": "f5" })),
    ];
    let objects = objects.map(|(place, message, body)| {
        post("/api/game", (place, message), body.to_string())
    });
    // Headers that replace the usual ones, and a body.
    let json = ("content-type", "application/json");
    let (text, chunked) = (("content-type", "text/plain"), ("transfer-encoding", "chunked"));
    let length = |bytes| ("content-length", bytes);
    let long = format!("{{\"moves\":\"{}\"}}", " ".repeat(BODY)).into_bytes();
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000)).repeat(40).into_bytes();
    let other = [
        (400, "body", "not JSON", vec![json], b"{\"moves\":\"\xff\xfe\"}".to_vec()),
        (415, "Content-Type", "application/json", vec![text], b"{}".to_vec()),
        (415, "Content-Type", "application/json", vec![], b"{}".to_vec()),
        (413, "body", "at most 65536 bytes", vec![json], long),
        (413, "body", "at most", vec![json, length("99999999999")], b"{}".to_vec()),
        (413, "body", "at most", vec![json, chunked], chunk),
        (400, "body", "incomplete", vec![json, chunked], b"zz\r\njunk\r\n".to_vec()),
        (408, "body", "within 1 seconds", vec![json, length("500")], b"{\"moves\":".to_vec()),
        (400, "body", "not JSON", vec![json, length("5")], b"{\"moves\":\"f5\"}".to_vec()),
    ];
    let other = other.map(|(status, place, message, headers, body)| {
        let name = format!("{headers:?}");
        case(name, (status, place, message), move |board| {
            board.request("POST", "/api/game", &headers, &body)
        })
    });
    texts.into_iter().chain(objects).chain(other).collect()
}
