//! Writes random records in every format and reads them again: everything that a writer does not
//! report as lost is kept, and nothing is added.

use crate::common::random;
use outflank_othello::format::{
    Clock, Date, Ending, Field, Format, GameReader, GameRecord, GameResult, GameWriter, Komi,
    KomiBid, MoveNote, Omission, Player, RecordedScore, WriteError,
};
use outflank_othello::random::random_move;
use outflank_othello::{Game, Position, Shape};
use proptest::option;
use proptest::prelude::*;
use rand::RngExt;

/// Generates names and other single lines of text.
fn line() -> impl Strategy<Value = String> {
    "[A-Za-zéß][A-Za-z0-9éß .,;:'\"\\\\()/-]{0,14}[A-Za-z0-9]"
}

/// Generates text of several lines.
fn comment() -> impl Strategy<Value = String> {
    "[A-Za-z;(\\[\\]\\\\]([A-Za-z0-9 ;:()\\[\\]\\\\\n]{0,14}[a-z])?"
}

/// Generates numbers with two decimals.
fn number(most: i32) -> impl Strategy<Value = f64> {
    (-100 * most..=100 * most).prop_map(|hundredths| f64::from(hundredths) / 100.0)
}

fn seconds() -> impl Strategy<Value = f64> {
    number(1000).prop_map(f64::abs)
}

fn clock() -> impl Strategy<Value = Clock> {
    prop_oneof![
        (1_u32..10_000).prop_map(Clock::from_seconds),
        Just("05:00//02:00".parse().expect("a clock")),
        Just("30:00,N40/00:12,N1/01:00:00".parse().expect("a clock")),
    ]
}

fn player() -> impl Strategy<Value = Player> {
    (option::of(line()), option::of(number(3000)), clock()).prop_map(|(name, rating, clock)| {
        Player {
            name,
            rating,
            clock: Some(clock).filter(|_| rating.is_some()),
        }
    })
}

fn date() -> impl Strategy<Value = Date> {
    prop_oneof![
        (1000_u16..3000).prop_map(Date::from_year),
        (1000_u16..3000, 1_u8..=12, 1_u8..=28)
            .prop_map(|(year, month, day)| Date::new(year, month, day).expect("a day")),
        (0_i64..4_000_000_000).prop_map(|at| Date::from_unix_seconds(at).expect("a moment")),
        Just("1998.05".parse().expect("a month")),
    ]
}

fn result() -> impl Strategy<Value = GameResult> {
    let score = prop_oneof![
        (0_u16..=64, 0_u16..=64).prop_map(|(black, white)| {
            let white = white.min(64 - black);
            RecordedScore::Discs { black, white }
        }),
        (-16..=16).prop_map(|half| RecordedScore::Difference(f64::from(2 * half))),
        number(64).prop_map(RecordedScore::Difference),
        prop::sample::select(&outflank_othello::Color::ALL[..]).prop_map(RecordedScore::Winner),
    ];
    let endings = vec![Ending::Resigned, Ending::Time, Ending::Agreed];
    let ending = option::of(prop::sample::select(endings));
    (score, ending).prop_map(|(score, ending)| GameResult { score, ending })
}

fn komi() -> impl Strategy<Value = Komi> {
    let bid = (number(64), option::of(seconds())).prop_map(|(evaluation, seconds)| KomiBid {
        mv: outflank_othello::Move::Place("b3".parse().expect("a square")),
        evaluation,
        seconds,
    });
    (number(64), option::of(bid)).prop_map(|(discs, black)| Komi {
        discs: Some(discs),
        black,
        white: black,
    })
}

fn note() -> impl Strategy<Value = MoveNote> {
    let evaluation = option::of(number(64));
    let parts = (evaluation, option::of(seconds()), option::of(comment()));
    parts.prop_map(|(evaluation, seconds, comment)| MoveNote {
        evaluation,
        seconds,
        comment,
    })
}

/// Generates a random game, possibly unfinished, possibly from another start.
fn game() -> impl Strategy<Value = Game> {
    let shapes = vec!["8x8", "8x8", "6x6", "4x4", "9x7", "10x10", "8x8-a1"];
    let shape = prop::sample::select(shapes);
    (shape, any::<u64>(), 0_usize..120, 0_u8..4).prop_map(|(shape, seed, plies, start)| {
        let shape: Shape = shape.parse().expect("a shape");
        let mut random = random(seed);
        let usual = Position::start(shape);
        let mut game = match start {
            0 => Game::from_position(usual.with_other_mover()),
            1 => {
                let mut played = usual;
                for _ in 0..random.random_range(1..20) {
                    let Some(square) = random_move(&played, &mut random) else {
                        break;
                    };
                    played = played.play(square).expect("a legal move");
                }
                Game::from_position(played)
            }
            _ => Game::new(shape),
        };
        for _ in 0..plies {
            let Some(square) = random_move(game.position(), &mut random) else {
                break;
            };
            game.play(square).expect("a legal move");
        }
        game
    })
}

