//! Imports into an archive: duplicates, interruptions, concurrency, and invalid files.

use crate::common;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_archive::{Archive, Fault, ImportEvent, Imported, Source};
use outflank_othello::format::{
    GameFilter, GameReader, PositionFilter, names_beside, open_game_file,
};
use outflank_othello::{Game, Shape};

fn import_text(archive: &mut Archive, text: &str) -> Imported {
    let source = Source::of_content(text.as_bytes(), "text", Shape::STANDARD, None);
    let games = GameReader::new(text.as_bytes(), Shape::STANDARD).unwrap();
    let mut go_on = |_: ImportEvent<'_>| ControlFlow::Continue(());
    archive.import(&source, games, 2, &mut go_on).unwrap()
}

/// Returns the content of an archive, game by game.
fn content(archive: &Archive) -> Vec<String> {
    let numbers = archive.find(&GameFilter::default()).unwrap();
    let games = numbers.iter().map(|&number| archive.game(number).unwrap());
    games.map(|game| format!("{game:?}")).collect()
}

fn pgn(moves: &str, black: &str, year: u16, result: &str) -> String {
    format!(
        "[Black \"{black}\"]\n[White \"Lee\"]\n[Date \"{year}.11.12\"]\n[Result \"{result}\"]\n\
         {moves}\n{result}\n\n"
    )
}

#[test]
fn the_same_game_is_imported_once() {
    let (_folder, mut archive) = common::archive();
    let first = pgn("1. f5 d6 2. c3", "Tamenori", 2005, "33-31");
    let total = import_text(&mut archive, &first.repeat(3));
    assert_eq!((total.read, total.written, total.duplicates), (3, 1, 2));
    // The same game, rotated, with other spellings and in another file.
    let turned = pgn("1. c4 e3 2. f6", " TAMENORI ", 2005, "33-31");
    let total = import_text(&mut archive, &turned);
    assert_eq!((total.read, total.written, total.duplicates), (1, 0, 1));
    let others = [
        pgn("1. f5 d6 2. c4", "Tamenori", 2005, "33-31"),
        pgn("1. f5 d6 2. c3", "Murakami", 2005, "33-31"),
        pgn("1. f5 d6 2. c3", "Tamenori", 2006, "33-31"),
        pgn("1. f5 d6 2. c3", "Tamenori", 2005, "31-33"),
    ];
    let total = import_text(&mut archive, &others.concat());
    assert_eq!((total.read, total.written, total.duplicates), (4, 4, 0));
    assert_eq!(archive.totals().unwrap().games, 5);
    let games = common::filter(|games| games.player = Some("tamenori".to_owned()));
    assert_eq!(archive.find(&games).unwrap(), [1, 2, 4, 5]);
}

#[test]
fn names_are_added_to_long_games_imported_without_them() {
    let (_folder, mut archive) = common::archive();
    let file = common::repository("testdata/wthor/WTH_1980.wtb");
    let import = |archive: &mut Archive, with_names: bool, batch: usize| {
        let content = fs::read(&file).unwrap();
        let names = with_names.then(|| names_beside(&file).unwrap()).flatten();
        let source = Source::of_content(&content, "games", Shape::STANDARD, names.as_ref());
        let reader = GameReader::new(content.as_slice(), Shape::STANDARD).unwrap();
        let reader = reader.with_names(names);
        let mut go_on = |_: ImportEvent<'_>| ControlFlow::Continue(());
        let total = archive.import(&source, reader, batch, &mut go_on);
        total.unwrap()
    };
    let written = import(&mut archive, false, 50).written;
    let by_name = common::filter(|games| games.player = Some("Jonathan".to_owned()));
    assert!(archive.find(&by_name).unwrap().is_empty());
    let named = import(&mut archive, true, 50);
    assert_eq!(
        (named.known, named.written, named.duplicates),
        (0, 0, written)
    );
    let all = archive.find(&GameFilter::default()).unwrap();
    for number in all {
        let record = archive.game(number).unwrap().record;
        assert!(
            record.black.name.is_some() && record.tournament.is_some(),
            "game {number}"
        );
    }
    let found = archive.find(&by_name).unwrap();
    assert!(!found.is_empty());
    // Importing without names afterwards keeps the names.
    let (_other, mut again) = common::archive();
    import(&mut again, true, 1000);
    assert_eq!(import(&mut again, false, 1000).written, 0);
    assert_eq!(again.find(&by_name).unwrap(), found);
    // A short game without names may be a different game.
    import_text(&mut archive, "f5d6c3\n");
    let short = "[Black \"Kim\"]\n[White \"Lee\"]\n\n1. f5 d6 2. c3 *\n";
    assert_eq!(import_text(&mut archive, short).written, 1);
}

