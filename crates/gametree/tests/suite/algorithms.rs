//! Every algorithm gives the value and the move of minimax, also where states
//! come back by other paths, a side moves again, and many moves are equal.

use crate::web::{ROOT, Web, guess, limits, webs};
use outflank_gametree::{
    Algorithm, Limits, ProbCut, Pruning, Settings, Unobserved, alphabeta_with_table,
    deepening_with_table, minimax, mtdf,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_algorithm_gives_value_and_move_of_minimax(web in webs(), limits in limits()) {
        let expected = minimax(&web, &ROOT, &guess, &limits);
        for algorithm in Algorithm::ALL {
            let result = algorithm.search(&web, &ROOT, &guess, &limits, &Settings::default(), Unobserved);
            prop_assert!(result.completed);
            prop_assert_eq!(result.value, expected.value, "{}", algorithm);
            prop_assert_eq!(result.best_move, expected.best_move, "{}", algorithm);
            prop_assert_eq!(result.pv.first().copied(), expected.best_move, "{}", algorithm);
        }
    }

    #[test]
    fn a_full_table_and_any_first_guess_do_no_harm(
        web in webs(),
        limits in limits(),
        entries in 0..20usize,
        first_guess in -20..20i32,
    ) {
        let expected = minimax(&web, &ROOT, &guess, &limits);
        let by_tests = mtdf(&web, &ROOT, &guess, &limits, (first_guess, entries), Unobserved);
        prop_assert_eq!(by_tests.value, expected.value);
        prop_assert_eq!(by_tests.best_move, expected.best_move);
        let pruning = Pruning::default();
        let result = deepening_with_table(
            &web, &ROOT, &guess, &limits, (entries, pruning), |_| {}, Unobserved,
        );
        prop_assert_eq!(result.value, expected.value);
        prop_assert_eq!(result.best_move, expected.best_move);
    }

    #[test]
    fn proven_bounds_change_no_value(web in webs()) {
        let limits = Limits::unlimited();
        let expected = minimax(&web, &ROOT, &guess, &limits);
        let pruning = Pruning { bounds: true, probcut: None };
        for entries in [0, 1000] {
            let result = alphabeta_with_table(
                &web, &ROOT, &guess, &limits, (entries, pruning), Unobserved,
            );
            prop_assert_eq!(result.value, expected.value);
            prop_assert_eq!(result.best_move, expected.best_move);
        }
    }

    /// With a margin that no error can reach, every guess is right.
    #[test]
    fn probcut_with_room_enough_is_exact(web in webs(), depth in 1..7u32, reduction in 1..4u32) {
        let limits = Limits::plies(depth);
        let expected = minimax(&web, &ROOT, &guess, &limits);
        let probcut = ProbCut { from_depth: 2, reduction, margin: 2 * web.spread };
        let pruning = Pruning { bounds: false, probcut: Some(probcut) };
        let result = deepening_with_table(
            &web, &ROOT, &guess, &limits, (0, pruning), |_| {}, Unobserved,
        );
        prop_assert_eq!(result.value, expected.value);
        prop_assert_eq!(result.best_move, expected.best_move);
    }
}

#[test]
fn each_kind_of_cut_is_made() {
    let web = Web {
        levels: 9,
        width: 6,
        branching: 4,
        spread: 40,
        seed: 7,
    };
    let counts = |entries, pruning, limits: &Limits| {
        alphabeta_with_table(&web, &ROOT, &guess, limits, (entries, pruning), Unobserved).counts
    };
    let bounds = Pruning {
        bounds: true,
        probcut: None,
    };
    let probcut = Pruning {
        bounds: false,
        probcut: Some(ProbCut {
            from_depth: 3,
            reduction: 2,
            margin: 5,
        }),
    };
    assert!(counts(1000, Pruning::default(), &Limits::plies(9)).table_cuts > 0);
    assert!(counts(0, bounds, &Limits::unlimited()).stability_cuts > 0);
    assert_eq!(counts(0, bounds, &Limits::plies(8)).stability_cuts, 0);
    assert!(counts(0, probcut, &Limits::plies(8)).probcut_cuts > 0);
}
