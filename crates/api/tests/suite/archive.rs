//! Requests to the archive.

use std::ops::ControlFlow;
use std::path::Path;

use crate::common::{Board, has};
use outflank_archive::{Archive, Source};
use outflank_othello::Shape;
use outflank_othello::format::open_game_file;
use serde_json::json;

/// Returns a board whose archive has the games of one year.
pub(crate) fn board(folder: &Path) -> Board {
    let path = folder.join("games.db");
    let games = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/wthor/WTH_1980.wtb"
    ));
    let mut archive = Archive::open_or_create(&path).unwrap();
    let content = std::fs::read(games).unwrap();
    let source = Source::of_content(&content, "WTH_1980.wtb", Shape::STANDARD, None);
    let reader = open_game_file(games, Shape::STANDARD).unwrap();
    archive
        .import(&source, reader, 1000, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    Board::with(|resources| resources.archive = Some(path))
}

#[test]
fn the_archive_lists_the_moves_played() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    assert_eq!(board.get("/api/status").json()["archive"], true);
    let totals = board.get("/api/archive").json();
    has!(totals; "first_year": 1980, "last_year": 1980);
    let games = totals["games"].as_u64().unwrap();
    let path = "/api/archive/position";
    let start = board.get(path).json();
    assert_eq!(start["all"]["games"], games);
    assert_eq!(start["total"], games);
    let shown = start["games"].as_array().unwrap();
    assert_eq!(shown.len() as u64, games.min(100));
    // The four possible first moves are the same up to symmetry.
    let moves = start["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["move"]), (1, &json!("f5")));
    assert_eq!(moves[0]["alike"], json!(["e6", "d3", "c4"]));
    assert_eq!(moves[0]["players"].as_array().unwrap().len(), 3);
    let none = board
        .get(&format!("{path}?moves=f5d6&years=1990-1999"))
        .json();
    has!(none; "total": 0, "moves": []);
    // One player has fewer games.
    let name = start["games"][0]["black"]
        .as_str()
        .unwrap()
        .replace(' ', "+");
    let theirs = board
        .get(&format!("{path}?player={name}&years=1980"))
        .json();
    let theirs = theirs["total"].as_u64().unwrap();
    assert!((1..games).contains(&theirs), "{theirs} of {games}");
}

#[test]
fn archived_games_have_the_same_form_as_imported_games() {
    let folder = tempfile::tempdir().unwrap();
    let board = board(folder.path());
    let listed = board.get("/api/archive/position").json()["games"][0].clone();
    let game = board.get("/api/archive/game/1").json();
    assert_eq!(listed["number"], 1);
    assert_eq!(game["black"], listed["black"]);
    assert_eq!(game, listed);
    let exported = json!({ "format": "sgf", "games": [game] });
    board.post("/api/export", &exported).json();
    let missing = board.get("/api/archive/game/99999");
    assert_eq!(missing.error(), (404, "number"));
    let message = missing.message();
    assert!(message.starts_with("no game 99999: the archive has"));
}

/// Returns a board with an archive without games.
fn empty_archive(folder: &Path) -> Board {
    let path = folder.join("games.db");
    Archive::open_or_create(&path).unwrap();
    Board::with(|resources| resources.archive = Some(path))
}

/// The rest of a damaged file counts as one rejected game.
#[test]
fn the_games_before_damage_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let board = empty_archive(folder.path());
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/wthor/WTH_1980.wtb"
    );
    let games = std::fs::read(path).unwrap();
    let address = "/api/archive/import?name=cut.wtb&players=0&tournaments=0";
    let imported = board.request("post", address, &games[..5000]).json();
    has!(imported; "read": 74, "written": 73, "rejected": 1);
    assert_eq!(board.get("/api/archive").json()["games"], 73);
    let nothing = board.request("post", address, &games[..18]).json();
    has!(nothing; "read": 1, "rejected": 1);
}

#[test]
fn files_are_imported_once_with_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let board = empty_archive(folder.path());
    let file = |name: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/wthor/");
        std::fs::read(format!("{path}{name}")).unwrap()
    };
    let [players, tournaments, games] = ["WTH.JOU", "WTH.TRN", "WTH_1980.wtb"].map(file);
    let address = format!(
        "/api/archive/import?name=WTH_1980.wtb&players={}&tournaments={}",
        players.len(),
        tournaments.len()
    );
    let body = [players, tournaments, games].concat();
    let imported = board.request("post", &address, &body).json();
    has!(imported; "read": 160, "written": 160, "known": 0);
    let again = board.request("post", &address, &body).json();
    has!(again; "read": 0, "written": 0, "known": 160);
    let names = |board: &Board| {
        board.get("/api/archive").json()["players"]
            .as_u64()
            .unwrap()
    };
    assert!(names(&board) > 20);
    for (query, body, place) in [
        ("?name=", &body[..], "name"),
        ("?name=a&players=99999999", &body[..], "body"),
        ("?name=a&players=100&tournaments=100", &body[..], "body"),
    ] {
        let refused = board.request("post", &format!("/api/archive/import{query}"), body);
        assert_eq!(refused.error(), (400, place), "{query}");
    }
    assert_eq!(board.get("/api/archive").json()["games"], 160);
}
