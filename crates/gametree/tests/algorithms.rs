//! Every algorithm gives the value and the move of minimax, also where states
//! come back by other paths, a side moves again, and many moves are equal.

use outflank_gametree::{
    Algorithm, Game, Limits, Player, ProbCut, Pruning, Settings, Unobserved, Value,
    alphabeta_with_table, deepening_with_table, minimax, mtdf,
};
use proptest::prelude::*;

/// A game of levels, each of `width` states, so that paths meet again. All that
/// a state is comes from its number and the seed.
#[derive(Clone, Copy, Debug)]
struct Web {
    levels: u32,
    width: u64,
    branching: u64,
    /// Values lie in `-spread..=spread`: few values make many ties.
    spread: Value,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    level: u32,
    number: u64,
}

const ROOT: Place = Place {
    level: 0,
    number: 0,
};

impl Web {
    fn hash(&self, place: Place, what: u64) -> u64 {
        let mut hash = self.seed ^ (u64::from(place.level) << 40) ^ (place.number << 8) ^ what;
        for _ in 0..3 {
            hash = (hash ^ (hash >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        hash ^ (hash >> 32)
    }

    fn guess(&self, place: Place) -> Value {
        let range = 2 * i64::from(self.spread) + 1;
        (self.hash(place, 1) as i64).rem_euclid(range) as Value - self.spread
    }

    fn is_over(&self, place: Place) -> bool {
        place.level == self.levels || (place.level > 1 && self.hash(place, 2).is_multiple_of(7))
    }
}

impl Game for Web {
    type State = Place;
    type Move = u64;

    fn mover(&self, &place: &Place) -> Player {
        // Mostly in turns, but not always.
        let again = self.hash(place, 3).is_multiple_of(4);
        if place.level.is_multiple_of(2) != again {
            Player::Max
        } else {
            Player::Min
        }
    }

    fn moves(&self, &place: &Place, moves: &mut Vec<u64>) {
        moves.extend(0..1 + self.hash(place, 4) % self.branching);
    }

    fn play(&self, &place: &Place, mv: u64) -> Place {
        Place {
            level: place.level + 1,
            number: self.hash(place, 16 + mv) % self.width,
        }
    }

    fn terminal_value(&self, &place: &Place) -> Option<Value> {
        self.is_over(place).then(|| self.guess(place))
    }

    fn proven_bounds(&self, &place: &Place) -> Option<(Value, Value)> {
        // Certain and sometimes of use: the true value with some room.
        let value = minimax(&Bare(*self), &place, &no_guess, &Limits::unlimited()).value;
        let room = (self.hash(place, 5) % 4) as Value;
        Some((value - room, value + room))
    }
}

/// The same without bounds.
struct Bare(Web);

impl Game for Bare {
    type State = Place;
    type Move = u64;

    fn mover(&self, place: &Place) -> Player {
        self.0.mover(place)
    }

    fn moves(&self, place: &Place, moves: &mut Vec<u64>) {
        self.0.moves(place, moves);
    }

    fn play(&self, place: &Place, mv: u64) -> Place {
        self.0.play(place, mv)
    }

    fn terminal_value(&self, place: &Place) -> Option<Value> {
        self.0.terminal_value(place)
    }
}

fn no_guess(_: &Bare, _: &Place) -> Value {
    0
}

fn guess(web: &Web, place: &Place) -> Value {
    web.guess(*place)
}

fn webs() -> impl Strategy<Value = Web> {
    (2..7u32, 1..9u64, 1..5u64, 0..6i32, any::<u64>()).prop_map(
        |(levels, width, branching, spread, seed)| Web {
            levels,
            width,
            branching,
            spread,
            seed,
        },
    )
}

fn limits() -> impl Strategy<Value = Limits> {
    prop_oneof![
        (0..7u32).prop_map(Limits::plies),
        (0..5u32).prop_map(Limits::turns),
        Just(Limits::unlimited()),
    ]
}

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