#[test]
fn missing_names_are_added_one_by_one_also_within_a_batch() {
    let (_folder, mut archive) = common::archive();
    let games = common::games(&common::repository(common::WTHOR[0]));
    let moves = games[0].game.moves().iter().map(ToString::to_string);
    let moves = moves.collect::<Vec<_>>().join(" ");
    let tags = |players: &str| {
        format!("{players}[Date \"1980.11.12\"]\n[Result \"21-43\"]\n{moves}\n21-43\n\n")
    };
    let text = [
        tags("[White \"Lee\"]\n"),
        tags("[Black \"Kim\"]\n"),
        tags("[Black \"Kim\"]\n[White \"Park\"]\n"),
        tags("[Black \"Kim\"]\n[White \"Lee\"]\n"),
        tags(""),
    ];
    let total = import_text(&mut archive, &text.concat());
    assert_eq!((total.written, total.duplicates), (2, 3), "{total:?}");
    for (player, games) in [("Kim", vec![1, 2]), ("Lee", vec![1]), ("Park", vec![2])] {
        let by_name = common::filter(|games| games.player = Some(player.to_owned()));
        assert_eq!(archive.find(&by_name).unwrap(), games, "{player}");
    }
}

#[test]
fn unreadable_games_are_reported_and_the_others_imported() {
    let (_folder, mut archive) = common::archive();
    let text = "f5d6c3\nf5a1\nf5f6\nx\n";
    let source = Source::of_content(text.as_bytes(), "text", Shape::STANDARD, None);
    let games = GameReader::new(text.as_bytes(), Shape::STANDARD).unwrap();
    let mut rejected = Vec::new();
    let mut report = |event: ImportEvent<'_>| {
        if let ImportEvent::Rejected { number, error } = event {
            rejected.push((number, error.to_string()));
        }
        ControlFlow::Continue(())
    };
    let total = archive.import(&source, games, 1, &mut report).unwrap();
    assert_eq!((total.read, total.written, total.rejected), (4, 2, 2));
    let numbers: Vec<usize> = rejected.iter().map(|&(number, _)| number).collect();
    assert_eq!(numbers, [2, 4]);
    let error = &rejected[0].1;
    assert!(error.starts_with("line 2, column 3"), "{error}");
    // The second time, the file is already known.
    let again = import_text(&mut archive, text);
    assert_eq!((again.read, again.known, again.rejected), (0, 4, 0));
}

#[test]
fn all_fields_of_a_file_are_kept() {
    let (_folder, mut archive) = common::archive();
    let ggf = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]\
               RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8r18]RE[+9.4:r]KM[2.4]\
               BO[8 ---------------------------O*------*O--------------------------- *]\
               B[d3//0.01]W[c5/-1.5/2.1]B[f6];)\n";
    let texts = [
        ggf.to_owned(),
        pgn("1. f5 { best } d6 2. c3", "Höhne", 1999, "40-24"),
        "(;FF[4]GM[2]SZ[6]C[a small board]B[c2])".to_owned(),
    ];
    for text in &texts {
        import_text(&mut archive, text);
    }
    for (number, text) in (1..).zip(&texts) {
        let read = outflank_othello::format::read_games(text.as_bytes(), Shape::STANDARD, None);
        let (_, expected) = read.unwrap().records.remove(0);
        let found = archive.game(number).unwrap();
        assert_eq!(found.record, expected);
    }
    let first = archive.game(1).unwrap().record;
    assert!(first.komi.is_some() && first.black.clock.is_some() && first.black.rating.is_some());
    assert!(first.variant.is_some() && !first.notes.is_empty());
}

