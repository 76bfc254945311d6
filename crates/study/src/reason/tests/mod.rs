//! Whether reasons are true on the board.

mod claims;

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
                let shown = found.squares();
                assert!(shown.len() <= 3 || matches!(found, Reason::Parity { .. }));
                if let Reason::MovesTakenAway { line, .. } = &found {
                    assert!(!shown.is_empty() && shown.is_disjoint(position.discs(Color::Black)));
                    assert!(shown.is_disjoint(position.discs(Color::White)));
                    assert!(!line.iter().any(|&square| shown.contains(square)));
                }
                kinds.insert(std::mem::discriminant(&found));
            }
            position = position.play(played.square).unwrap();
        }
    }
    assert!(kinds.len() >= 10, "only {} kinds of reasons", kinds.len());
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
        matches!(&found, Reason::PassesUpCorner { corner: c } | Reason::GivesUpCorner { corner: c } if *c == corner),
        "{found}"
    );
}

#[test]
fn squares_of_a_reason_are_few_and_not_played_in_its_line() {
    let line = |text: &str| -> Vec<Square> {
        let names = text.split(' ');
        names.map(|name| name.parse().unwrap()).collect()
    };
    let squares = |text: &str| SquareSet::from_iter(line(text));
    let reason = Reason::MovesTakenAway {
        mover: Color::Black,
        moves: 8,
        moves_after_best: 11,
        taken: squares("e2 f2 g6 a4 b5 c6"),
        line: line("f2 e2 g6 f7"),
    };
    assert_eq!(reason.squares(), squares("a4 b5 c6"));
    let words = "leaves Black 8 moves instead of 11 after f2 e2 g6 f7, without a4 b5 c6";
    assert_eq!(reason.to_string(), words);
    let reason = Reason::Mobility {
        opponent: Color::White,
        opponent_moves: 9,
        opponent_moves_after_best: 4,
        opened: squares("a1 b2 c3 d7 e7"),
    };
    assert_eq!(reason.squares().len(), 3);
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
        Reason::GivesUpCorner { corner },
        Reason::LosesCorner {
            corner,
            line: played.pv.clone(),
        },
        Reason::MissesWipeOut { best: best.square },
        Reason::RunsOutOfMoves {
            line: played.pv[..2].to_vec(),
        },
        Reason::Mobility {
            opponent,
            opponent_moves: 9,
            opponent_moves_after_best: 4,
            opened: SquareSet::from_iter([corner]),
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
