//! The library of games, and the opponents.

use std::path::Path;
use std::sync::Mutex;

use crate::common::{Answer, Board};
use outflank_archive::library::Library;
use serde_json::{Value, json};

fn board(folder: &Path) -> Board {
    let library = Library::open_or_create(&folder.join("games/library.db"));
    Board::with(|resources| resources.library = Some(Mutex::new(library.unwrap())))
}

/// Saves a game of a player, as a writer that last saw `revision`.
fn save(board: &Board, id: &str, black: &str, writer: &str, revision: u32) -> Answer {
    let game = json!({
        "id": id,
        "writer": writer,
        "revision": revision,
        "saved": revision + 1,
        "entry": { "board": "8x8", "black": black, "line": "f5d6c3", "moves": 3 },
        "content": { "moves": "f5d6c3", "by": writer },
    });
    board.post("/api/library/save", &game)
}

fn found(board: &Board, search: &str) -> Vec<String> {
    let list = board.get(&format!("/api/library?search={search}")).json();
    let games = list["games"].as_array().unwrap();
    games
        .iter()
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn games_survive_a_restart_and_are_found_deleted_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    {
        let board = board(folder.path());
        for (id, black) in [("one", "Émile"), ("two", "Grace")] {
            let answer = save(&board, id, black, "tab", 0).json();
            assert_eq!(answer, json!({ "revision": 1 }));
        }
    }
    let board = board(folder.path());
    assert_eq!(found(&board, ""), ["one", "two"]);
    assert_eq!(found(&board, "emile"), ["one"]);
    assert_eq!(found(&board, "f5d6+grace"), ["two"]);
    let game = board.get("/api/library/game/one").json();
    assert_eq!(game["content"], json!({ "moves": "f5d6c3", "by": "tab" }));
    let one = json!({ "id": "one" });
    assert_eq!(board.post("/api/library/delete", &one).json(), json!({}));
    assert_eq!(found(&board, ""), ["two"]);
    assert_eq!(board.get("/api/library/game/one").error().0, 404);
    assert_eq!(board.post("/api/library/delete", &one).error().1, "id");
    assert_eq!(board.post("/api/library/restore", &one).json(), json!({}));
    assert_eq!(found(&board, ""), ["one", "two"]);
}

#[test]
fn a_writer_does_not_overwrite_unseen_changes() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    assert_eq!(save(&board, "g", "A", "one", 0).json()["revision"], 1);
    // The same writer may repeat a request, whose response may have been lost.
    assert_eq!(save(&board, "g", "A", "one", 0).json()["revision"], 2);
    let answer = save(&board, "g", "A", "two", 1);
    assert_eq!(answer.error(), (409, "revision"));
    assert_eq!(save(&board, "g", "A", "two", 2).json()["revision"], 3);
    assert_eq!(save(&board, "g", "A", "one", 2).error().0, 409);
    let game = board.get("/api/library/game/g").json();
    assert_eq!(game["content"]["by"], "two");
}

#[test]
fn errors_of_invalid_requests_name_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    for (id, black, writer, place) in [
        ("", "A", "w", "id"),
        ("../x", "A", "w", "id"),
        ("g", "A", "a b", "writer"),
        ("g", &"A".repeat(2000), "w", "entry.black"),
    ] {
        let answer = save(&board, id, black, writer, 0);
        assert_eq!(answer.error(), (400, place));
    }
    let list: Value = board.get("/api/library").json();
    assert_eq!(list["all"], 0);
    assert_eq!(board.get("/api/library/game/..").error().1, "id");
    let without = Board::start();
    assert_eq!(without.get("/api/library").error().1, "library");
    assert_eq!(save(&without, "g", "A", "w", 0).error().1, "library");
}

#[test]
fn every_opponent_plays() {
    let board = Board::start();
    let opponents = board.get("/api/opponents").json();
    for opponent in opponents.as_array().unwrap() {
        let mut asked = opponent["strength"].clone();
        asked["moves"] = "f5d6c3d3c4f4f6f3e6e7".into();
        board.post("/api/choose", &asked).json();
    }
}

