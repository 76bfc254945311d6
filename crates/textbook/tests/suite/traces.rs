//! Traced searches of Othello.

use outflank_gametree::trace::Recorder;
use outflank_gametree::{
    Algorithm, GameDisplay, GameTask, Heuristic, Pruning, Search, SearchLimits,
};
use outflank_textbook::{Evaluation, EvaluationKind, Order, with_game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{SHAPES, random_position, shape};

const BOUNDS: Pruning = Pruning {
    bounds: true,
    probcut: None,
};

/// Searches a tree with and without a trace, and returns the number of nodes.
struct Traced(Algorithm, SearchLimits);

impl GameTask for Traced {
    type Output = u64;

    fn run<G: GameDisplay, H: Heuristic<G>>(self, game: &G, root: &G::State, heuristic: &H) -> u64 {
        let Self(algorithm, limits) = self;
        let search = || {
            let search = Search::new(game).heuristic(heuristic).limits(&limits);
            search.algorithm(algorithm).pruning(BOUNDS)
        };
        let bare = search().run(root);
        let mut recorder = Recorder::new(game, 1 << 20, 60);
        let traced = search().observer(&mut recorder).run(root);
        // The same value, move, PV and counts.
        assert_eq!(traced, bare);
        let trace = recorder.into_trace();
        assert_eq!(trace.nodes.len() as u64, bare.counts.nodes());
        bare.counts.nodes()
    }
}

#[test]
fn tracing_does_not_change_the_results_of_1000_positions() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut nodes = 0;
    for number in 0..1000 {
        let position = random_position(shape(number), &mut random);
        let evaluation = Evaluation::new(EvaluationKind::ALL[number / SHAPES % 4]);
        let depth = random.random_range(1..=4);
        for algorithm in Algorithm::ALL {
            let task = Traced(algorithm, SearchLimits::plies(depth));
            nodes += with_game(&position, &evaluation, Order::Reading, task);
        }
    }
    assert!(nodes > 1_000_000, "{nodes} nodes");
}

/// Compares the bounds from stable discs with the outcome.
struct BoundsHold;

impl GameTask for BoundsHold {
    type Output = bool;

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        root: &G::State,
        heuristic: &H,
    ) -> bool {
        let search = || Search::new(game).heuristic(heuristic);
        let outcome = search().algorithm(Algorithm::Minimax).run(root).value;
        let Some((least, most)) = game.proven_bounds(root) else {
            return false;
        };
        let bounds = least..=most;
        assert!(bounds.contains(&outcome), "{least} {outcome} {most}");
        let search = search().algorithm(Algorithm::WithTable).pruning(BOUNDS);
        let result = search.table_entries(0).run(root);
        assert_eq!(result.value, outcome);
        result.counts.stability_cuts > 0
    }
}

#[test]
fn stable_discs_bound_the_outcome() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    let evaluation = Evaluation::new(EvaluationKind::Discs);
    let (mut tried, mut cut) = (0, 0);
    while tried < 300 {
        let shape = shape(random.random_range(0..SHAPES));
        let position = random_position(shape, &mut random);
        if position.empties().len() > 7 {
            continue;
        }
        tried += 1;
        let is_cut = with_game(&position, &evaluation, Order::Reading, BoundsHold);
        cut += u32::from(is_cut);
    }
    assert!(cut > 30, "stable discs cut off {cut} of {tried} searches");
}

/// Returns whether all positions that differ only in the last move are equal states. Panics if only
/// some are.
struct Transposes;

impl GameTask for Transposes {
    type Output = bool;

    fn run<G: GameDisplay, H: Heuristic<G>>(self, game: &G, root: &G::State, _: &H) -> bool {
        let mut states = vec![root.clone()];
        for _ in 0..4 {
            let children = states.iter().flat_map(|state| {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                moves.into_iter().map(|mv| game.play(state, mv))
            });
            states = children.collect();
        }
        // Compare the board with and without the mark of the last move.
        let boards = states.iter().map(|state| {
            let board = format!("{:?}", game.picture(state));
            (board.replace("is_last: true", "is_last: false"), board)
        });
        let boards = Vec::from_iter(boards);
        let (mut equal, mut pairs) = (0, 0);
        for (one, (plain, marked)) in states.iter().zip(&boards) {
            for (other, (other_plain, other_marked)) in states.iter().zip(&boards) {
                if plain == other_plain && marked != other_marked {
                    pairs += 1;
                    equal += u32::from(one == other);
                }
            }
        }
        let all_or_none = equal == 0 || equal == pairs;
        assert!(pairs > 0 && all_or_none, "{equal} of {pairs}");
        equal > 0
    }
}

#[test]
fn only_positional_depends_on_the_path() {
    let start = outflank_othello::Position::start("8x8".parse().expect("a shape"));
    for kind in EvaluationKind::ALL {
        let transposes = with_game(&start, &Evaluation::new(kind), Order::Reading, Transposes);
        assert_eq!(transposes, kind != EvaluationKind::Positional, "{kind}");
    }
}
