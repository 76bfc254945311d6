//! Whether reasons are true on the board.

mod claims;
mod measure;

use outflank_othello::{Color, Shape, SquareSet};
use outflank_textbook::{Evaluation, EvaluationKind};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::analyzer::{Analyzer, TextbookAnalyzer};

#[test]
fn reasons_of_random_games_are_true_and_of_many_kinds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut kinds = std::collections::HashSet::new();
    for number in 0..60 {
        let shapes = ["8x8", "6x6", "9x7", "8x8-a1"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let analyzer = TextbookAnalyzer {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 3,
            exact_from: 8,
            ..TextbookAnalyzer::default()
        };
        let mut position = Position::start(shape);
        loop {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                match position.pass() {
                    Ok(next) => position = next,
                    Err(_) => break,
                }
                continue;
            }
            let valued = analyzer.score_moves(&position).unwrap();
            assert_eq!(valued.len(), moves.len());
            let played = &valued[random.random_range(0..valued.len())];
            if valued[0].discs() - played.discs() >= 2.0 {
                let found = reason(&position, played, &valued[0]);
                let claim = claims::is_true(&position, played, &valued[0], &found);
                assert_eq!(claim, Some(true), "{found:?} {position:?}");
                assert!(!found.to_string().contains('\n'));
                assert!(found.squares().len() <= 8, "{found}");
                if let Reason::SafeMoves { .. } = &found {
                    assert!((1..=3).contains(&found.squares().len()), "{found}");
                }
                kinds.insert(std::mem::discriminant(&found));
            }
            position = position.play(played.square).unwrap();
        }
    }
    assert!(kinds.len() >= 12, "only {} kinds of reasons", kinds.len());
}

#[test]
fn giving_up_a_corner_is_the_reason() {
    // Black can take a1 by flipping b1, or play elsewhere.
    let text = format!("-OX-----{}--OX----{} X", "-".repeat(16), "-".repeat(32));
    let position = Position::parse_obf(&text, Shape::STANDARD).unwrap();
    let analyzer = TextbookAnalyzer::to_depth(4);
    let valued = analyzer.score_moves(&position).unwrap();
    assert_eq!(valued[0].square.to_string(), "a1");
    let found = reason(&position, &valued[1], &valued[0]);
    let corner = valued[0].square;
    assert!(
        matches!(&found, Reason::PassesUpCorner { corner: c } | Reason::GivesUpCorner { corner: c, .. } if *c == corner),
        "{found}"
    );
}

#[test]
fn squares_of_a_reason_are_few() {
    let line = |text: &str| -> Vec<Square> {
        let names = text.split(' ');
        names.map(|name| name.parse().unwrap()).collect()
    };
    let squares = |text: &str| SquareSet::from_iter(line(text));
    let reason = Reason::SafeMoves {
        side: Color::Black,
        played: 0,
        best: 4,
        differing: squares("a4 b5 c6 d3"),
        line: line("f2 e2 g6 f7"),
    };
    assert_eq!(reason.squares(), squares("a4 b5 d3"));
    let words = "leaves Black no safe moves instead of 4 after f2 e2 g6 f7, without d3 a4 b5";
    assert_eq!(reason.to_string(), words);
}

#[test]
fn a_false_claim_is_detected() {
    let position = Position::start(Shape::STANDARD)
        .play("f5".parse().unwrap())
        .unwrap();
    let analyzer = TextbookAnalyzer::to_depth(4);
    let valued = analyzer.score_moves(&position).unwrap();
    let (best, played) = (&valued[0], &valued[1]);
    let corner = "a1".parse().unwrap();
    let opponent = position.mover().opponent();
    for claim in [
        Reason::GivesUpCorner {
            opponent,
            corner,
            beside: None,
        },
        Reason::LosesCorner {
            corner,
            beside: None,
            line: played.pv.clone(),
        },
        Reason::MissesWipeOut { best: best.square },
        Reason::RunsOutOfMoves {
            line: played.pv[..2].to_vec(),
        },
        Reason::SafeMoves {
            side: opponent,
            played: 9,
            best: 4,
            differing: SquareSet::from_iter([corner]),
            line: vec![played.square],
        },
        Reason::Parity {
            opponent,
            region: SquareSet::from_iter([corner]),
        },
    ] {
        let is_true = claims::is_true(&position, played, best, &claim);
        assert_ne!(is_true, Some(true), "{claim:?}");
    }
}
