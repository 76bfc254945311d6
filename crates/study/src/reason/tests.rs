//! Checks that reasons are true on the board.

use outflank_classic::{Evaluation, EvaluationKind};
use outflank_othello::Shape;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::analyzer::{Analyzer, ClassicAnalyzer};

/// Checks a claim against the rules, independently of the code that made it.
fn assert_true(position: &Position, played: &AnalyzedMove, best: &AnalyzedMove, reason: &Reason) {
    let mover = position.mover();
    let after = position.play(played.square).unwrap();
    let after_best = position.play(best.square).unwrap();
    let replay = |line: &[Square]| {
        let mut game = Game::from_position(*position);
        for &square in line {
            game.play(square).unwrap();
        }
        game
    };
    match reason {
        Reason::GivesUpCorner { corner } => {
            assert!(after.legal_moves().contains(*corner));
            assert!(!after_best.legal_moves().contains(*corner));
        }
        Reason::LosesCorner { corner, line } => {
            assert_eq!(line[0], played.square);
            assert_eq!(line.last(), Some(corner));
            let game = replay(line);
            assert_eq!(game.position().disc(*corner), Some(mover.opponent()));
        }
        Reason::PassesUpCorner { corner } => {
            assert!(position.legal_moves().contains(*corner));
            assert_eq!(best.square, *corner);
        }
        Reason::MissesCorner { corner, line } => {
            assert_eq!(line[0], best.square);
            assert_eq!(replay(line).position().disc(*corner), Some(mover));
        }
        Reason::MissesWipeOut { .. } => assert_eq!(after_best.count(mover.opponent()), 0),
        Reason::Mobility {
            opponent,
            opponent_moves,
            own_moves,
            opponent_moves_after_best,
        } => {
            assert_eq!(*opponent, mover.opponent());
            assert_eq!(after.legal_moves().len() as u32, *opponent_moves);
            assert_eq!(
                after.with_other_mover().legal_moves().len() as u32,
                *own_moves
            );
            assert_eq!(
                after_best.legal_moves().len() as u32,
                *opponent_moves_after_best
            );
        }
        Reason::RunsOutOfMoves { line } => {
            let game = replay(line);
            assert_eq!(game.last_move(), Some(outflank_othello::Move::Pass));
            assert_eq!(game.position().mover(), mover.opponent());
        }
        Reason::LosesStability { discs, .. } => assert!(*discs >= 3),
        Reason::Frontier {
            played: more,
            best: fewer,
        } => assert!(more > fewer),
        Reason::EndsWorse {
            line,
            best_line,
            loss,
        } => {
            assert_eq!((line[0], best_line[0]), (played.square, best.square));
            assert!(*loss > 0.0);
        }
    }
    assert!(!reason.to_string().contains('\n'));
}

#[test]
fn reasons_of_random_games_are_true_and_of_many_kinds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut kinds = std::collections::HashSet::new();
    for number in 0..60 {
        let shapes = ["8x8", "6x6", "9x7", "8x8-a1"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let analyzer = ClassicAnalyzer {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 3,
            exact_from: 8,
            ..ClassicAnalyzer::default()
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
            if valued[0].score - played.score >= 2.0 {
                let found = reason(&position, played, &valued[0]);
                assert_true(&position, played, &valued[0], &found);
                kinds.insert(std::mem::discriminant(&found));
            }
            position = position.play(played.square).unwrap();
        }
    }
    assert!(kinds.len() >= 7, "only {} kinds of reasons", kinds.len());
}

#[test]
fn giving_up_a_corner_is_the_reason() {
    // Black can take a1 by flipping b1, or play elsewhere.
    let text = format!("-OX-----{}--OX----{} X", "-".repeat(16), "-".repeat(32));
    let position = Position::parse_obf(&text, Shape::STANDARD).unwrap();
    let analyzer = ClassicAnalyzer {
        depth: 4,
        ..ClassicAnalyzer::default()
    };
    let valued = analyzer.score_moves(&position).unwrap();
    assert_eq!(valued[0].square.to_string(), "a1");
    let found = reason(&position, &valued[1], &valued[0]);
    let corner = valued[0].square;
    assert!(
        matches!(&found, Reason::PassesUpCorner { corner: c } | Reason::GivesUpCorner { corner: c } if *c == corner),
        "{found}"
    );
}
