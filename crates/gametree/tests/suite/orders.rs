//! Orders of moves: they change the work and never the value.

use std::hash::Hash;

use outflank_gametree::games::random_tree::{RandomKind, RandomTree, sum};
use outflank_gametree::games::{Example, ExampleTask};
use outflank_gametree::{
    Beneath, Depth, Game, Heuristic, Limits, Order, Ordered, Player, Shown, Value, alphabeta,
    minimax,
};

/// Nodes of alpha-beta in an order; its value must be `value`.
fn nodes<G: Game, K: Order<G>, H: Heuristic<G>>(
    game: &Ordered<'_, G, K>,
    state: &G::State,
    heuristic: &H,
    limits: &Limits,
    value: Value,
) -> u64 {
    let start = game.start(state.clone(), limits.depth);
    let result = alphabeta(game, &start, &Beneath(heuristic), limits);
    assert_eq!(result.value, value);
    result.counts.nodes()
}

/// Nodes in every order there is, that of the game itself, perfect, by
/// heuristic, by chance, worst by heuristic and truly worst.
struct EveryOrder(Limits);

impl ExampleTask for EveryOrder {
    type Output = [u64; 6];

    fn run<G, H>(self, game: &G, start: &G::State, heuristic: &H) -> Self::Output
    where
        G: Shown<State: Eq + Hash>,
        H: Heuristic<G>,
    {
        let limits = self.0;
        let all = minimax(game, start, heuristic, &limits);
        let given = alphabeta(game, start, heuristic, &limits);
        let as_given = Ordered::as_given(game);
        let placed = as_given.start(start.clone(), limits.depth);
        let same = alphabeta(&as_given, &placed, &Beneath(heuristic), &limits);
        assert_eq!((same.counts, same.pv), (given.counts, given.pv));
        let value = all.value;
        let counts = [
            nodes(&as_given, start, heuristic, &limits, value),
            nodes(
                &Ordered::perfect(game, heuristic),
                start,
                heuristic,
                &limits,
                value,
            ),
            nodes(
                &Ordered::best_first(game, heuristic),
                start,
                heuristic,
                &limits,
                value,
            ),
            nodes(
                &Ordered::shuffled(game, 1),
                start,
                heuristic,
                &limits,
                value,
            ),
            nodes(
                &Ordered::worst_first(game, heuristic),
                start,
                heuristic,
                &limits,
                value,
            ),
            nodes(
                &Ordered::worst(game, heuristic),
                start,
                heuristic,
                &limits,
                value,
            ),
        ];
        assert!(counts.iter().all(|&nodes| nodes <= all.counts.nodes()));
        counts
    }
}

#[test]
fn orders_change_the_work_and_not_the_value() {
    for name in [
        "tic-tac-toe",
        "tic-tac-toe:2",
        "connect-four:5x4",
        "dots-and-boxes",
        "nim:2,3,4",
        "kalah:3x2",
        "random:4,6,1",
        "random-sums:4,6,1",
        "figure:wikipedia",
    ] {
        let example: Example = name.parse().expect(name);
        for limits in [Limits::plies(0), Limits::plies(5), Limits::turns(3)] {
            let counts = example.run(EveryOrder(limits.clone()));
            let [_, perfect, .., worst] = counts;
            assert!(perfect <= worst, "{name} {limits:?} {counts:?}");
        }
    }
}

/// Where a heuristic says something, the better order has less to do.
#[test]
fn a_better_order_has_less_to_do() {
    for name in ["connect-four", "kalah:4x3", "random-sums:6,6,1"] {
        let example: Example = name.parse().expect(name);
        let counts = example.run(EveryOrder(Limits::plies(6)));
        let [
            _,
            perfect,
            by_heuristic,
            by_chance,
            by_heuristic_worst,
            worst,
        ] = counts;
        let rising = [perfect, by_heuristic, by_chance, by_heuristic_worst];
        assert!(rising.is_sorted(), "{name} {counts:?}");
        assert!(by_chance < worst, "{name} {counts:?}");
    }
}

#[test]
fn chance_is_steady_and_hangs_on_the_seed() {
    let tree = RandomTree::new(12, 3, 1, RandomKind::Leaves).expect("a tree");
    let order = |seed, path: &[u32]| {
        let game = Ordered::shuffled(&tree, seed);
        let start = game.start(tree.start(), Depth::Unlimited);
        let state = path.iter().fold(start, |state, &mv| game.play(&state, mv));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.order_moves(&state, &mut moves);
        moves
    };
    assert_eq!(order(1, &[]), order(1, &[]));
    assert_ne!(order(1, &[]), order(2, &[]));
    assert_ne!(order(1, &[0]), order(1, &[1]));
    let mut sorted = order(1, &[3]);
    sorted.sort_unstable();
    assert_eq!(sorted, (0..12).collect::<Vec<u32>>());
    // The same numbers on every machine.
    assert_eq!(order(1, &[])[..4], [0, 2, 5, 4]);
}

/// The first move of each order, judged by the children themselves.
#[test]
fn the_first_move_is_best_or_worst_for_the_mover() {
    let tree = RandomTree::new(5, 4, 3, RandomKind::Sums).expect("a tree");
    let root = tree.start();
    // At the root Max moves, below it Min.
    for state in [root, tree.play(&root, 2)] {
        let value = |mv: &u32| sum(&tree, &tree.play(&state, *mv));
        let deep = |mv: &u32| {
            let limits = Limits::plies(2);
            minimax(&tree, &tree.play(&state, *mv), &sum, &limits).value
        };
        let least_first = tree.mover(&state) == Player::Min;
        let check = |moves: Vec<u32>, key: &dyn Fn(&u32) -> Value, best: bool| {
            let keys: Vec<Value> = moves.iter().map(key).collect();
            if best == least_first {
                assert!(keys.is_sorted(), "{keys:?}");
            } else {
                assert!(keys.iter().rev().is_sorted(), "{keys:?}");
            }
        };
        check(
            arranged(&Ordered::best_first(&tree, &sum), state),
            &value,
            true,
        );
        check(
            arranged(&Ordered::worst_first(&tree, &sum), state),
            &value,
            false,
        );
        check(arranged(&Ordered::perfect(&tree, &sum), state), &deep, true);
        check(arranged(&Ordered::worst(&tree, &sum), state), &deep, false);
    }
}

/// The moves of a state from which three plies are searched, in order.
fn arranged<G: Game, K: Order<G>>(game: &Ordered<'_, G, K>, state: G::State) -> Vec<G::Move> {
    let placed = game.start(state, Depth::Plies(3));
    let mut moves = Vec::new();
    game.moves(&placed, &mut moves);
    game.order_moves(&placed, &mut moves);
    moves
}
