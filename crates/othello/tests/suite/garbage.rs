//! Gives every parser a hundred thousand random inputs: none may panic, and parsed games must
//! round-trip.

use std::fs;

use crate::common::{random, testdata};
use outflank_othello::format::ggf::{parse_ggf, write_ggf};
use outflank_othello::format::pgn::{parse_pgn, write_pgn};
use outflank_othello::format::sgf::{parse_sgf, write_sgf};
use outflank_othello::format::wthor::{WthorFile, WthorNames};
use outflank_othello::format::{
    Clock, Date, Format, GameReader, GameRecord, ObfRecord, ParsedGame, Player, read_games,
    write_games,
};
use outflank_othello::notation::{numbered_moves, parse_game, parse_transcript, transcript};
use outflank_othello::random::random_game;
use outflank_othello::{Game, ParseError, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

const INPUTS: usize = 100_000;

/// Pieces of text that is almost valid.
#[rustfmt::skip]
const PIECES: [&str; 28] = [
    "f5", "D6", "c3", "z9", "a1", "h8", "a10", "p16", " ", "\n", "\t", ";", ",", "--", "pa",
    "12.", "X", "O", "-", "XXXXOOOO--------", ":", "+18", "-127", "#", "é", "8x8", "x", "\u{0}",
];

fn text(random: &mut Xoshiro256PlusPlus) -> String {
    let count = random.random_range(0..12);
    let piece = |_| PIECES[random.random_range(0..PIECES.len())];
    (0..count).map(piece).collect()
}

/// Pieces of text that is almost a game in GGF, SGF or PGN.
#[rustfmt::skip]
const RECORD_PIECES: [&str; 52] = [
    "(;", ";)", "(;GM[Othello]", "(;GM[2]FF[4]", "GM[", "BO[8 ", "BO[4 ---- -O*- -*O- ---- *]",
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]", "--------",
    "*]", "B[f5]", ";B[f5]", "W[d6/1.25/0.01]", ";W[d6]V[-0.5]C[", "B[pass]", ";W[]", "B[", "W[",
    "]", "[", "/", "1.2", "PB[", "PW[x]", "TI[15:00//02:00]", "TB[05:00,N",
    "DT[2003.12.15_12:33:18.MST]", "DT[9", "RE[+3:r]", "RE[B+R]", "KM[-3.133]", "KB[B3/2.00/",
    "TY[8kr20]", "AB[a1:b2][c3]", "AW[d4]AE[", "PL[W]", "SZ[6:5]", "SZ[", "\\", "(", ")", ";",
    "[Event \"", "[Black \"x\"]\n", "[Result \"33-31\"]\n", "\"]\n", "1. f5 d6\n3. c3", "{", "}",
    "0-1\n", "\u{1}", "é\n",
];

fn record_text(random: &mut Xoshiro256PlusPlus) -> String {
    let count = random.random_range(0..10);
    let begin = ["(;GM[Othello]", "(;GM[2]", "[Event \"x\"]\n", ""][random.random_range(0..4)];
    let mut text = begin.to_owned();
    for _ in 0..count {
        text.push_str(RECORD_PIECES[random.random_range(0..RECORD_PIECES.len())]);
    }
    let ends = [";)", ")", "*\n", ""];
    text + ends[random.random_range(0..ends.len())]
}

/// Checks that a parsed game is the same after writing and parsing it.
fn check_rewriting(
    read: &dyn Fn(&str) -> Result<ParsedGame, ParseError>,
    write: &dyn Fn(&GameRecord) -> Option<String>,
    text: &str,
) -> bool {
    let parsed = match read(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(error.line() >= 1 && error.column() >= 1);
            assert!(!error.to_string().contains('\n'), "{error}");
            return false;
        }
    };
    let Some(written) = write(&parsed.record) else {
        return false;
    };
    let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{text}\n{written}"));
    assert_eq!(again.record.game, parsed.record.game, "{text}\n{written}");
    assert_eq!(write(&again.record), Some(written), "{text}");
    true
}

#[test]
fn random_games_are_rejected_or_round_trip() {
    let mut random = random(4);
    let mut read = [0; 3];
    for _ in 0..INPUTS {
        let text = record_text(&mut random);
        let standard = Shape::STANDARD;
        let pgn = |text: &str| parse_pgn(text, standard);
        read[0] += usize::from(check_rewriting(&parse_ggf, &|r| write_ggf(r).ok(), &text));
        read[1] += usize::from(check_rewriting(&parse_sgf, &|r| write_sgf(r).ok(), &text));
        read[2] += usize::from(check_rewriting(&pgn, &|r| write_pgn(r).ok(), &text));
        let games = GameReader::new(text.as_bytes(), standard);
        let count = games.map_or(0, |games| games.take_while(Result::is_ok).count());
        assert!(count <= text.len());
        for part in text.split(['[', ']']) {
            if let Ok(date) = part.parse::<Date>() {
                assert_eq!(date.to_string().parse(), Ok(date));
            }
            if let Ok(clock) = part.parse::<Clock>() {
                assert_eq!(clock.to_string().parse(), Ok(clock));
            }
        }
    }
    assert!(read.iter().all(|&count| count > 500), "{read:?}");
}

