//! `outflank db`.

use std::fs;
use std::path::Path;
use std::process::Child;

use crate::common::{
    self, Words, as_array, as_str, as_u64, has, kill, shows, start_until, stderr, stdout, workspace,
};
use outflank_archive::Archive;
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Shape, Square};
use serde_json::{Value, json};
use tempfile::TempDir;

const YEARS: [&str; 2] = ["testdata/wthor/WTH_1977.wtb", "testdata/wthor/WTH_1980.wtb"];

/// An archive in a temporary folder.
struct Place {
    folder: TempDir,
    archive: String,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("games.db");
        let archive = archive.to_str().unwrap().to_owned();
        Self { folder, archive }
    }

    fn with_games() -> Self {
        let place = Self::new();
        place.json(format!("import {} {}", YEARS[0], YEARS[1]));
        place
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn arguments(&self, arguments: impl Words) -> Vec<String> {
        (format!("db --db {}", self.archive), arguments).words()
    }

    fn json(&self, arguments: impl Words) -> Vec<Value> {
        common::json(&self.arguments(arguments))
    }

    fn total(&self, arguments: impl Words) -> Value {
        let total = self.json(arguments).pop().unwrap();
        assert_eq!(total["total"], true);
        total
    }

    fn text(&self, arguments: impl Words) -> String {
        common::text(&self.arguments(arguments))
    }

    fn refuses(&self, arguments: impl Words, parts: &[&str]) {
        common::refuses(&self.arguments(arguments), "", parts);
    }

    fn games(&self) -> u64 {
        self.json("stats")[0]["games"].as_u64().unwrap()
    }
}

#[test]
fn games_are_imported_once() {
    let place = Place::new();
    let lines = place.json(format!("import {} {}", YEARS[0], YEARS[1]));
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["file"], YEARS[0]);
    let total = &lines[2];
    let read = as_u64(&total["read"]);
    has!(total; "total": true, "complete": true);
    assert_eq!(total["written"], read);
    has!(total; "rejected": 0, "duplicates": 0);
    assert_eq!(lines[1]["read"], 160);
    assert_eq!(place.games(), read);
    // Importing the same files, or the same games in another format, adds nothing.
    let again = place.total(format!("import {} {}", YEARS[0], YEARS[1]));
    assert_eq!((&again["read"], &again["known"]), (&json!(0), &json!(read)));
    let sgf = place.path("all.sgf");
    place.json(format!("export {sgf}"));
    let other = place.total(format!("import {sgf}"));
    assert_eq!(other["read"], read);
    assert_eq!(other["duplicates"], read);
    assert_eq!(place.games(), read);
    let stats = &place.json("stats")[0];
    has!(stats; "first_year": 1977, "last_year": 1980);
    assert!(stats["positions"].as_u64() > stats["distinct_positions"].as_u64());
    assert!(as_u64(&stats["players"]) > 50);
    assert!(place.text("stats").contains("distinct positions"));
}

#[test]
fn an_import_says_that_names_are_missing() {
    let place = Place::new();
    let alone = place.path("alone.wtb");
    std::fs::copy(workspace().join(YEARS[0]), &alone).unwrap();
    for (file, is_missing) in [(YEARS[0], false), (&alone, true)] {
        let output = common::run(&place.arguments(format!("import {file}")));
        let note = stderr(&output).contains("unknown without .jou and .trn files");
        assert_eq!(note, is_missing, "{file}");
    }
}

#[test]
fn games_are_imported_from_a_pipe_and_beside_lists_of_names() {
    let place = Place::new();
    let games = std::fs::read(workspace().join(YEARS[0])).unwrap();
    let names = workspace().join("testdata/wthor/WTH.JOU");
    let mut arguments = place.arguments(["import", "/dev/stdin", "--json"]);
    arguments.push(names.to_string_lossy().into_owned());
    let output = common::run_with(&arguments, games);
    assert!(output.status.success(), "{}", stderr(&output));
    shows(&stderr(&output), &["WTH.JOU: skipped: names are read with"]);
    assert!(place.games() > 10);
    place.refuses("import ./", &["./ is a folder: expected a file"]);
    place.refuses("import /dev/zero", &["/dev/zero is not a regular file"]);
}

