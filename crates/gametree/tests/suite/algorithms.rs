//! Every algorithm returns the value and the move of minimax, even with transpositions, repeated
//! turns and ties.

use crate::random_dag::{BOUNDS, Dag, LARGE, PROBCUT, ROOT, dags, heuristic, limits};
use outflank_gametree::{Algorithm, MinimaxResult, ProbCut, Pruning, Search, SearchLimits};
use proptest::prelude::*;

fn run(dag: &Dag, limits: &SearchLimits, algorithm: Algorithm) -> MinimaxResult<u64> {
    let search = Search::new(dag).heuristic(&heuristic).limits(limits);
    search.algorithm(algorithm).run(&ROOT)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_algorithm_has_the_value_and_move_of_minimax(dag in dags(), limits in limits()) {
        let expected = run(&dag, &limits, Algorithm::Minimax);
        for algorithm in Algorithm::ALL {
            let result = run(&dag, &limits, algorithm);
            prop_assert!(result.completed);
            prop_assert_eq!(result.value, expected.value, "{}", algorithm);
            prop_assert_eq!(result.best_move, expected.best_move, "{}", algorithm);
            prop_assert_eq!(result.pv.first().copied(), expected.best_move, "{}", algorithm);
        }
    }

    #[test]
    fn a_full_table_and_any_first_guess_keep_the_result(
        dag in dags(),
        limits in limits(),
        entries in 0..20usize,
        first_guess in -20..20i32,
    ) {
        let expected = run(&dag, &limits, Algorithm::Minimax);
        for algorithm in [Algorithm::Mtdf, Algorithm::DeepeningWithTable] {
            let search = Search::new(&dag).heuristic(&heuristic).limits(&limits);
            let search = search.algorithm(algorithm).table_entries(entries);
            let result = search.first_guess(first_guess).run(&ROOT);
            prop_assert_eq!(result.value, expected.value);
            prop_assert_eq!(result.best_move, expected.best_move);
        }
    }

    #[test]
    fn proven_bounds_do_not_change_values(dag in dags()) {
        let limits = SearchLimits::unlimited();
        let expected = run(&dag, &limits, Algorithm::Minimax);
        for entries in [0, 1000] {
            let search = Search::new(&dag).algorithm(Algorithm::WithTable).pruning(BOUNDS);
            let result = search.table_entries(entries).run(&ROOT);
            prop_assert_eq!(result.value, expected.value);
            prop_assert_eq!(result.best_move, expected.best_move);
        }
    }

    /// With a margin that no error can reach, ProbCut is exact.
    #[test]
    fn probcut_with_a_sufficient_margin_is_exact(dag in dags(), depth in 1..7u32, reduction in 1..4u32) {
        let expected = run(&dag, &SearchLimits::plies(depth), Algorithm::Minimax);
        let probcut = ProbCut { min_depth: 2, reduction, margin: 2 * dag.spread };
        let pruning = Pruning { bounds: false, probcut: Some(probcut) };
        let search = Search::new(&dag).heuristic(&heuristic).depth(depth).pruning(pruning);
        let result = search.algorithm(Algorithm::DeepeningWithTable).table_entries(0).run(&ROOT);
        prop_assert_eq!(result.value, expected.value);
        prop_assert_eq!(result.best_move, expected.best_move);
    }
}

#[test]
fn every_kind_of_cutoff_occurs() {
    let counts = |entries, pruning, limits: &SearchLimits| {
        let search = Search::new(&LARGE).heuristic(&heuristic).limits(limits);
        let search = search.algorithm(Algorithm::WithTable).pruning(pruning);
        search.table_entries(entries).run(&ROOT).counts
    };
    assert!(counts(1000, Pruning::default(), &SearchLimits::plies(9)).table_cuts > 0);
    assert!(counts(0, BOUNDS, &SearchLimits::unlimited()).stability_cuts > 0);
    assert_eq!(counts(0, BOUNDS, &SearchLimits::plies(8)).stability_cuts, 0);
    assert!(counts(0, PROBCUT, &SearchLimits::plies(8)).probcut_cuts > 0);
}
