//! Move orders change the number of nodes but never the value.

use crate::common::moves;
use outflank_gametree::games::NamedGame;
use outflank_gametree::games::random_tree::{RandomKind, RandomTree, sum};
use outflank_gametree::{
    Algorithm, ByHeuristic, ByMinimax, Depth, Game, GameDisplay, GameOrder, GameTask, Heuristic,
    Order, Search, SearchLimits, Shuffled, Side, Value,
};

/// Returns the node counts of alpha-beta with each order: the game's own, perfect, by heuristic,
/// random, worst by heuristic and worst by minimax.
struct EveryOrder(SearchLimits);

impl GameTask for EveryOrder {
    type Output = [u64; 6];

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output {
        let search = || Search::new(game).heuristic(heuristic).limits(&self.0);
        let all = search().algorithm(Algorithm::Minimax).run(start);
        let given = search().run(start);
        let same = search().order(&GameOrder).run(start);
        assert_eq!((same.counts, same.pv), (given.counts, given.pv));
        let orders: [&dyn Order<G>; 6] = [
            &GameOrder,
            &ByMinimax::best_first(heuristic),
            &ByHeuristic::best_first(heuristic),
            &Shuffled { seed: 1 },
            &ByHeuristic::worst_first(heuristic),
            &ByMinimax::worst_first(heuristic),
        ];
        let counts = orders.map(|order| {
            // An order must permute the moves.
            let is_over = game.terminal_value(start).is_some();
            let moves = match is_over {
                true => Vec::new(),
                false => moves(game, start),
            };
            let mut ordered = moves.clone();
            order.arrange(game, start, self.0.depth, &mut ordered);
            assert!(moves.iter().all(|mv| ordered.contains(mv)));
            let result = search().order(order).run(start);
            assert_eq!(result.value, all.value);
            result.counts.nodes()
        });
        assert!(counts.iter().all(|&nodes| nodes <= all.counts.nodes()));
        counts
    }
}

#[test]
fn orders_change_the_node_count_but_not_the_value() {
    let names = "tic-tac-toe tic-tac-toe:2 connect-four:5x4 dots-and-boxes nim:2,3,4 kalah:3x2 \
        random:4,6,1 random-sums:4,6,1 figure:wikipedia";
    for name in names.split(' ') {
        let example: NamedGame = name.parse().expect(name);
        let plies = [0, 5].map(SearchLimits::plies);
        for limits in plies.into_iter().chain([SearchLimits::turns(3)]) {
            let counts = example.run(EveryOrder(limits.clone()));
            let [_, perfect, .., worst] = counts;
            assert!(perfect <= worst, "{name} {limits:?} {counts:?}");
        }
    }
}

/// If the heuristic is informative, a better order enters fewer nodes.
#[test]
fn better_orders_enter_fewer_nodes() {
    for name in ["connect-four", "kalah:4x3", "random-sums:6,6,1"] {
        let example: NamedGame = name.parse().expect(name);
        let counts = example.run(EveryOrder(SearchLimits::plies(6)));
        // From perfect to worst by heuristic; then random and worst by minimax.
        assert!(counts[1..5].is_sorted(), "{name} {counts:?}");
        assert!(counts[3] < counts[5], "{name} {counts:?}");
    }
}

#[test]
fn the_random_order_depends_on_the_seed_and_the_state() {
    let tree = RandomTree::new(12, 3, 1, RandomKind::Leaves).expect("a tree");
    let order = |seed, path: &[u32]| {
        let start = tree.start();
        let state = path.iter().fold(start, |state, &mv| tree.play(&state, mv));
        arranged(&tree, &Shuffled { seed }, &state)
    };
    assert_eq!(order(1, &[]), order(1, &[]));
    assert_ne!(order(1, &[]), order(2, &[]));
    assert_ne!(order(1, &[0]), order(1, &[1]));
    let mut sorted = order(1, &[3]);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..12).collect::<Vec<u32>>());
    // These numbers are the same on every machine.
    assert_eq!(order(1, &[])[..4], [0, 2, 5, 4]);
}

/// Compares the order with the children's values.
#[test]
fn the_first_move_is_best_or_worst_for_the_mover() {
    let tree = RandomTree::new(5, 4, 3, RandomKind::Sums).expect("a tree");
    let root = tree.start();
    // Max moves at the root, Min below it.
    for state in [root, tree.play(&root, 2)] {
        let value = |mv: &u32| sum(&tree, &tree.play(&state, *mv));
        let deep = |mv: &u32| {
            let search = Search::new(&tree).algorithm(Algorithm::Minimax);
            let search = search.heuristic(&sum).depth(2);
            search.run(&tree.play(&state, *mv)).value
        };
        let least_first = tree.mover(&state) == Side::Min;
        let check = |order: &dyn Order<RandomTree>, key: &dyn Fn(&u32) -> Value, best: bool| {
            let keys: Vec<Value> = arranged(&tree, order, &state).iter().map(key).collect();
            if best == least_first {
                assert!(keys.is_sorted(), "{keys:?}");
            } else {
                assert!(keys.iter().rev().is_sorted(), "{keys:?}");
            }
        };
        check(&ByHeuristic::best_first(&sum), &value, true);
        check(&ByHeuristic::worst_first(&sum), &value, false);
        check(&ByMinimax::best_first(&sum), &deep, true);
        check(&ByMinimax::worst_first(&sum), &deep, false);
    }
}

/// Returns the moves of a state, in order, for a search of three plies.
fn arranged<G: Game>(game: &G, order: &dyn Order<G>, state: &G::State) -> Vec<G::Move> {
    let mut moves = moves(game, state);
    order.arrange(game, state, Depth::Plies(3), &mut moves);
    moves
}