#[test]
fn unreadable_games_are_reported_and_the_others_imported() {
    let place = Place::new();
    let file = place.file("games.txt", "f5d6c3\nf5a1\nf5f6\n");
    let arguments = place.arguments(["import", &file, "--json"]);
    let output = common::run(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    let skipped = format!("{file}: game 2 skipped: line 2, column 3");
    shows(&message, &[&skipped]);
    let total: Value = serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
    has!(total; "read": 3, "written": 2, "rejected": 1);
    // Properties that the archive does not store are reported.
    let sgf = place.file("games.sgf", "(;FF[4]GM[2]XX[y];B[f5];W[d6])");
    let output = common::run(&place.arguments(["import", &sgf]));
    assert!(output.status.success());
    shows(
        &stderr(&output),
        &["not in the archive: unknown property \"XX\""],
    );
}

#[test]
fn games_are_imported_from_standard_input() {
    let place = Place::new();
    let arguments = place.arguments("import - --json");
    for (read, known) in [(2, 0), (0, 2)] {
        let output = common::run_with(&arguments, "f5d6c3\nf5f6\n");
        let total: Value = serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
        has!(total; "read": read, "known": known);
    }
    assert_eq!(place.games(), 2);
}

#[test]
fn searches_agree_with_convert() {
    let place = Place::with_games();
    let count = |options: &str| {
        let lines = place.json(format!("search --limit 0 {options}"));
        let total = lines.last().unwrap();
        assert_eq!(total["games"], lines.len() - 1);
        assert_eq!(total["shown"], total["games"]);
        as_u64(&total["games"])
    };
    let out = place.path("out.txt");
    let mut sizes = Vec::new();
    for options in [
        "--player inoue",
        "--player INOUE --result win",
        "--black inoue --year 1980",
        "--white a --result white",
        "--result draw",
        "--year 1977-1979",
        "--opening f5d6c3d3c4",
        "--opening c4e3f6e6f5",
        "--position f5d6c3d3c4f4",
        "--position f5d6 --opening f5d6 --result black",
    ] {
        let convert = format!("convert {} {} {out} {options}", YEARS[0], YEARS[1]);
        let expected = common::json(&convert).pop().unwrap()["written"].clone();
        let found = count(options);
        assert_eq!(json!(found), expected, "{options:?}");
        let exported = place.total(format!("export {out} {options}"));
        assert_eq!(exported["written"], found);
        sizes.push(found);
    }
    assert!(sizes.iter().all(|&size| size > 0), "{sizes:?}");
    assert_eq!(count("--player nobody-has-this-name"), 0);
    assert!(count("--tournament world") > 0);
}

#[test]
fn search_lists_games() {
    let place = Place::with_games();
    let lines = place.json("search --year 1980 --limit 3");
    let total = lines.last().unwrap();
    has!(total; "games": 160, "shown": 3);
    let found = &lines[0];
    let number = as_u64(&found["number"]).to_string();
    assert_eq!(&place.json(format!("show {number}"))[0], found);
    assert_eq!(found["year"], 1980);
    assert_eq!(found["sources"][0]["number"], 1);
    has!(found; "board": "8x8", "start": "start");
    let moves = as_str(&found["moves"]);
    let game = Game::from_transcript(Shape::STANDARD, moves).unwrap();
    assert_eq!(found["finished"], game.is_over());
    let text = place.text("search --year 1980 --limit 3");
    assert!(text.contains("160 games, first 3 shown"), "{text}");
    let name = as_str(&found["black"]);
    assert!(text.contains(name) && place.text(format!("show {number}")).contains(name));
    assert!(place.text("search --player zzzz").starts_with("0 games"));
}

#[test]
fn symmetric_moves_are_counted_together() {
    let place = Place::with_games();
    let games = place.games();
    let start = place.json("moves start");
    assert_eq!(start.len(), 2);
    assert_eq!(start[0]["move"], "f5");
    assert_eq!(start[0]["alike"], json!(["e6", "d3", "c4"]));
    assert_eq!(start[1]["games"], games);
    let names = "games black_wins draws white_wins mean_score players";
    let figures = |line: &Value| -> Vec<Value> {
        let names = names.split(' ');
        names.map(|name| line[name].clone()).collect()
    };
    let one = place.json("moves f5d6c3");
    let other = place.json("moves c4e3f6");
    assert!(one.len() > 2);
    assert_eq!(one.len(), other.len());
    assert!(one.iter().map(figures).eq(other.iter().map(figures)));
    // The second board is the first one rotated by 180°.
    let turned = |name: &str| {
        let square: Square = name.parse().unwrap();
        let turned = Square::new(7 - square.column(), 7 - square.row());
        turned.unwrap().to_string()
    };
    let moves = |lines: &[Value]| {
        let moves = lines.iter().filter_map(|line| line["move"].as_str());
        moves.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let mut expected: Vec<String> = moves(&one).iter().map(|name| turned(name)).collect();
    let mut others = moves(&other);
    expected.sort();
    others.sort();
    assert_eq!(expected, others);
    for line in &one {
        let sum = ["black_wins", "draws", "white_wins"].map(|name| as_u64(&line[name]));
        assert_eq!(json!(sum.iter().sum::<u64>()), line["games"]);
    }
    let of_1980 = place.total("moves f5d6c3 --year 1980");
    assert!(of_1980["games"].as_u64() < one.last().unwrap()["games"].as_u64());
    assert_eq!(of_1980["first_year"], 1980);
    assert!(place.text("moves start").contains("| f5"));
    let none = place.text("moves f5f4c3");
    assert!(none.contains("no game reaches this position"), "{none}");
}

#[test]
fn wthor_is_exported_byte_for_byte() {
    let place = Place::with_games();
    for (file, year) in YEARS.iter().zip(["1977", "1980"]) {
        let out = place.path("out.wtb");
        let total = place.total(format!("export {out} --year {year}"));
        assert_eq!(total["rejected"], 0);
        let original = fs::read(workspace().join(file)).unwrap();
        let written = fs::read(&out).unwrap();
        // Skip the creation date and the depth of the theoretical scores in the header.
        assert_eq!(written[4..12], original[4..12]);
        assert_eq!(written[16..], original[16..]);
    }
}

#[test]
fn games_are_exported_to_every_format_and_to_standard_output() {
    let place = Place::with_games();
    for extension in ["txt", "obf", "ggf", "sgf", "pgn"] {
        let out = place.path(&format!("out.{extension}"));
        let total = place.total(format!("export {out} --year 1980"));
        has!(total; "written": 160, "rejected": 0);
        let back = Place::new();
        let imported = back.total(format!("import {out}"));
        assert_eq!(imported["read"], 160, "{extension}");
    }
    let arguments = place.arguments(["export", "-", "--to", "txt", "--year", "1980"]);
    let output = common::run(&arguments);
    assert_eq!(output.stdout, fs::read(place.path("out.txt")).unwrap());
    assert!(stderr(&output).contains("not in the transcripts: names (160 games)"));
    let board = place.file("board.sgf", "(;GM[2]SZ[6];B[c2])");
    place.json(format!("import {board}"));
    let refused = common::run(&place.arguments(["export", &place.path("all.wtb")]));
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("skipped"), "{}", stderr(&refused));
    place.refuses("export - --to txt --json", &["standard output"]);
    place.refuses("export out.xyz", &["out.xyz", ".wtb"]);
    place.refuses("export no/such/folder/x.txt", &["no/such/folder"]);
}

#[test]
fn analyses_are_stored_and_reused() {
    let place = Place::with_games();
    let analyze =
        |arguments: &str| place.json(format!("analyze {arguments} --hash 16 --threads 2"));
    let first = analyze("3 --level 3");
    let total = first.last().unwrap();
    has!(total; "reused": 0, "complete": true);
    assert!(first[0]["best"].is_string() && first[0]["reused"] == false);
    assert!(as_str(&total["engine"]).starts_with("outflank "));
    let again = analyze("3 --level 3");
    assert_eq!(again.last().unwrap()["reused"], total["positions"]);
    for (one, other) in first.iter().zip(&again) {
        has!(one; "score": other["score"], "best": other["best"]);
    }
    // The stored analysis of the start position is reused, but not for a deeper search.
    let start = analyze("start --level 2");
    assert_eq!(start.len(), 5);
    assert!(start[..4].iter().all(|line| line["reused"] == true));
    let deeper = analyze("start --level 5");
    has!(deeper[0]; "reused": false, "depth": 5);
    let kept = analyze("start --level 3");
    has!(kept[0]; "reused": true, "depth": 5);
    assert!(place.json("stats")[0]["analyses"].as_u64().unwrap() > 30);
    let text = place.text("analyze 3 --level 3 --hash 16");
    shows(&text, &["reused from the archive", "archive"]);
}

#[test]
fn other_shapes_are_stored_and_found() {
    let place = Place::new();
    let file = place.file("small.txt", "c2b2\nc2d2\n");
    place.json(format!("import {file} --board 6x6"));
    let moves = place.json("moves start --board 6x6");
    assert_eq!(moves.last().unwrap()["games"], 2);
    assert_eq!(place.total("moves start")["games"], 0);
    let found = place.json("search --opening c2b2 --board 6x6");
    has!(found[0]; "board": "6x6", "moves": "c2b2");
}

#[test]
fn the_games_before_damage_are_added_and_counted() {
    let place = Place::new();
    let content = fs::read(workspace().join(YEARS[1])).unwrap();
    let cut = place.file("cut.wtb", &content[..5000]);
    let output = common::run(&place.arguments(["import", &cut]));
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("73 of 74 games added, 0 already present, 1 skipped"));
    let skipped = "cut.wtb: game 74 skipped: byte 5000: the header announces 160 records";
    assert!(stderr(&output).contains(skipped));
    assert_eq!(place.json("stats")[0]["games"], 73);
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    let place = Place::new();
    place.refuses("stats", &["games.db", "no such archive"]);
    assert!(!Path::new(&place.archive).exists());
    place.json(format!("import {}", YEARS[0]));
    place.refuses("show 9999", &["games.db", "no game 9999", "has"]);
    place.refuses("show x", &["x"]);
    place.refuses("import missing.wtb", &["missing.wtb"]);
    place.refuses("search --year 80", &["--year", "1990-1999"]);
    place.refuses("search --result win", &["--player"]);
    place.refuses("search --opening f5a1", &["--opening", "column 3"]);
    place.refuses("search --position zz", &["--position"]);
    place.refuses("moves f5a1", &["column 3"]);
    place.refuses("analyze 9999", &["no game 9999"]);
    let garbage = place.file("garbage.db", "f5d6c3\n".repeat(500));
    let actions = "stats,search,moves start,show 1,export - --to txt,analyze start,import FILE";
    for action in actions.replace("FILE", YEARS[0]).split(',') {
        let arguments = format!("db --db {garbage} {action}");
        common::refuses(arguments, "", &["garbage.db", "not an archive of games"]);
    }
    assert_eq!(fs::read(&garbage).unwrap(), b"f5d6c3\n".repeat(500));
    let folder = place.folder.path().to_str().unwrap();
    common::refuses(format!("db --db {folder} stats"), "", &[folder]);
    common::refuses(["db", "--db", "", "import", YEARS[0]], "", &["--db"]);
}