prop_compose! {
    fn record()(
        game in game(),
        black in player(),
        white in player(),
        one_clock in any::<bool>(),
        texts in [option::of(line()), option::of(line()), option::of(line())],
        (date, result, komi) in (option::of(date()), option::of(result()), option::of(komi())),
        variant in option::of("s[a-z0-9]{1,4}"),
        notes in prop::collection::vec(note(), 0..4),
        comment in option::of(comment()),
    ) -> GameRecord {
        let [tournament, round, place] = texts;
        let plies = game.moves().len();
        let mut notes: Vec<MoveNote> = notes.into_iter().cycle().take(plies).collect();
        if notes.iter().all(MoveNote::is_empty) {
            notes.clear();
        }
        notes.resize(if notes.is_empty() { 0 } else { plies }, MoveNote::default());
        let white = Player { clock: if one_clock { black.clock } else { white.clock }, ..white };
        let squares = game.shape().squares() as u16;
        // No more discs than the board has squares.
        let result = result.filter(|result| match result.score {
            RecordedScore::Discs { black, white } => black + white <= squares,
            RecordedScore::Difference(difference) => difference.abs() <= f64::from(squares),
            RecordedScore::Winner(_) => true,
        });
        GameRecord {
            black, white, tournament, round, place, date, result, komi, variant, notes, comment,
            ..GameRecord::new(game)
        }
    }
}

/// Returns the record expected from a format after these losses.
fn expected(record: &GameRecord, format: Format, lost: &[Omission]) -> GameRecord {
    let mut record = record.clone();
    record.result = match format {
        Format::Transcripts | Format::Obf => None,
        _ => record.known_result(),
    };
    let is_lost = |field| lost.contains(&Omission::Field(field));
    // These two formats count the discs on the board, which exclude komi.
    if matches!(format, Format::Pgn | Format::Wthor)
        && let Some(GameResult { score, .. }) = &mut record.result
        && let RecordedScore::Difference(difference) = score
    {
        *difference += record.komi.and_then(|komi| komi.discs).unwrap_or(0.0);
    }
    let date = record.date.clone();
    for field in Field::ALL.into_iter().filter(|&field| is_lost(field)) {
        let [black, white] = [&mut record.black, &mut record.white];
        let notes = record.notes.iter_mut();
        match field {
            Field::Moves => record.game = Game::from_position(*record.game.position()),
            Field::Names => (black.name, white.name) = (None, None),
            Field::Ratings => (black.rating, white.rating) = (None, None),
            Field::Clocks => (black.clock, white.clock) = (None, None),
            Field::Tournament => record.tournament = None,
            Field::Round => record.round = None,
            Field::Place => record.place = None,
            Field::Year => record.date = None,
            Field::Day => {
                record.date = record.date.map(|date| Date::from_year(date.year()));
            }
            Field::Time if is_lost(Field::Day) => {}
            Field::Time => {
                let day = date.as_ref().map(|date| date.day_text('.'));
                record.date = day.map(|day| day.parse().expect("a day"));
            }
            Field::Result => record.result = None,
            Field::Ending => {
                if let Some(result) = &mut record.result {
                    result.ending = None;
                }
            }
            Field::Komi => record.komi = None,
            Field::Variant => record.variant = None,
            Field::Evaluations => notes.for_each(|note| note.evaluation = None),
            Field::Seconds => notes.for_each(|note| note.seconds = None),
            Field::Comments => {
                record.comment = None;
                notes.for_each(|note| note.comment = None);
            }
            Field::Theoretical => {}
        }
    }
    if record.notes.iter().all(MoveNote::is_empty) {
        record.notes.clear();
    }
    record
}

/// Returns the disc difference, if the result has one.
fn score(record: &GameRecord) -> Option<f64> {
    let squares = record.game.shape().squares();
    record.result?.score.black_score(squares)
}

fn check(record: &GameRecord, format: Format) -> Result<(), TestCaseError> {
    let mut writer = GameWriter::new(Vec::new(), format);
    let mut lost = match writer.write(record) {
        Ok(lost) => lost,
        Err(WriteError::Refused(_)) => {
            let moves = record.game.moves();
            let start = format.holds_start(record.game.start());
            prop_assert!(start.is_err() || (moves.is_empty() && format == Format::Transcripts));
            return Ok(());
        }
        Err(error) => panic!("{error}"),
    };
    let mut finished = writer.finish().expect("writing to memory cannot fail");
    lost.extend(finished.omissions.into_iter().map(|(lost, _)| lost));
    if let Some(header) = finished.wthor_header {
        finished.output[..header.len()].copy_from_slice(&header);
    }
    let text = String::from_utf8_lossy(&finished.output).into_owned();
    let reader = GameReader::new(&finished.output[..], record.game.shape()).expect("a reader");
    prop_assert_eq!(reader.format(), format, "{}", text);
    let games: Vec<_> = reader.collect::<Result<_, _>>().expect("games");
    prop_assert_eq!(games.len(), 1, "{}", text);
    let parsed = games[0].game.clone();
    let parsed = parsed.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    prop_assert_eq!(&parsed.omissions, &[], "{}", text);

    let (mut read, mut expected) = (parsed.record, expected(record, format, &lost));
    read.wthor = None;
    // WTHOR has a score for every game: the discs on the board if it is unfinished.
    let is_made_up = format == Format::Wthor && expected.result.is_none();
    let result_is_lost = lost.contains(&Omission::Field(Field::Result)) || is_made_up;
    if !result_is_lost {
        let [found, wanted] = [score(&read), score(&expected)];
        // Whole discs may result from rounded komi.
        let is_near = found.zip(wanted).is_none_or(|(a, b)| (a - b).abs() < 0.03);
        let agrees = is_near && found.is_some() == wanted.is_some();
        prop_assert!(agrees, "{:?} {}", wanted, text);
        let ending = |record: &GameRecord| record.result.and_then(|result| result.ending);
        prop_assert_eq!(ending(&read), ending(&expected));
    }
    (read.result, expected.result) = (None, None);
    prop_assert_eq!(read, expected, "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn information_not_reported_as_lost_is_kept(record in record()) {
        for format in Format::ALL {
            check(&record, format)?;
        }
    }
}
