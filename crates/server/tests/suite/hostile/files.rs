//! Files that cannot be read, and games that cannot be written.

use super::*;

/// The requests, one per line.
#[rustfmt::skip]
pub(super) fn cases() -> Vec<Case> {
    let mut wthor = vec![0; 16 + 68 * 3];
    wthor[4] = 3;
    wthor[12] = 10;
    let long_name = format!("/api/import?name={}", "x".repeat(300));
    let import = "/api/import?name=x.bin";
    let files = [
        (413, "body", "more than 50 games", import, b"f5\n".repeat(60)),
        (413, "body", "more than 50 games", import, b"zz\n".repeat(20_000)),
        (400, "body", "no games", import, Vec::new()),
        (400, "body", "no games", import, b"% nothing\n".to_vec()),
        (400, "body", "x.bin", import, (0..=255).cycle().take(5000).collect()),
        (400, "body", "x.bin", import, wthor),
        (400, "board", "sides", "/api/import?board=1x1", b"f5".to_vec()),
        (400, "name", "255", &long_name, b"f5".to_vec()),
    ];
    let files = files.map(|(status, place, message, path, content)| {
        let path = path.to_owned();
        case(path.clone(), (status, place, message), move |board| {
            board.request("POST", &path, &[], &content)
        })
    });
    // The games to export.
    let games = [
        ("games", "expected 1 to 50", json!([])),
        ("games", "expected 1 to 50", json!(vec![json!({}); 51])),
        ("games[1]", "expected", json!([{}, 5])),
        ("games[0].colour", "unknown field", json!([{ "colour": 1 }])),
        ("games[0].moves", "illegal", json!([{ "moves": "a1" }])),
        ("games[0].date", "not a date", json!([{ "date": "soon" }])),
        ("games[0].result", "42-22", json!([{ "result": { "words": "?" } }])),
        ("games[0].notes[0].ply", "from 1 to 1", json!([{ "moves": "f5", "notes": [{ "ply": 9 }] }])),
        ("games[0].black", "at most", json!([{ "black": "x".repeat(2000) }])),
    ];
    let games = games.map(|(place, message, games)| {
        (place, message, json!({ "format": "sgf", "games": games }))
    });
    let wide = json!([{ "board": "6x6" }, { "board": "6x6" }]);
    let formats = [
        ("format", "unknown variant", json!({ "format": "pdf", "games": [{}] })),
        ("format", "missing field", json!({ "games": [{}] })),
        ("games[0]", "no transcript", json!({ "format": "transcript", "games": [{}] })),
        ("games", "no game can be written", json!({ "format": "wthor", "games": wide })),
    ];
    let exports = games.into_iter().chain(formats).map(|(place, message, body)| {
        post("/api/export", (place, message), body.to_string())
    });
    files.into_iter().chain(exports).collect()
}
