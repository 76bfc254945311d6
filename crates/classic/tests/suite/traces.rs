//! Searches of Othello, traced.

use outflank_classic::{Evaluation, EvaluationKind, GameTask, Order, Othello, State, with_game};
use outflank_gametree::trace::Recorder;
use outflank_gametree::{
    Algorithm, Game, Heuristic, Limits, Player, Pruning, Settings, Unobserved, minimax,
};
use outflank_othello::Bitboard;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{SHAPES, random_position};

/// Searches a tree with and without a trace, and gives the number of nodes.
struct Traced(Algorithm, Limits);

impl GameTask for Traced {
    type Output = u64;

    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        heuristic: &H,
    ) -> u64 {
        let Self(algorithm, limits) = self;
        let settings = Settings {
            pruning: Pruning {
                bounds: true,
                probcut: None,
            },
            ..Settings::default()
        };
        let bare = algorithm.search(game, root, heuristic, &limits, &settings, Unobserved);
        let mut recorder = Recorder::new(game, 1 << 20, 60);
        let traced = algorithm.search(game, root, heuristic, &limits, &settings, &mut recorder);
        // Value, move, line, and every count.
        assert_eq!(traced, bare);
        let trace = recorder.into_trace();
        assert_eq!(trace.nodes.len() as u64, bare.counts.nodes());
        bare.counts.nodes()
    }
}

#[test]
fn a_trace_changes_nothing_on_1000_positions() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut nodes = 0;
    for number in 0..1000 {
        let position = random_position(SHAPES[number % SHAPES.len()], &mut random);
        let evaluation = Evaluation::new(EvaluationKind::ALL[number / SHAPES.len() % 4]);
        let depth = random.random_range(1..=4);
        for algorithm in Algorithm::ALL {
            let task = Traced(algorithm, Limits::plies(depth));
            nodes += with_game(&position, &evaluation, Order::Reading, task);
        }
    }
    assert!(nodes > 1_000_000, "{nodes} nodes");
}

/// Holds what stable discs prove against the outcome.
struct BoundsHold;

impl GameTask for BoundsHold {
    type Output = bool;

    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        heuristic: &H,
    ) -> bool {
        let outcome = minimax(game, root, heuristic, &Limits::unlimited()).value;
        let Some((least, most)) = game.proven_bounds(root) else {
            return false;
        };
        assert!(
            (least..=most).contains(&outcome),
            "{least} {outcome} {most}"
        );
        let settings = Settings {
            table_entries: 0,
            pruning: Pruning {
                bounds: true,
                probcut: None,
            },
            first_guess: None,
        };
        let limits = Limits::unlimited();
        let result =
            Algorithm::WithTable.search(game, root, heuristic, &limits, &settings, Unobserved);
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
        let position = random_position(SHAPES[random.random_range(0..SHAPES.len())], &mut random);
        if position.empties().len() > 7 {
            continue;
        }
        tried += 1;
        cut += u32::from(with_game(
            &position,
            &evaluation,
            Order::Reading,
            BoundsHold,
        ));
    }
    assert!(cut > 30, "{cut} of {tried} searches cut by stable discs");
}

/// Whether states alike by another order of moves are one to a table.
struct Transposes;

impl GameTask for Transposes {
    type Output = bool;

    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        _: &H,
    ) -> bool {
        let after = |moves: [&str; 3]| {
            moves.iter().fold(*root, |state, mv| {
                game.play(&state, mv.parse().expect("a square"))
            })
        };
        let one = after(["d3", "c3", "b3"]);
        assert_eq!(game.mover(&one), Player::Min);
        let mut other = one;
        // The same board, come to by another last move.
        other = game.state(other.board(), other.mover(), None);
        one == other
    }
}

#[test]
fn the_path_matters_to_positional_alone() {
    let start = outflank_othello::Position::start("8x8".parse().expect("a shape"));
    for kind in EvaluationKind::ALL {
        let transposes = with_game(&start, &Evaluation::new(kind), Order::Reading, Transposes);
        assert_eq!(transposes, kind != EvaluationKind::Positional, "{kind}");
    }
}
