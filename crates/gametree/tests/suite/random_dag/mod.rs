//! A game whose paths meet again, for tests of searches.

use outflank_gametree::{Game, Limits, Player, Value, minimax};
use proptest::prelude::*;

/// A game of levels, each of `width` states, so that paths meet again. All that
/// a state is comes from its number and the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Web {
    pub(crate) levels: u32,
    pub(crate) width: u64,
    pub(crate) branching: u64,
    /// Values lie in `-spread..=spread`: few values make many ties.
    pub(crate) spread: Value,
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) level: u32,
    pub(crate) number: u64,
}

pub(crate) const ROOT: Place = Place {
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

pub(crate) fn guess(web: &Web, place: &Place) -> Value {
    web.guess(*place)
}

pub(crate) fn webs() -> impl Strategy<Value = Web> {
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

pub(crate) fn limits() -> impl Strategy<Value = Limits> {
    prop_oneof![
        (0..7u32).prop_map(Limits::plies),
        (0..5u32).prop_map(Limits::turns),
        Just(Limits::unlimited()),
    ]
}
