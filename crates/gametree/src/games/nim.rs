//! Nim: heaps of matches, of which a side takes from one heap at a time.

use crate::games::{SizeError, column_name};
use crate::{Cell, Game, Picture, Player, Shown, Value};

/// Most heaps of a game.
const MOST_HEAPS: usize = 8;

/// What is left of each heap; heaps that are not there are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    matches: [u8; MOST_HEAPS],
    mover: Player,
}

/// The rules: take as many matches of one heap as you like, or up to a number
/// agreed upon. Who takes the last match of all wins.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: Vec<u8>,
    most: Option<u8>,
}

/// A number of matches taken of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// Which heap, from 0 on.
    pub heap: u8,
    /// How many matches.
    pub matches: u8,
}

impl Nim {
    /// A game that begins with `heaps`. At most `most` matches are taken at a
    /// time, or any number if there is no such bound.
    ///
    /// # Errors
    ///
    /// If there is no such game here.
    pub fn new(heaps: &[u8], most: Option<u8>) -> Result<Self, SizeError> {
        let fits = (1..=MOST_HEAPS).contains(&heaps.len())
            && heaps.iter().all(|heap| (1..=99).contains(heap))
            && most.is_none_or(|most| (1..=99).contains(&most));
        if !fits {
            let expected = "1 to 8 heaps of 1 to 99 matches, 1 to 99 taken at most";
            return Err(SizeError { expected });
        }
        let heaps = heaps.to_vec();
        Ok(Self { heaps, most })
    }

    /// The heaps as they are at first, Max to move.
    #[must_use]
    pub fn start(&self) -> Heaps {
        let mut matches = [0; MOST_HEAPS];
        matches[..self.heaps.len()].copy_from_slice(&self.heaps);
        let mover = Player::Max;
        Heaps { matches, mover }
    }

    /// The heaps at first.
    pub(super) fn heaps(&self) -> &[u8] {
        &self.heaps
    }

    /// Most matches taken at a time, if there is such a bound.
    pub(super) const fn most(&self) -> Option<u8> {
        self.most
    }

    /// The heaps that the game has, empty ones too.
    fn matches<'a>(&self, heaps: &'a Heaps) -> &'a [u8] {
        &heaps.matches[..self.heaps.len()]
    }
}

/// Who wins by the theory, which is never wrong: the mover, unless the sizes of
/// the heaps, taken modulo one more than may be taken at a time, add up to
/// nothing without carry (Bouton 1901, "Nim, a game with a complete
/// mathematical theory"; the bound by Sprague 1935 and Grundy 1939).
#[must_use]
pub fn theory(game: &Nim, heaps: &Heaps) -> Value {
    let sum = game.matches(heaps).iter().fold(0, |sum, heap| {
        sum ^ match game.most {
            Some(most) => heap % (most + 1),
            None => *heap,
        }
    });
    match sum {
        0 => -heaps.mover.sign(),
        _ => heaps.mover.sign(),
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;

    fn mover(&self, heaps: &Heaps) -> Player {
        heaps.mover
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Take>) {
        for (heap, &left) in (0..).zip(self.matches(heaps)) {
            let most = self.most.map_or(left, |most| most.min(left));
            moves.extend((1..=most).map(|matches| Take { heap, matches }));
        }
    }

    fn play(&self, heaps: &Heaps, take: Take) -> Heaps {
        let mut next = *heaps;
        next.matches[usize::from(take.heap)] -= take.matches;
        next.mover = heaps.mover.other();
        next
    }

    fn terminal_value(&self, heaps: &Heaps) -> Option<Value> {
        // Who is to move finds no match left: the other side took the last.
        (heaps.matches == [0; MOST_HEAPS]).then(|| -heaps.mover.sign())
    }
}

impl Shown for Nim {
    /// The letter of the heap and the number of matches taken.
    fn move_name(&self, _heaps: &Heaps, take: Take) -> String {
        format!("{}{}", column_name(take.heap.into()), take.matches)
    }

    fn picture(&self, heaps: &Heaps) -> Option<Picture> {
        let cell = |&left: &u8| Cell::Text(left.to_string());
        let rows = vec![self.matches(heaps).iter().map(cell).collect()];
        Some(Picture { rows })
    }

    fn value_name(&self, value: Value) -> String {
        let [max, min] = [Player::Max, Player::Min].map(|side| self.side_name(side));
        super::outcome_name(value, 1, [max, min])
    }
}