/// Writes a file of distinct random games.
fn many_games(place: &Place, games: u32) -> String {
    let mut text = String::new();
    let mut number = 1_u64;
    for _ in 0..games {
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() && game.moves().len() < 24 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            let square = moves[(number >> 33) as usize % moves.len()];
            game.play(square).unwrap();
        }
        text += &format!("{}\n", transcript(&game));
    }
    place.file("many.txt", text)
}

/// Starts an import and waits until the archive has `games` games.
fn start_import(place: &Place, file: &str, games: u64) -> Child {
    let arguments = place.arguments(format!("import {file} --batch 200 --json"));
    let path = Path::new(&place.archive);
    start_until(&arguments, || {
        let totals = Archive::open(path).and_then(|archive| archive.totals());
        totals.is_ok_and(|totals| totals.games >= games)
    })
}

#[test]
fn a_killed_import_resumes_without_loss_or_duplicates() {
    let place = Place::new();
    let file = many_games(&place, 20_000);
    for round in 1..=3 {
        kill(start_import(&place, &file, round * 1000));
    }
    let before = place.games();
    let total = place.total(format!("import {file} --batch 1000"));
    has!(total; "known": before, "read": 20_000 - before, "duplicates": 0);
    assert_eq!(place.games(), 20_000);
    assert_eq!(place.total("moves start")["games"], 20_000);
    let out = place.path("out.txt");
    place.json(format!("export {out}"));
    assert_eq!(fs::read(&out).unwrap(), fs::read(&file).unwrap());
}

