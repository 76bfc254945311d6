//! Traces record the search correctly and give correct reasons.

use crate::common::{self, tree};
use crate::random_dag::{BOUNDS, Dag, LARGE, PROBCUT, ROOT, dags, heuristic, limits};
use outflank_gametree::trace::{Origin, Recorder, Relation, Step, Trace};
use outflank_gametree::{
    Algorithm, CutoffCause, MinimaxResult, NodeEnd, Observer, Pruning, Search, SearchLimits, Side,
    Unobserved, Value,
};
use proptest::prelude::*;

/// The number of table entries.
const TABLE: usize = 50;

fn run<O: Observer<Dag>>(
    dag: &Dag,
    algorithm: Algorithm,
    limits: &SearchLimits,
    (table_entries, pruning): (usize, Pruning),
    observer: O,
) -> MinimaxResult<u64> {
    let search = Search::new(dag).heuristic(&heuristic).limits(limits);
    let search = search.table_entries(table_entries).pruning(pruning);
    let search = search.algorithm(algorithm).first_guess(1);
    search.observer(observer).run(&ROOT)
}

fn traced_with(
    dag: &Dag,
    algorithm: Algorithm,
    limits: &SearchLimits,
    settings: (usize, Pruning),
    (max_nodes, max_ply): (usize, usize),
) -> (Trace<Dag>, MinimaxResult<u64>) {
    let mut recorder = Recorder::new(dag, max_nodes, max_ply);
    let result = run(dag, algorithm, limits, settings, &mut recorder);
    (recorder.into_trace(), result)
}

const NO_END: (usize, usize) = (usize::MAX, usize::MAX);

fn traced(
    dag: &Dag,
    algorithm: Algorithm,
    limits: &SearchLimits,
) -> (Trace<Dag>, MinimaxResult<u64>) {
    traced_with(dag, algorithm, limits, (TABLE, BOUNDS), NO_END)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn traces_are_complete_and_do_not_change_the_result(dag in dags(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let expected = run(&dag, algorithm, &limits, (TABLE, BOUNDS), Unobserved);
            let (trace, result) = traced(&dag, algorithm, &limits);
            prop_assert_eq!(&result, &expected);
            prop_assert_eq!(trace.nodes.len() as u64, expected.counts.nodes());
            prop_assert_eq!(trace.left_out, 0);
            let pruned: usize = (0..trace.nodes.len()).map(|id| trace.pruned_moves(id).len()).sum();
            prop_assert_eq!(pruned as u64, expected.counts.pruned_children);
            let cuts = |cause| (0..trace.nodes.len()).filter(|&id| trace.cutoff(id) == Some(cause)).count() as u64;
            prop_assert_eq!(cuts(CutoffCause::Alpha), expected.counts.alpha_cuts);
            prop_assert_eq!(cuts(CutoffCause::Beta), expected.counts.beta_cuts);
            prop_assert_eq!(cuts(CutoffCause::Table), expected.counts.table_cuts);
            prop_assert_eq!(cuts(CutoffCause::Stability), expected.counts.stability_cuts);
        }
    }

    /// Nodes that do not fit are counted at the right ancestor.
    #[test]
    fn unrecorded_nodes_are_counted(
        dag in dags(),
        limits in limits(),
        max_nodes in 0..40usize,
        max_ply in 0..5usize,
    ) {
        for algorithm in Algorithm::ALL {
            let room = (max_nodes, max_ply);
            let (trace, result) = traced_with(&dag, algorithm, &limits, (TABLE, BOUNDS), room);
            prop_assert!(trace.nodes.len() <= max_nodes);
            prop_assert!(trace.nodes.iter().all(|node| node.ply <= max_ply));
            prop_assert_eq!(trace.nodes.len() as u64 + trace.left_out, result.counts.nodes());
            let below: u64 = trace.nodes.iter().map(|node| node.left_out).sum();
            let roots = trace.passes.iter().filter(|pass| pass.root.is_none()).count();
            prop_assert!(below == trace.left_out || roots > 0);
        }
    }

    #[test]
    fn steps_open_and_close_like_parentheses(dag in dags(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let (trace, _) = traced(&dag, algorithm, &limits);
            let mut open = Vec::new();
            for &step in &trace.steps {
                match step {
                    Step::Enter(id) => {
                        prop_assert_eq!(trace.nodes[id].parent, open.last().copied());
                        open.push(id);
                    }
                    Step::Leave(id) => prop_assert_eq!(open.pop(), Some(id)),
                }
            }
            prop_assert!(open.is_empty());
            prop_assert_eq!(trace.steps.len(), 2 * trace.nodes.len());
        }
    }

    /// Minimax confirms every claim of every reason, and the claims imply the cut-off.
    #[test]
    fn cutoff_reasons_are_correct(dag in dags(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let (trace, _) = traced(&dag, algorithm, &limits);
            for id in 0..trace.nodes.len() {
                let reason = trace.cutoff_reason(id);
                prop_assert_eq!(reason.is_some(), trace.cutoff(id).is_some());
                let Some(reason) = reason else { continue };
                for &fact in &reason.proof {
                    let holds = trace.verify(fact, &dag, &heuristic, &SearchLimits::unlimited());
                    prop_assert_eq!(holds, Some(true), "{} {:?}", algorithm, &reason);
                }
                let Some(bound) = reason.bound else {
                    prop_assert_eq!(reason.cause, CutoffCause::Table);
                    prop_assert_eq!(reason.proof[0].relation, Relation::Equal);
                    continue;
                };
                let is_reached = match bound.side {
                    Side::Min => reason.value >= bound.value,
                    Side::Max => reason.value <= bound.value,
                };
                prop_assert!(is_reached);
                if let Origin::Move { node, child } = bound.origin {
                    // The node that set the bound is an ancestor of the cut node and was entered
                    // earlier.
                    prop_assert!(trace.path(id).contains(&node));
                    prop_assert!(child < id);
                    prop_assert_eq!(trace.nodes[child].parent, Some(node));
                    prop_assert_eq!(trace.nodes[node].mover, Some(bound.side));
                    prop_assert_eq!(reason.proof.len(), 2);
                }
            }
        }
    }

    /// The nodes entered and the pruned subtrees add up to the tree of minimax.
    #[test]
    fn pruned_subtrees_have_their_true_size(dag in dags(), limits in limits()) {
        let minimax = run(&dag, Algorithm::Minimax, &limits, (0, BOUNDS), Unobserved);
        let whole = minimax.counts.nodes();
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Negamax, Algorithm::WithTable] {
            let (trace, result) = traced_with(&dag, algorithm, &limits, (1000, BOUNDS), NO_END);
            let parts = (0..trace.nodes.len()).flat_map(|id| {
                trace.measure_pruned(id, &dag, &heuristic, &SearchLimits::unlimited())
            });
            let cut: u64 = parts.map(|part| part.nodes).sum();
            prop_assert_eq!(result.counts.nodes() + cut, whole, "{}", algorithm);
        }
    }

    #[test]
    fn an_interrupted_search_leaves_a_sound_trace(dag in dags(), nodes in 0..30u64) {
        for algorithm in Algorithm::ALL {
            let limits = SearchLimits::unlimited().with_nodes(nodes);
            let (trace, result) = traced(&dag, algorithm, &limits);
            prop_assert_eq!(trace.nodes.len() as u64, result.counts.nodes());
            for id in 0..trace.nodes.len() {
                prop_assert_eq!(trace.nodes[id].value.is_some(), trace.nodes[id].end.is_some());
                prop_assert_eq!(trace.cutoff_reason(id).is_some(), trace.cutoff(id).is_some());
                prop_assert!(trace.line(id).1 >= id);
            }
        }
    }
}