#[test]
fn real_files_of_every_format_round_trip() {
    let Some(folder) = common::data("games") else {
        return;
    };
    let (_archive_folder, mut archive) = common::archive();
    let mut number = 0;
    for kind in ["ggf", "pgn"] {
        let paths = fs::read_dir(folder.join(kind)).unwrap();
        let mut paths: Vec<_> = paths.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let mut expected = common::games(&path).into_iter();
            let imported = common::import(&mut archive, &path, 100);
            for _ in 0..imported.written {
                number += 1;
                let found = archive.game(number).unwrap();
                // The missing games are duplicates of other games.
                assert!(expected.any(|record| record == found.record), "{path:?}");
            }
            let left_out = imported.duplicates + imported.rejected;
            assert_eq!(left_out + imported.written, imported.read);
        }
    }
    assert!(number > 1000);
}

/// Imports a file and stops after the first batch.
fn import_a_batch(archive: &mut Archive, path: &Path, batch: usize) -> Imported {
    let source = Source::of_file(path, Shape::STANDARD).unwrap();
    let games = open_game_file(path, Shape::STANDARD).unwrap();
    let mut report = |event: ImportEvent<'_>| match event {
        ImportEvent::Saved(_) => ControlFlow::Break(()),
        ImportEvent::Rejected { .. } => ControlFlow::Continue(()),
    };
    archive.import(&source, games, batch, &mut report).unwrap()
}

#[test]
fn an_interrupted_import_resumes() {
    let path = common::repository(common::WTHOR[1]);
    let (_folder, mut whole) = common::archive();
    common::import(&mut whole, &path, 1000);
    let (folder, mut parts) = common::archive();
    let mut taken = 0;
    let mut last = Imported::default();
    for _ in 0..40 {
        let imported = import_a_batch(&mut parts, &path, 7);
        assert_eq!(imported.written, imported.read);
        taken += imported.read;
        last = imported;
        // Reopen the archive each time, as another process would.
        parts = Archive::open(&folder.path().join("games.db")).unwrap();
    }
    assert_eq!(taken, 160);
    assert_eq!((last.read, last.known), (0, 160));
    assert_eq!(content(&parts), content(&whole));
    let copy = folder.path().join("copy.wtb");
    fs::copy(&path, &copy).unwrap();
    for name in ["WTH.JOU", "WTH.TRN"] {
        fs::copy(path.with_file_name(name), folder.path().join(name)).unwrap();
    }
    let again = common::import(&mut parts, &copy, 50);
    assert_eq!((again.read, again.known), (0, 160));
}

#[test]
fn an_archive_can_be_searched_during_an_import() {
    let (folder, mut archive) = common::archive();
    let path = folder.path().join("games.db");
    let is_done = AtomicBool::new(false);
    let game = Game::from_transcript(Shape::STANDARD, "f5").unwrap();
    let position = game.position();
    let query = common::filter(|query| query.position = Some(PositionFilter::new(position)));
    let sizes = std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let archive = Archive::open(&path).unwrap();
            let mut sizes = Vec::new();
            loop {
                let ends = is_done.load(Ordering::Acquire);
                let found = archive.find(&query).unwrap();
                let statistics = archive.statistics(position, &GameFilter::default());
                assert!(statistics.unwrap().all.games as usize >= found.len());
                if let Some(&last) = found.last() {
                    archive.game(last).unwrap();
                }
                sizes.push(found.len());
                if ends {
                    return sizes;
                }
            }
        });
        for file in common::WTHOR {
            common::import(&mut archive, &common::repository(file), 3);
            archive.tidy().unwrap();
        }
        is_done.store(true, Ordering::Release);
        search.join().unwrap()
    });
    assert!(sizes.is_sorted());
    let games = archive.totals().unwrap().games as usize;
    assert_eq!(sizes.last(), Some(&games));
}

