//! Traces show the search as it was, and their reasons are true.

use crate::web::{ROOT, Web, guess, limits, webs};
use outflank_gametree::trace::{Origin, Recorder, Relation, Step, Trace};
use outflank_gametree::{
    Algorithm, Cause, Ending, Limits, Player, ProbCut, Pruning, SearchResult, Settings, Tree,
    Unobserved, Value, minimax,
};
use proptest::prelude::*;

const ALL: Settings = Settings {
    table_entries: 50,
    pruning: Pruning {
        bounds: true,
        probcut: None,
    },
    first_guess: Some(1),
};

fn traced(
    web: &Web,
    algorithm: Algorithm,
    limits: &Limits,
    settings: &Settings,
    most_nodes: usize,
    deepest: usize,
) -> (Trace<Web>, SearchResult<u64>) {
    let mut recorder = Recorder::new(web, most_nodes, deepest);
    let result = algorithm.search(web, &ROOT, &guess, limits, settings, &mut recorder);
    (recorder.into_trace(), result)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_trace_changes_nothing_and_misses_nothing(web in webs(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let expected = algorithm.search(&web, &ROOT, &guess, &limits, &ALL, Unobserved);
            let (trace, result) = traced(&web, algorithm, &limits, &ALL, usize::MAX, usize::MAX);
            prop_assert_eq!(&result, &expected);
            prop_assert_eq!(trace.nodes.len() as u64, expected.counts.nodes());
            prop_assert_eq!(trace.left_out, 0);
            let unentered: usize = (0..trace.nodes.len()).map(|id| trace.unentered(id).len()).sum();
            prop_assert_eq!(unentered as u64, expected.counts.pruned_children);
            let cuts = |cause| (0..trace.nodes.len()).filter(|&id| trace.cut(id) == Some(cause)).count() as u64;
            prop_assert_eq!(cuts(Cause::Alpha), expected.counts.alpha_cuts);
            prop_assert_eq!(cuts(Cause::Beta), expected.counts.beta_cuts);
            prop_assert_eq!(cuts(Cause::Table), expected.counts.table_cuts);
            prop_assert_eq!(cuts(Cause::Stability), expected.counts.stability_cuts);
        }
    }

    /// Where room is short, the rest is counted where it belongs.
    #[test]
    fn what_is_left_out_is_counted(
        web in webs(),
        limits in limits(),
        most_nodes in 0..40usize,
        deepest in 0..5usize,
    ) {
        for algorithm in Algorithm::ALL {
            let (trace, result) = traced(&web, algorithm, &limits, &ALL, most_nodes, deepest);
            prop_assert!(trace.nodes.len() <= most_nodes);
            prop_assert!(trace.nodes.iter().all(|node| node.ply <= deepest));
            prop_assert_eq!(trace.nodes.len() as u64 + trace.left_out, result.counts.nodes());
            let below: u64 = trace.nodes.iter().map(|node| node.left_out).sum();
            let roots = trace.passes.iter().filter(|pass| pass.root.is_none()).count();
            prop_assert!(below == trace.left_out || roots > 0);
        }
    }

    #[test]
    fn steps_open_and_close_like_parentheses(web in webs(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let (trace, _) = traced(&web, algorithm, &limits, &ALL, usize::MAX, usize::MAX);
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

    /// Every claim of every reason is true by minimax, and the claims lead to
    /// what they shall prove.
    #[test]
    fn reasons_are_true(web in webs(), limits in limits()) {
        for algorithm in Algorithm::ALL {
            let (trace, _) = traced(&web, algorithm, &limits, &ALL, usize::MAX, usize::MAX);
            for id in 0..trace.nodes.len() {
                let why = trace.why(id);
                prop_assert_eq!(why.is_some(), trace.cut(id).is_some());
                let Some(why) = why else { continue };
                for &claim in &why.proof.claims {
                    let holds = trace.check(claim, &web, &guess, &Limits::unlimited());
                    prop_assert_eq!(holds, Some(true), "{} {:?}", algorithm, &why);
                }
                let Some(bar) = why.bar else {
                    prop_assert_eq!(why.cause, Cause::Table);
                    prop_assert_eq!(why.proof.claims[0].relation, Relation::Equal);
                    continue;
                };
                let is_reached = match bar.side {
                    Player::Min => why.value >= bar.value,
                    Player::Max => why.value <= bar.value,
                };
                prop_assert!(is_reached);
                if let Origin::Move { node, child } = bar.origin {
                    // The bound stands above the cut, and was there before.
                    prop_assert!(trace.path(id).contains(&node));
                    prop_assert!(child < id);
                    prop_assert_eq!(trace.nodes[child].parent, Some(node));
                    prop_assert_eq!(trace.nodes[node].mover, Some(bar.side));
                    prop_assert_eq!(why.proof.claims.len(), 2);
                }
            }
        }
    }

    /// What was entered and what was cut make up the tree of minimax.
    #[test]
    fn cut_parts_have_their_true_size(web in webs(), limits in limits()) {
        let whole = minimax(&web, &ROOT, &guess, &limits).counts.nodes();
        let settings = Settings { table_entries: 1000, ..ALL };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Negamax, Algorithm::WithTable] {
            let (trace, result) = traced(&web, algorithm, &limits, &settings, usize::MAX, usize::MAX);
            let parts = (0..trace.nodes.len()).flat_map(|id| {
                trace.measure(id, &web, &guess, &Limits::unlimited())
            });
            let cut: u64 = parts.map(|part| part.nodes).sum();
            prop_assert_eq!(result.counts.nodes() + cut, whole, "{}", algorithm);
        }
    }

    #[test]
    fn an_interrupted_search_leaves_a_sound_trace(web in webs(), nodes in 0..30u64) {
        for algorithm in Algorithm::ALL {
            let limits = Limits::unlimited().with_nodes(nodes);
            let (trace, result) = traced(&web, algorithm, &limits, &ALL, usize::MAX, usize::MAX);
            prop_assert_eq!(trace.nodes.len() as u64, result.counts.nodes());
            for id in 0..trace.nodes.len() {
                prop_assert_eq!(trace.nodes[id].value.is_some(), trace.nodes[id].ending.is_some());
                prop_assert_eq!(trace.why(id).is_some(), trace.cut(id).is_some());
                prop_assert!(trace.line(id).1 >= id);
            }
        }
    }
}

fn traced_tree(text: &str) -> (Tree, Trace<Tree>) {
    let tree: Tree = text.parse().expect("a tree");
    let mut recorder = Recorder::new(&tree, 1000, 100);
    let no_guess = |_: &Tree, _: &usize| 0;
    let _ = Algorithm::AlphaBeta.search(
        &tree,
        &tree.root(),
        &no_guess,
        &Limits::unlimited(),
        &Settings::default(),
        &mut recorder,
    );
    let trace = recorder.into_trace();
    (tree, trace)
}

#[test]
fn the_unknown_leaf_is_cut_by_the_3_of_min() {
    let (tree, trace) = traced_tree("MIN(3, MAX(5, a))");
    let leaves: Vec<String> = trace
        .nodes
        .iter()
        .filter_map(|node| tree.leaf(node.state))
        .collect();
    assert_eq!(leaves, ["3", "5"]);
    let max = 2;
    assert_eq!(trace.cut(max), Some(Cause::Beta));
    assert_eq!(trace.unentered(max), [1]);
    let why = trace.why(max).expect("a cut");
    let bar = why.bar.expect("a bound");
    assert_eq!((why.value, bar.value, bar.side), (5, 3, Player::Min));
    assert_eq!(bar.origin, Origin::Move { node: 0, child: 1 });
    let claims: Vec<(usize, Relation, Value)> = why
        .proof
        .claims
        .iter()
        .map(|claim| (claim.node, claim.relation, claim.value))
        .collect();
    assert_eq!(
        claims,
        [(3, Relation::AtLeast, 5), (1, Relation::AtMost, 3)]
    );
}

/// Knuth and Moore 1975: a cut by a bound that no parent, but a node three
/// plies above has set.
#[test]
fn a_deep_cut_names_the_ancestor_far_above() {
    let (_, trace) = traced_tree("MAX(4, MIN(MAX(MIN(2, a), b), c))");
    let deepest = (0..trace.nodes.len())
        .rfind(|&id| trace.cut(id).is_some())
        .expect("a cut");
    assert_eq!(trace.nodes[deepest].ply, 3);
    let bar = trace.why(deepest).and_then(|why| why.bar).expect("a bound");
    assert_eq!(bar.origin, Origin::Move { node: 0, child: 1 });
    assert_eq!(trace.unentered(deepest), [1]);
}

#[test]
fn a_guess_by_a_shallow_search_is_told_as_one() {
    let web = Web {
        levels: 9,
        width: 6,
        branching: 4,
        spread: 40,
        seed: 7,
    };
    let settings = Settings {
        table_entries: 0,
        pruning: Pruning {
            bounds: false,
            probcut: Some(ProbCut {
                from_depth: 3,
                reduction: 2,
                margin: 5,
            }),
        },
        first_guess: None,
    };
    let limits = Limits::plies(8);
    let (trace, result) = traced(
        &web,
        Algorithm::WithTable,
        &limits,
        &settings,
        usize::MAX,
        usize::MAX,
    );
    let guessed: Vec<usize> = (0..trace.nodes.len())
        .filter(|&id| trace.cut(id) == Some(Cause::ProbCut))
        .collect();
    assert_eq!(guessed.len() as u64, result.counts.probcut_cuts);
    for id in guessed {
        // The shallow searches stand below, and no move was tried.
        let node = &trace.nodes[id];
        assert!(!node.children.is_empty() && node.moves.is_empty());
        assert!(
            node.children
                .iter()
                .all(|&child| trace.nodes[child].mv.is_none())
        );
        assert!(matches!(node.ending, Some(Ending::Cut { place: None, .. })));
    }
}