#[test]
fn search_works_during_an_import() {
    let place = Place::new();
    let file = many_games(&place, 10_000);
    let mut child = start_import(&place, &file, 1);
    let mut counts = Vec::new();
    let mut rounds_while_it_ran = 0;
    loop {
        let is_over = child.try_wait().unwrap();
        counts.push(as_u64(&place.total("search --position f5")["games"]));
        let start = as_u64(&place.total("moves start")["games"]);
        assert!(start >= counts[counts.len() - 1]);
        if let Some(status) = is_over {
            assert!(status.success());
            break;
        }
        rounds_while_it_ran += 1;
    }
    assert!(counts.is_sorted(), "{counts:?}");
    assert_eq!(counts.last(), Some(&10_000));
    assert!(rounds_while_it_ran > 0);
}

/// Returns one game in PGN, with these spellings of its players' names.
fn spelt(black: &str, white: &str) -> String {
    let event = "[Event \"Open\"]\n[Date \"2005.05.01\"]\n";
    let moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7";
    format!("{event}[Black \"{black}\"]\n[White \"{white}\"]\n\n{moves} *\n")
}

#[test]
fn a_game_from_two_sources_is_stored_once() {
    let place = Place::new();
    for (black, white, name) in [
        ("Levy Marc", "Lv Zimo", "one.pgn"),
        ("Lévy Marc", "Zimo Lv", "two.pgn"),
    ] {
        let file = place.file(name, spelt(black, white));
        place.json(format!("import {file}"));
    }
    let found = place.json("search --player LÉVY");
    assert_eq!(found.len(), 2);
    let sources = as_array(&found[0]["sources"]);
    assert_eq!(sources.len(), 2);
    assert!(as_str(&sources[1]["file"]).ends_with("two.pgn"));
    assert_eq!(place.json("stats")[0]["shared_games"], 1);
    let shown = place.text("show 1");
    assert!(shown.contains("one.pgn, game 1") && shown.contains("two.pgn, game 1"));
}

