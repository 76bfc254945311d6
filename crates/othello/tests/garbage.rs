//! A hundred thousand random inputs at every reader: none may panic, and what is
//! read is written and read again the same.

mod common;

use std::fs;

use common::{random, random_game, testdata};
use outflank_othello::format::wthor::{WthorFile, WthorNames};
use outflank_othello::format::{Format, GameRecord, ObfRecord, read_games, write_games};
use outflank_othello::notation::{numbered_moves, parse_game, parse_transcript, transcript};
use outflank_othello::{Game, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

const INPUTS: usize = 100_000;

/// Pieces from which texts are made that nearly are what a reader expects.
const PIECES: [&str; 28] = [
    "f5",
    "D6",
    "c3",
    "z9",
    "a1",
    "h8",
    "a10",
    "p16",
    " ",
    "\n",
    "\t",
    ";",
    ",",
    "--",
    "pa",
    "12.",
    "X",
    "O",
    "-",
    "XXXXOOOO--------",
    ":",
    "+18",
    "-127",
    "#",
    "é",
    "8x8",
    "x",
    "\u{0}",
];

fn text(random: &mut Xoshiro256PlusPlus) -> String {
    let count = random.random_range(0..12);
    (0..count)
        .map(|_| PIECES[random.random_range(0..PIECES.len())])
        .collect()
}

fn bytes(random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let count = random.random_range(0..40);
    (0..count).map(|_| random.random()).collect()
}

#[test]
fn texts_never_make_a_reader_panic() {
    let mut random = random(1);
    let shapes: Vec<Shape> = ["8x8", "9x7", "4x16", "8x8-a1"]
        .iter()
        .map(|s| s.parse().expect("a shape"))
        .collect();
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
            assert_eq!(
                Position::parse_obf(&position.to_string(), shape),
                Ok(position)
            );
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
fn files_never_make_a_reader_panic() {
    let mut random = random(2);
    let real = fs::read(testdata("wthor/WTH_1977.wtb")).expect("a file");
    let names = fs::read(testdata("wthor/WTH.TRN")).expect("a file");
    let obf = fs::read(testdata("positions/fforum-1-19.obf")).expect("a file");
    for number in 0..INPUTS {
        let content = match number % 4 {
            0 => bytes(&mut random),
            1 => text(&mut random).into_bytes(),
            _ => {
                // A real file with some bytes changed, perhaps cut.
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
        let shape: Shape = ["8x8", "9x7", "6x6", "10x10", "4x16"][number % 5]
            .parse()
            .expect("a shape");
        let game = random_game(shape, &mut random);
        assert_eq!(
            Game::from_transcript(shape, &transcript(&game)).as_ref(),
            Ok(&game)
        );
        assert_eq!(
            Game::from_transcript(shape, &numbered_moves(&game)).as_ref(),
            Ok(&game)
        );
        let records = [GameRecord::new(game.clone())];
        for format in [Format::Transcripts, Format::Wthor] {
            let written = write_games(&records, format, None).expect("a file");
            if format == Format::Wthor && shape != Shape::STANDARD {
                assert_eq!((written.games, written.refused.len()), (0, 1));
                continue;
            }
            let read = read_games(&written.content, shape, None).expect("games");
            assert_eq!((read.format, &read.records[0].1.game), (format, &game));
        }
    }
}
