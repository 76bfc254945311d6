//! Compares the evaluations with published descriptions and values.

use outflank_othello::{Game, Shape};

use super::*;
use crate::square_weights::square_weight;

#[test]
fn square_weights_match_the_published_tables() {
    let table = |shape: &str| -> Vec<Vec<i32>> {
        let shape: Shape = shape.parse().unwrap();
        let cells = shape.cells_in_order();
        let weights = cells.map(|square| square_weight(shape, square));
        let weights: Vec<i32> = weights.collect();
        let rows = weights.chunks(usize::from(shape.width()));
        rows.map(<[i32]>::to_vec).collect()
    };
    assert_eq!(
        table("8x8"),
        [
            [100, -10, 11, 6, 6, 11, -10, 100],
            [-10, -20, 1, 2, 2, 1, -20, -10],
            [10, 1, 5, 4, 4, 5, 1, 10],
            [6, 2, 4, 2, 2, 4, 2, 6],
            [6, 2, 4, 2, 2, 4, 2, 6],
            [10, 1, 5, 4, 4, 5, 1, 10],
            [-10, -20, 1, 2, 2, 1, -20, -10],
            [100, -10, 11, 6, 6, 11, -10, 100],
        ]
    );
    assert_eq!(
        table("9x7"),
        [
            [100, -10, 11, 6, 6, 6, 11, -10, 100],
            [-10, -20, 1, 2, 2, 2, 1, -20, -10],
            [10, 1, 5, 4, 4, 4, 5, 1, 10],
            [6, 2, 4, 2, 2, 2, 4, 2, 6],
            [10, 1, 5, 4, 4, 4, 5, 1, 10],
            [-10, -20, 1, 2, 2, 2, 1, -20, -10],
            [100, -10, 11, 6, 6, 6, 11, -10, 100],
        ]
    );
}

#[test]
fn values_change_sign_with_the_side_to_move() {
    for shape in ["8x8", "6x6", "9x7", "10x10-a1j10"] {
        let mut game = Game::new(shape.parse().unwrap());
        while let Some(square) = game.position().legal_moves().first() {
            let position = *game.position();
            // All evaluations except `positional`.
            for &kind in &EvaluationKind::ALL[..3] {
                let evaluation = Evaluation::new(kind);
                let own = evaluation.explain(&position);
                let other = evaluation.explain(&position.with_other_mover());
                assert_eq!(own.hundredths(), -other.hundredths(), "{kind} {position:?}");
                assert!(own.total().abs() < 1000.0);
            }
            game.play(square).unwrap();
        }
    }
}

#[test]
fn stability_differences_divide_by_absolute_values() {
    // Both sums are negative: the printed divisor would reverse the sign.
    let start = Position::start(Shape::STANDARD).play(Square::F5).unwrap();
    let explanation = Evaluation::new(EvaluationKind::Components).explain(&start);
    let mut terms = explanation.terms.iter();
    let stability = terms.find(|term| term.name == "stability").unwrap();
    assert!(stability.own < 0.0 && stability.opponent < 0.0);
    let difference = stability.own - stability.opponent;
    assert_eq!(difference > 0.0, stability.hundredths > 0);
    assert_eq!(difference < 0.0, stability.hundredths < 0);
}

#[test]
fn positional_counts_discs_won_and_the_last_square() {
    let root = Position::start(Shape::STANDARD);
    let last = "f5".parse().unwrap();
    let after = root.play(last).unwrap();
    let evaluation = Evaluation::new(EvaluationKind::Positional);
    let explanation = evaluation.explain_after(&root, &after, Some(last));
    // Black has 4 discs to 1 and f5 weighs 4; White is to move.
    assert_eq!(explanation.total(), -3.0 - 4.0);
    // A pass as the last move has no weight.
    assert_eq!(evaluation.explain_after(&root, &after, None).total(), -3.0);
}

#[test]
fn invalid_parameters_are_rejected_with_line_and_column() {
    let phased = |text: &str| Evaluation::from_toml(EvaluationKind::Phased, text).unwrap_err();
    let by_hand = include_str!("../../parameters/phased-by-hand.toml");
    assert!(Evaluation::from_toml(EvaluationKind::Phased, by_hand).is_ok());
    let error = phased(&by_hand.replace("mobility =", "mobilty ="));
    assert!(error.to_string().contains("line"), "{error}");
    for text in [
        "",
        "stage = 3",
        "[[stage]]",
        &by_hand.replace("until = 1.0", "until = 0.9"),
        &by_hand.replace("until = 0.80", "until = 0.1"),
        &by_hand.replace("until = 0.80", "until = nan"),
        &by_hand.replace("stability = 4.0", "stability = inf"),
        "\u{0}\u{1}é=[[[[",
    ] {
        assert_ne!(text, by_hand);
        phased(text);
    }
    assert!(Evaluation::from_toml(EvaluationKind::Discs, "").is_err());
}
