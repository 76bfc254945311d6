//! Compares the searches with each other on random positions.

use outflank_gametree::SearchLimits;
use outflank_othello::Position;
use outflank_textbook::{Algorithm, Evaluation, EvaluationKind, score_moves, search};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{SHAPES, random_position, shape};

/// Searches 10,000 positions of eight shapes at depths 1 to 5 with all evaluations; the greatest
/// depths are used only where minimax is fast enough.
#[test]
fn alphabeta_equals_minimax_in_value_and_move() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut passes, mut finished) = (0, 0);
    for number in 0..10_000 {
        let position = random_position(shape(number), &mut random);
        let kind = EvaluationKind::ALL[number / SHAPES % 4];
        let evaluation = Evaluation::new(kind);
        let branching = position.legal_moves().len().max(3) as u64;
        let deepest = (1..=5).rfind(|&depth| branching.pow(depth) < 10_000);
        let depth = random.random_range(1..=deepest.unwrap_or(1));
        let limits = match number % 5 {
            0 => SearchLimits::turns(depth.min(3)),
            _ => SearchLimits::plies(depth),
        };
        passes += usize::from(position.must_pass());
        finished += usize::from(position.is_over());

        let expected = search(&position, &evaluation, Algorithm::Minimax, &limits);
        for algorithm in Algorithm::ALL {
            let found = search(&position, &evaluation, algorithm, &limits);
            let place = format!("{algorithm:?} {kind} depth {depth} {position:?}");
            assert_eq!(found.score.value(), expected.score.value(), "{place}");
            assert_eq!(found.best, expected.best, "{place}");
        }
    }
    let counts = format!("{passes} passes, {finished} finished games");
    assert!(passes > 50 && finished > 50, "{counts}");
}

#[test]
fn the_best_scored_move_has_the_score_of_the_search() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    for number in 0..300 {
        let position = random_position(shape(number), &mut random);
        let evaluation = Evaluation::new(EvaluationKind::Phased);
        let limits = SearchLimits::plies(3);
        let moves = score_moves(&position, &evaluation, &limits);
        assert_eq!(moves.len(), position.legal_moves().len());
        let report = search(&position, &evaluation, Algorithm::AlphaBeta, &limits);
        if let Some(first) = moves.first() {
            assert_eq!(first.score.value(), report.score.value());
            assert_eq!(Some(first.square), report.best);
        }
    }
}

#[test]
fn a_search_to_the_end_is_exact() {
    let start = Position::start("4x4".parse().expect("a shape"));
    let evaluation = Evaluation::new(EvaluationKind::Discs);
    let limits = SearchLimits::unlimited();
    let report = search(&start, &evaluation, Algorithm::Deepening, &limits);
    assert!(report.score.is_exact());
    assert_eq!(report.score.discs(), -10.0);
}