#[test]
fn all_that_is_kept_goes_to_another_place_as_one_file() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [from, to] = [board(folders[0].path()), board(folders[1].path())];
    for id in ["one", "two", "gone"] {
        save(&from, id, "Émile", "tab", 0).json();
    }
    from.post("/api/library/delete", &json!({ "id": "gone" }))
        .json();
    save(&to, "two", "Grace", "other", 5).json();
    let file = from.get("/api/storage/export").json();
    assert_eq!(file["file"], "outflank.jsonl");
    let content = format!(
        "{{\"settings\":{{}}}}\n{}",
        file["content"].as_str().unwrap()
    );
    let import =
        |content: &str| to.request("post", "/api/storage/import?line=7", content.as_bytes());
    let counts = |games, known| json!({ "games": games, "cards": 0, "answers": 0, "known": known });
    // One game is newer at the other place.
    assert_eq!(import(&content).json(), counts(1, 1));
    assert_eq!(import(&content).json(), counts(0, 2));
    assert_eq!(found(&to, "emile"), ["one"]);
    assert_eq!(found(&to, "grace"), ["two"]);
    // A tab that saved the replaced game must not overwrite it.
    let newer = content.replace("\"saved\":1", "\"saved\":9");
    assert_eq!(import(&newer).json(), counts(2, 0));
    assert_eq!(save(&to, "two", "Grace", "other", 1).error().0, 409);
    let wrong = import("\n{\"game\":1}");
    assert_eq!(wrong.error(), (400, "body"));
    // Without an archive there is no place for cards.
    let card = r#"{"card":{"deck":"d","moves":"f5","loss":0}}"#;
    assert_eq!(import(card).error(), (404, "archive"));
}

/// Each ply is nested in the one before; by default, `serde_json` reads only 128 levels.
#[test]
fn the_longest_games_are_saved_opened_and_restored() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [from, to] = [board(folders[0].path()), board(folders[1].path())];
    let tree = |plies| {
        (0..plies).fold(
            json!({ "m": "pass" }),
            |next, _| json!({ "m": "f5", "k": [next] }),
        )
    };
    let saving = |tree| {
        json!({
            "id": "long",
            "writer": "tab",
            "revision": 0,
            "saved": 1,
            "entry": { "board": "16x8", "line": "", "moves": 124 },
            "content": { "tree": tree },
        })
    };
    from.post("/api/library/save", &saving(tree(256))).json();
    let opened = |board: &Board| board.get("/api/library/game/long").json()["content"].take();
    assert_eq!(opened(&from)["tree"], tree(256));
    let file = from.get("/api/storage/export").json();
    let content = file["content"].as_str().unwrap();
    let restored = to.request("post", "/api/storage/import", content.as_bytes());
    assert_eq!(restored.json()["games"], 1);
    assert_eq!(opened(&to)["tree"], tree(256));
    let too_deep = from.post("/api/library/save", &saving(tree(300)));
    assert_eq!(too_deep.error(), (400, "body"));
}

#[test]
fn a_game_keeps_its_review() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    let mistake = json!({ "ply": 3, "mover": "black", "loss": 4.5, "kind": "x_square" });
    let review = json!({
        "black": { "rating": 1500, "low": 1200, "high": 1800 },
        "white": null,
        "mistakes": [mistake],
    });
    let saving = |review: &Value| {
        json!({
            "id": "one", "writer": "tab", "revision": 0, "saved": 2,
            "entry": { "board": "8x8", "line": "f5d6c3", "moves": 3, "played": 1, "review": review },
            "content": {},
        })
    };
    assert_eq!(
        board.post("/api/library/save", &saving(&review)).json()["revision"],
        1
    );
    let listed = board.get("/api/library").json()["games"][0].clone();
    assert_eq!((&listed["review"], &listed["played"]), (&review, &json!(1)));
    let wrong = json!({ "black": null, "white": null, "mistakes": [{ "ply": 3 }] });
    assert_eq!(
        board.post("/api/library/save", &saving(&wrong)).error().0,
        400
    );
}
