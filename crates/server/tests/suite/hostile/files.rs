//! Files that cannot be read, and games that cannot be written.

use super::*;

/// The requests.
pub(super) fn cases() -> Vec<Case> {
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
        file("no file", (400, "body", "no games"), Vec::new()),
        file(
            "only comments",
            (400, "body", "no games"),
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
            ("games[0].date", "not a date"),
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