#[test]
fn players_are_listed_and_corrected() {
    let place = Place::new();
    let games = "[Black \"Lyu Zimo\"]\n[White \"Lee K\"]\n\nf5 d6 *\n\n\
                 [Black \"Lv Zimo\"]\n[White \"Lee Kang\"]\n\nf5 f6 *\n\n\
                 [Black \"Zimo Lv\"]\n[White \"Lee Kim\"]\n\nf5 f4 *\n";
    let file = place.file("games.pgn", games);
    place.json(format!("import {file}"));
    let players = place.total("players");
    has!(players; "players": 5, "spellings": 6);
    let lee = place.total("players lee");
    assert_eq!(lee["players"], 3, "an initial may stand for several names");
    place.json(["alias", "lyu zimo", "Lv Zimo"]);
    let zimo = place.json("players zimo");
    assert_eq!((zimo.len(), &zimo[0]["games"]), (2, &json!(3)));
    assert_eq!(place.total("search --player lyu")["games"], 3);
    place.json(["alias", "Zimo Lv", "--separate"]);
    assert_eq!(place.total("players zimo")["players"], 2);
    place.json(["alias", "Zimo Lv", "--remove"]);
    assert_eq!(place.total("players zimo")["players"], 1);
    let unknown = ["alias", "Nobody", "Lv Zimo"];
    place.refuses(unknown, &["no player is called \"Nobody\""]);
}

#[test]
fn games_are_found_by_opening_name() {
    let place = Place::with_games();
    let total = place.total("search --opening Tiger");
    let by_position = place.total("search --position f5d6c3d3c4");
    assert!(as_u64(&total["games"]) > 1);
    assert_eq!(total["games"], by_position["games"]);
}
