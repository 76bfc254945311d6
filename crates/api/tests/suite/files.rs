//! Import and export of game files.

use crate::common::{Board, has};
use base64::Engine as _;
use serde_json::{Value, json};

fn import(board: &Board, query: &str, content: &[u8]) -> Value {
    let path = format!("/api/import{query}");
    board.request("post", &path, content).json()
}

fn export(board: &Board, format: &str, games: &Value) -> Value {
    let asked = json!({ "format": format, "games": games });
    board.post("/api/export", &asked).json()
}

const SGF: &str = "(;FF[4]GM[2]PB[Alice]PW[Bob]DT[2003-12-15]EV[Open]RO[3]RE[B+20]BR[1700]\
    ;B[f5];W[d6]C[a Tiger to be];B[c3])";

#[test]
fn an_imported_game_has_all_the_fields_of_its_file() {
    let board = Board::start();
    let answer = import(&board, "?name=game.sgf", SGF.as_bytes());
    assert_eq!(answer["format"], "sgf");
    let game = &answer["games"][0];
    assert_eq!(game["moves"], "f5d6c3");
    has!(game; "black": "Alice", "white": "Bob");
    has!(game; "tournament": "Open", "round": "3", "date": "2003.12.15");
    let result = json!({ "winner": "black", "black_score": 20.0, "words": "+20" });
    assert_eq!(game["result"], result);
    has!(game["notes"][0]; "ply": 2, "comment": "a Tiger to be");
    assert_eq!(game["warnings"], json!(["ratings"]));
}

#[test]
fn unreadable_games_are_reported_with_the_others() {
    let board = Board::start();
    let answer = import(&board, "", b"f5d6c3\nf5a1\nf5f6\n");
    assert_eq!(answer["games"].as_array().unwrap().len(), 2);
    assert_eq!(answer["games"][1]["number"], 3);
    assert_eq!(answer["rejected"][0]["number"], 2);
    let error = answer["rejected"][0]["error"].as_str().unwrap();
    assert!(error.starts_with("line 2, column 3"), "{error}");
}

#[test]
fn a_year_of_wthor_games_is_read() {
    let board = Board::start();
    let path = "../../testdata/wthor/WTH_1980.wtb";
    let content = std::fs::read(path).unwrap();
    let answer = import(&board, "?name=WTH_1980.wtb", &content);
    has!(answer; "format": "wthor", "rejected": []);
    let games = (content.len() - 16) / 68;
    assert_eq!(answer["games"].as_array().unwrap().len(), games);
    assert_eq!(answer["games"][0]["date"], "1980");
}

#[test]
fn a_file_that_is_cut_off_keeps_its_whole_games() {
    let board = Board::start();
    let content = std::fs::read("../../testdata/wthor/WTH_1980.wtb").unwrap();
    let answer = import(&board, "", &content[..16 + 3 * 68 + 20]);
    assert_eq!(answer["games"].as_array().unwrap().len(), 3);
    assert_eq!(answer["rejected"][0]["number"], 4);
    let error = answer["rejected"][0]["error"].as_str().unwrap();
    assert!(
        error.starts_with("byte 240: the header announces"),
        "{error}"
    );
    // The rest does not count towards the limit of games.
    let limited = Board::with(|resources| resources.limits.games = 3);
    let answer = import(&limited, "", &content[..16 + 3 * 68 + 20]);
    assert_eq!(answer["games"].as_array().unwrap().len(), 3);
    // A file without games that goes on after its header.
    let answer = import(&board, "", &[0; 4000]);
    has!(answer; "format": "wthor", "games": []);
    assert_eq!(answer["rejected"][0]["number"], 1);
}

#[test]
fn games_round_trip_through_every_format() {
    let board = Board::start();
    let imported = import(&board, "", SGF.as_bytes());
    for (format, extension) in [
        ("sgf", "sgf"),
        ("ggf", "ggf"),
        ("pgn", "pgn"),
        ("transcript", "txt"),
    ] {
        let file = export(&board, format, &imported["games"]);
        assert_eq!(file["file"], format!("game.{extension}"));
        assert_eq!(file["base64"], false);
        let again = import(&board, "", file["content"].as_str().unwrap().as_bytes());
        assert_eq!(again["format"], format);
        assert_eq!(again["games"][0]["moves"], "f5d6c3", "{format}");
        let lost = file["lost"].as_array().unwrap();
        match format {
            "sgf" => assert!(lost.is_empty(), "{lost:?}"),
            "ggf" => assert!(lost.contains(&json!("comments")), "{lost:?}"),
            "pgn" => assert_eq!(again["games"][0]["black"], "Alice"),
            _ => assert!(lost.contains(&json!("names")), "{lost:?}"),
        }
    }
    let obf = export(&board, "obf", &imported["games"]);
    assert!(obf["content"].as_str().unwrap().contains(" O;"), "{obf}");
}

#[test]
fn wthor_is_exported_as_bytes() {
    let board = Board::start();
    let games = json!([{ "moves": "e6f4e3f6g5d6e7f5c5", "date": "1999" }, { "moves": "f5" }, { "board": "6x6" }]);
    let file = export(&board, "wthor", &games);
    has!(file; "file": "games.wtb", "base64": true);
    let lost = file["lost"].as_array().unwrap();
    let mut texts = lost.iter().map(|it| it.as_str().unwrap());
    assert!(texts.any(|it| it.starts_with("games[2]: ")), "{lost:?}");
    let content = file["content"].as_str().unwrap();
    let content = base64::engine::general_purpose::STANDARD.decode(content);
    let again = import(&board, "", &content.unwrap());
    assert_eq!(again["games"].as_array().unwrap().len(), 2);
    assert_eq!(again["games"][0]["result"]["black_score"], 64.0);
}

#[test]
fn other_start_positions_round_trip() {
    let board = Board::start();
    let start = "----------OX-------OX------XO------OX-------XO------------------ O";
    let answer = board.post("/api/game", &json!({ "start": start })).json();
    let mv = answer["positions"][0]["legal"][0]["move"]
        .as_str()
        .unwrap()
        .to_owned();
    let file = export(&board, "ggf", &json!([{ "start": start, "moves": mv }]));
    let again = import(&board, "", file["content"].as_str().unwrap().as_bytes());
    assert_eq!(again["games"][0]["start"], answer["start"]);
    assert_eq!(again["games"][0]["moves"], mv);
}
