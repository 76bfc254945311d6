//! Text that users type: squares, shapes, positions, trees, and the names of games and settings.
//! What is read is written as text that is read as the same value.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use outflank_book::Levels;
use outflank_engine::Clock;
use outflank_fuzz::{choice_and_text, shape};
use outflank_gametree::games::NamedGame;
use outflank_gametree::{Algorithm, MoveOrder, Search, Tree};
use outflank_othello::format::{Date, GameResult};
use outflank_othello::{Move, Position, Shape, Square, SquareSet};
use outflank_textbook::{Evaluation, EvaluationKind, Parameters, TextbookPlayer};

/// Checks that a value survives as text.
fn round_trip<T: FromStr + Display + PartialEq + Debug>(text: &str) -> Option<T>
where
    T::Err: Debug + Display,
{
    let read = match text.parse::<T>() {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    let written = read.to_string();
    match written.parse::<T>() {
        Ok(again) => assert_eq!(again, read, "{text:?} becomes {written:?}"),
        Err(error) => panic!("{text:?} becomes {written:?}: {error}"),
    }
    Some(read)
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else {
        return;
    };
    match choice {
        0 => drop(round_trip::<Shape>(text)),
        1 => drop(round_trip::<Square>(text)),
        2 => drop(round_trip::<Move>(text)),
        3 => drop(round_trip::<SquareSet>(text)),
        4 => position(text),
        5 => tree(text),
        6 => drop(round_trip::<MoveOrder>(text)),
        7 => drop(round_trip::<Algorithm>(text)),
        8 => drop(round_trip::<TextbookPlayer>(text)),
        9 => drop(round_trip::<Levels>(text)),
        10 => drop(round_trip::<Clock>(text)),
        11 => drop(round_trip::<Date>(text)),
        12 => drop(round_trip::<GameResult>(text)),
        13 => named_game(text),
        14 => parameters(EvaluationKind::Phased, text),
        15 => parameters(EvaluationKind::Components, text),
        _ => {
            let shape = shape(choice);
            if let Ok(position) = Position::parse_obf(text, shape) {
                assert_eq!(
                    Position::parse_obf(&position.to_string(), shape),
                    Ok(position)
                );
            }
        }
    }
});

/// Positions that name their shape, unless it is a square.
fn position(text: &str) {
    if let Ok(position) = text.parse::<Position>() {
        let written = format!("{} {position}", position.shape());
        assert_eq!(written.parse(), Ok(position), "{written}");
    }
}

/// Trees. A search finds a value within the bounds.
fn tree(text: &str) {
    if let Some(tree) = round_trip::<Tree>(text) {
        let root = tree.root();
        let (least, greatest) = tree.bounds(root);
        assert!(least <= greatest);
        let value = Search::new(&tree).run(&root).value;
        assert!((least..=greatest).contains(&value), "{value}: {tree}");
        assert_eq!(tree.deciding_leaf().is_none(), least == greatest);
    }
}

/// Games of a textbook. Their moves have to be legal.
fn named_game(text: &str) {
    if let Ok(game) = text.parse::<NamedGame>() {
        let written = game.to_string();
        match written.parse::<NamedGame>() {
            Ok(again) => assert_eq!(again.to_string(), written),
            Err(error) => panic!("{text:?} becomes {written:?}: {error}"),
        }
    }
}

/// Parameters of a textbook evaluation.
fn parameters(kind: EvaluationKind, text: &str) {
    let Ok(read) = Parameters::from_toml(kind, text) else {
        return;
    };
    let Ok(evaluation) = Evaluation::with_parameters(&read) else {
        return;
    };
    let written = read.to_toml();
    let again = Parameters::from_toml(kind, &written);
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.to_toml(), written);
    let again = Evaluation::with_parameters(&again);
    assert_eq!(again.unwrap_or_else(|error| panic!("{error}")), evaluation);
}
