//! Real files of other programs and sites, and the WTHOR database through every format.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use crate::common::{files, outside_data};
use outflank_othello::Shape;
use outflank_othello::format::wthor::WthorGame;
use outflank_othello::format::{
    Format, GameReader, GameRecord, GameWriter, NameNumbers, names_beside, open_game_file,
};

/// Returns all games of a file, which must all be read completely.
fn games(path: &Path, format: Format) -> Vec<GameRecord> {
    let reader = open_game_file(path, Shape::STANDARD).expect("a file");
    assert_eq!(reader.format(), format, "{}", path.display());
    reader
        .map(|game| {
            let game = game.expect("a game");
            let parsed = game.game.map_err(|error| (path.to_owned(), error));
            let parsed = parsed.expect("a game");
            assert_eq!(parsed.omissions, [], "{}", path.display());
            parsed.record
        })
        .collect()
}

/// Returns the records after writing and reading them in a format.
fn through(records: &[GameRecord], format: Format) -> Vec<GameRecord> {
    let mut writer = GameWriter::new(Vec::new(), format);
    for record in records {
        writer.write(record).expect("a game");
    }
    let content = writer.finish().expect("no disk").output;
    read_all(GameReader::new(&content[..], Shape::STANDARD).expect("a reader"))
}

fn read_all<R: BufRead>(reader: GameReader<R>) -> Vec<GameRecord> {
    let games = reader.map(|game| game.expect("a game").game.expect("a game"));
    games.map(|game| game.record).collect()
}

#[test]
fn every_ggf_sample_is_read_and_written_back() {
    let Some(folder) = outside_data("games/ggf") else {
        return;
    };
    for (name, count) in [
        ("nboard-test.ggf", 1),
        ("nboard-test2.ggf", 3),
        ("ntest-TestGames.ggf", 12),
    ] {
        let records = games(&folder.join(name), Format::Ggf);
        assert_eq!(records.len(), count, "{name}");
        assert_eq!(through(&records, Format::Ggf), records, "{name}");
        for record in &records {
            assert!(record.notes.iter().any(|note| note.seconds.is_some()));
            assert!(record.black.rating.is_some() && record.date.is_some());
            // The recorded results match the boards, after komi.
            let result = record.result.expect("a result");
            let komi = record.komi.and_then(|komi| komi.discs).unwrap_or(0.0);
            let outcome = record.game.outcome().expect("a finished game");
            let expected = f64::from(outcome.black_score) - komi;
            let score = result.score.black_score(record.game.shape().squares());
            let is_near = (score.expect("a score") - expected).abs() < 0.01;
            assert!(is_near || name != "nboard-test2.ggf");
        }
    }
}

#[test]
fn every_game_of_live_othello_is_read_and_written_back() {
    let Some(folder) = outside_data("games/pgn") else {
        return;
    };
    let (mut count, mut unfinished, mut without_result, mut nameless) = (0, 0, 0, 0);
    for path in files(&folder, "pgn") {
        let records = games(&path, Format::Pgn);
        count += records.len();
        for record in &records {
            unfinished += usize::from(!record.game.is_over());
            without_result += usize::from(record.result.is_none());
            nameless += usize::from(record.black.name.is_none());
        }
        let mut back = through(&records, Format::Pgn);
        for (back, record) in back.iter_mut().zip(&records) {
            // A finished game without a result gets the result on its board.
            back.result = back.result.filter(|_| record.result.is_some());
        }
        assert_eq!(back, records, "{}", path.display());
    }
    assert_eq!((count, without_result, nameless), (8156, 89, 3));
    println!("{unfinished} of {count} games of Live Othello are not finished");
}

/// Round-trips the games of a WTHOR file through every game format.
fn through_all_formats(path: &Path) -> usize {
    let records = read_all(open_game_file(path, Shape::STANDARD).expect("a file"));
    for format in [Format::Transcripts, Format::Ggf, Format::Sgf, Format::Pgn] {
        let back = through(&records, format);
        assert_eq!(back.len(), records.len(), "{format} of {}", path.display());
        for (back, record) in back.iter().zip(&records) {
            check(back, record, format);
        }
    }
    records.len()
}

/// Asserts that a game was not changed by a format.
fn check(back: &GameRecord, record: &GameRecord, format: Format) {
    assert_eq!(back.game, record.game);
    let wthor = record.wthor.expect("a WTHOR game");
    let played = WthorGame::from_game(&back.game).expect("a WTHOR game");
    assert_eq!(played.moves, wthor.moves);
    if format == Format::Transcripts {
        return;
    }
    assert_eq!((&back.black, &back.white), (&record.black, &record.white));
    assert_eq!(back.date, record.date);
    assert_eq!(back.black_discs(), Some(wthor.black_discs));
    if format != Format::Ggf {
        assert_eq!(back.tournament, record.tournament);
    }
}

fn all_through(folder: &Path, every: usize) -> usize {
    let paths = files(folder, "wtb");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chosen: Vec<&PathBuf> = paths.iter().step_by(every).collect();
    std::thread::scope(|scope| {
        let work = |first: usize| {
            let own = chosen.iter().skip(first).step_by(threads);
            own.map(|path| through_all_formats(path)).sum::<usize>()
        };
        let workers = (0..threads).map(|first| scope.spawn(move || work(first)));
        let workers = workers.collect::<Vec<_>>().into_iter();
        workers.map(|worker| worker.join().expect("no panic")).sum()
    })
}

#[test]
fn some_years_of_wthor_survive_every_format() {
    let Some(folder) = outside_data("games/wthor") else {
        return;
    };
    assert!(all_through(&folder, 9) > 5_000);
}

#[test]
#[ignore = "takes all 129,259 games through four formats: half a minute; `make test` runs it"]
fn all_of_wthor_survives_every_format() {
    let Some(folder) = outside_data("games/wthor") else {
        return;
    };
    let started = Instant::now();
    assert_eq!(all_through(&folder, 1), 129_259);
    println!("{:.2} s", started.elapsed().as_secs_f64());
}

#[test]
fn wthor_round_trips_through_sgf_with_its_name_numbers() {
    let Some(folder) = outside_data("games/wthor") else {
        return;
    };
    let path = folder.join("WTH_1990.wtb");
    let names = names_beside(&path).expect("names").expect("both files");
    let records = games(&path, Format::Wthor);
    let mut writer = GameWriter::new(Vec::new(), Format::Wthor);
    writer.set_names(Some(Arc::new(NameNumbers::new(names.clone()))));
    for record in through(&records, Format::Sgf) {
        assert_eq!(writer.write(&record).expect("a game"), []);
    }
    let mut finished = writer.finish().expect("no disk");
    finished.output[..16].copy_from_slice(&finished.wthor_header.expect("a header"));
    let reader = GameReader::new(&finished.output[..], Shape::STANDARD).expect("a reader");
    let reader = reader.with_names(Some(names));
    let mut count = 0;
    for (game, record) in reader.zip(&records) {
        let back = game.expect("a game").game.expect("a game").record;
        let fields = |record: &GameRecord| {
            let wthor = record.wthor.expect("a WTHOR game");
            (wthor.moves, wthor.black_discs, record.date.clone())
        };
        assert_eq!(fields(&back), fields(record));
        assert_eq!((&back.black, &back.white), (&record.black, &record.white));
        assert_eq!(back.tournament, record.tournament);
        count += 1;
    }
    assert_eq!(count, records.len());
}