#[test]
fn the_3_of_min_cuts_off_the_unknown_leaf() {
    let tree = tree("MIN(3, MAX(5, a))");
    let trace = common::traced(&tree);
    let leaves = trace.nodes.iter().filter_map(|node| tree.leaf(node.state));
    let leaves: Vec<String> = leaves.collect();
    assert_eq!(leaves, ["3", "5"]);
    let max = 2;
    assert_eq!(trace.cutoff(max), Some(CutoffCause::Beta));
    assert_eq!(trace.pruned_moves(max), [1]);
    let reason = trace.cutoff_reason(max).expect("a cut");
    let bound = reason.bound.expect("a bound");
    assert_eq!((reason.value, bound.value, bound.side), (5, 3, Side::Min));
    assert_eq!(bound.origin, Origin::Move { node: 0, child: 1 });
    let facts = reason.proof.iter();
    let facts = facts.map(|fact| (fact.node, fact.relation, fact.value));
    let facts: Vec<(usize, Relation, Value)> = facts.collect();
    assert_eq!(facts, [(3, Relation::AtLeast, 5), (1, Relation::AtMost, 3)]);
}

/// Knuth and Moore 1975: a cut-off by a bound that was set three plies above instead of by the
/// parent.
#[test]
fn a_deep_cut_names_the_ancestor_far_above() {
    let trace = common::traced(&tree("MAX(4, MIN(MAX(MIN(2, a), b), c))"));
    let deepest = (0..trace.nodes.len()).rfind(|&id| trace.cutoff(id).is_some());
    let deepest = deepest.expect("a cut");
    assert_eq!(trace.nodes[deepest].ply, 3);
    let bound = trace.cutoff_reason(deepest).and_then(|reason| reason.bound);
    let expected = Origin::Move { node: 0, child: 1 };
    assert_eq!(bound.expect("a bound").origin, expected);
    assert_eq!(trace.pruned_moves(deepest), [1]);
}

#[test]
fn probcut_cutoffs_are_traced_with_their_shallow_search() {
    let limits = SearchLimits::plies(8);
    let (trace, result) = traced_with(&LARGE, Algorithm::WithTable, &limits, (0, PROBCUT), NO_END);
    let is_guessed = |&id: &usize| trace.cutoff(id) == Some(CutoffCause::ProbCut);
    let guessed: Vec<usize> = (0..trace.nodes.len()).filter(is_guessed).collect();
    assert_eq!(guessed.len() as u64, result.counts.probcut_cuts);
    for id in guessed {
        // The shallow searches are children, and no move was tried.
        let node = &trace.nodes[id];
        assert!(!node.children.is_empty() && node.moves.is_empty());
        let mut children = node.children.iter();
        assert!(children.all(|&child| trace.nodes[child].mv.is_none()));
        assert!(matches!(node.end, Some(NodeEnd::Cutoff { rank: None, .. })));
    }
}