#[test]
fn concurrent_imports_of_the_same_file_import_it_once() {
    let (folder, archive) = common::archive();
    let path = folder.path().join("games.db");
    let file = common::repository(common::WTHOR[1]);
    let totals = std::thread::scope(|scope| {
        let import = || {
            let mut archive = Archive::open_or_create(&path).unwrap();
            common::import(&mut archive, &file, 5)
        };
        let others = [(); 3].map(|()| scope.spawn(import));
        others.map(|other| other.join().unwrap())
    });
    let mut all = Imported::default();
    for total in &totals {
        assert_eq!(total.read + total.known, 160);
        all.add(total);
    }
    assert_eq!((all.read, all.written, all.duplicates), (160, 160, 0));
    let numbers = archive.find(&GameFilter::default()).unwrap();
    let taken = numbers.iter().map(|&number| archive.game(number).unwrap());
    let mut taken: Vec<u64> = taken.map(|game| game.sources[0].number).collect();
    taken.sort_unstable();
    assert_eq!(taken, (1..=160).collect::<Vec<_>>());
}

#[test]
fn concurrent_creation_creates_one_archive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::thread::scope(|scope| {
        let open = || Archive::open_or_create(&path).unwrap().totals().unwrap();
        let others: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        for other in others {
            assert_eq!(other.join().unwrap().games, 0);
        }
    });
}

#[test]
fn other_files_are_rejected_and_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let refused = |what: &str| {
        for result in [Archive::open(&path), Archive::open_or_create(&path)] {
            let error = result.unwrap_err();
            let message = error.to_string();
            assert!(message.contains(&path.display().to_string()), "{message}");
            assert!(message.contains(what), "{message}");
        }
    };
    fs::write(&path, b"f5d6c3\n".repeat(1000)).unwrap();
    refused("not an archive of games");
    assert_eq!(fs::read(&path).unwrap(), b"f5d6c3\n".repeat(1000));

    fs::remove_file(&path).unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE games (id)").unwrap();
    refused("not an archive of games");
    let foreign = "PRAGMA application_id = 5; PRAGMA user_version = 1";
    other.execute_batch(foreign).unwrap();
    refused("not an archive of games");
    drop(other);

    fs::remove_file(&path).unwrap();
    drop(Archive::open_or_create(&path).unwrap());
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer.execute_batch("PRAGMA user_version = 7").unwrap();
    drop(newer);
    refused("version 7");

    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    refused("");
    let path = folder.path().join("missing");
    let error = Archive::open(&path).unwrap_err();
    assert!(matches!(error.fault, Fault::Missing), "{error}");
    assert!(!path.exists());
    // An empty file may become an archive but is not an archive yet.
    fs::write(&path, b"").unwrap();
    let fault = Archive::open(&path).unwrap_err().fault;
    assert!(matches!(fault, Fault::Foreign { .. }));
    Archive::open_or_create(&path).unwrap();
    Archive::open(&path).unwrap();
}

#[test]
fn damage_is_reported_with_its_location() {
    let (folder, mut archive) = common::archive();
    import_text(&mut archive, "f5d6c3\nf5f6\n");
    let path = folder.path().join("games.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    for (change, expected) in [
        ("moves = x'00' WHERE id = 1", "moves of game 1"),
        ("start = 'x' WHERE id = 2", "moves of game 2"),
        (
            "moves = x'', start = NULL, recorded = '?'",
            "result of game 1",
        ),
        ("recorded = NULL, date = 'x'", "date of game 1"),
        ("date = NULL, details = '{'", "details of game 1"),
        ("details = '{\"black_clock\":\"x\"}'", "details of game 1"),
        ("details = NULL, wthor = x'00'", "WTHOR record of game 1"),
    ] {
        let change = format!("UPDATE games SET {change}");
        other.execute_batch(&change).unwrap();
        let errors = [1, 2].map(|number| archive.game(number).err());
        let errors: Vec<String> = errors.iter().flatten().map(ToString::to_string).collect();
        let is_named = errors.iter().any(|error| error.contains(expected));
        assert!(is_named, "{errors:?}");
        let place = "games.db: damaged archive";
        assert!(errors.iter().all(|error| error.contains(place)));
    }
    other.execute_batch("DELETE FROM facts").unwrap();
    let query = common::filter(|query| query.player = Some("x".to_owned()));
    let error = archive.find(&query).unwrap_err().to_string();
    assert!(error.contains("game 1 has no summary"), "{error}");
}