#[test]
fn damaged_files_do_not_panic() {
    let mut random = random(5);
    let game = |shape: &str, random: &mut Xoshiro256PlusPlus| GameRecord {
        black: Player::named("Höhne"),
        ..GameRecord::new(random_game(shape.parse().expect("a shape"), random))
    };
    let records: Vec<GameRecord> = (0..3).map(|_| game("8x8", &mut random)).collect();
    for format in Format::ALL {
        let whole = write_games(&records, format, None).expect("a file").content;
        let mut all_read = 0;
        for _ in 0..INPUTS / 20 {
            let mut content = whole.clone();
            for _ in 0..random.random_range(1..4) {
                let place = random.random_range(0..content.len());
                match random.random_range(0..4) {
                    0 => content.truncate(place.max(1)),
                    1 => drop(content.remove(place)),
                    _ => content[place] = random.random(),
                }
                if content.is_empty() {
                    break;
                }
            }
            let Ok(games) = GameReader::new(&content[..], Shape::STANDARD) else {
                continue;
            };
            let mut read = 0;
            for game in games {
                let Ok(game) = game else { break };
                match game.game {
                    Ok(_) => read += 1,
                    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
                }
            }
            all_read += usize::from(read >= 2);
        }
        assert!(all_read > 100, "{format}: {all_read}");
    }
}

fn bytes(random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let count = random.random_range(0..40);
    (0..count).map(|_| random.random()).collect()
}

#[test]
fn arbitrary_texts_do_not_panic() {
    let mut random = random(1);
    let shapes = ["8x8", "9x7", "4x16", "8x8-a1"];
    let shapes: [Shape; 4] = shapes.map(|shape| shape.parse().expect("a shape"));
    for number in 0..INPUTS {
        let text = text(&mut random);
        let shape = shapes[number % shapes.len()];
        if let Ok(square) = text.parse::<Square>() {
            assert!(square.to_string().eq_ignore_ascii_case(&text));
        }
        if let Ok(shape) = text.parse::<Shape>() {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        if let Ok(position) = Position::parse_obf(&text, shape) {
            let again = Position::parse_obf(&position.to_string(), shape);
            assert_eq!(again, Ok(position));
        }
        if let Ok(record) = ObfRecord::parse(&text, shape) {
            assert_eq!(ObfRecord::parse(&record.to_string(), shape), Ok(record));
        }
        if let Err(error) = parse_transcript(&text, shape) {
            assert!(error.line() >= 1 && error.column() >= 1);
            assert!(!error.to_string().contains('\n'));
        }
        if let Ok(game) = parse_game(&text, shape)
            && !game.moves().is_empty()
            && *game.start() == Position::start(shape)
        {
            assert_eq!(Game::from_transcript(shape, &transcript(&game)), Ok(game));
        }
    }
}

#[test]
fn arbitrary_files_do_not_panic() {
    let mut random = random(2);
    let real = fs::read(testdata("wthor/WTH_1977.wtb")).expect("a file");
    let names = fs::read(testdata("wthor/WTH.TRN")).expect("a file");
    let obf = fs::read(testdata("positions/fforum-1-19.obf")).expect("a file");
    for number in 0..INPUTS {
        let content = match number % 4 {
            0 => bytes(&mut random),
            1 => text(&mut random).into_bytes(),
            _ => {
                // A real file with some bytes changed, possibly truncated.
                let source = if number % 4 == 2 { &real } else { &obf };
                let mut changed = source[..source.len().min(300)].to_vec();
                if number % 8 == 2 {
                    changed = source[..16 + 68].to_vec();
                    changed[4..8].copy_from_slice(&1_u32.to_le_bytes());
                }
                for _ in 0..random.random_range(1..4) {
                    let place = random.random_range(0..changed.len());
                    changed[place] = random.random();
                }
                changed
            }
        };
        let _ = WthorNames::from_bytes(&content, WthorNames::PLAYER);
        if let Ok(games) = read_games(&content, Shape::STANDARD, None) {
            for rejected in games.rejected {
                assert!(!rejected.error.to_string().contains('\n'));
            }
        }
        if let Ok(file) = WthorFile::from_bytes(&content) {
            assert_eq!(file.to_bytes(), Ok(content));
        }
    }
    for length in 0..200 {
        let _ = WthorNames::from_bytes(&names[..length], WthorNames::TOURNAMENT);
    }
}

#[test]
fn games_survive_every_format_that_can_hold_them() {
    let mut random = random(3);
    for number in 0..400 {
        let shape = ["8x8", "9x7", "6x6", "10x10", "4x16"][number % 5];
        let shape: Shape = shape.parse().expect("a shape");
        let game = random_game(shape, &mut random);
        for text in [transcript(&game), numbered_moves(&game)] {
            assert_eq!(Game::from_transcript(shape, &text).as_ref(), Ok(&game));
        }
        let records = [GameRecord::new(game.clone())];
        let formats = Format::ALL.into_iter();
        for format in formats.filter(|&format| format != Format::Obf) {
            let written = write_games(&records, format, None).expect("a file");
            if format.holds_start(game.start()).is_err() {
                assert_eq!((written.games, written.refused.len()), (0, 1));
                continue;
            }
            let read = read_games(&written.content, shape, None).expect("games");
            assert_eq!((read.format, &read.records[0].1.game), (format, &game));
        }
    }
}
