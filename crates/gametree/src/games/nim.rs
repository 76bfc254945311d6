//! Nim: each move takes matches from one heap.

use crate::games::{SizeError, column_name};
use crate::{Cell, Game, GameDisplay, Picture, Side, Value};

/// Maximum number of heaps.
const MAX_HEAPS: usize = 8;

/// The matches left in each heap; unused heaps are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    matches: [u8; MAX_HEAPS],
    mover: Side,
}

/// The rules: a side takes any number of matches from one heap, or up to a maximum.
/// Whoever takes the last match wins.
#[derive(Clone, Debug)]
pub struct Nim {
    heaps: Vec<u8>,
    most: Option<u8>,
}

/// A move: a number of matches taken from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// 0-based index of the heap.
    pub heap: u8,
    /// Number of matches.
    pub matches: u8,
}

impl Nim {
    /// Returns a game that starts with `heaps`. A move takes at most `most` matches, or any number
    /// if `most` is `None`.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is not supported.
    pub fn new(heaps: &[u8], most: Option<u8>) -> Result<Self, SizeError> {
        let fits = (1..=MAX_HEAPS).contains(&heaps.len())
            && heaps.iter().all(|heap| (1..=99).contains(heap))
            && most.is_none_or(|most| (1..=99).contains(&most));
        if !fits {
            let expected = "1 to 8 heaps of 1 to 99 matches, 1 to 99 taken at most";
            return Err(SizeError { expected });
        }
        let heaps = heaps.to_vec();
        Ok(Self { heaps, most })
    }

    /// Returns the initial heaps, Max to move.
    #[must_use]
    pub fn start(&self) -> Heaps {
        let mut matches = [0; MAX_HEAPS];
        matches[..self.heaps.len()].copy_from_slice(&self.heaps);
        let mover = Side::Max;
        Heaps { matches, mover }
    }

    /// Returns the initial heaps.
    pub(super) fn heaps(&self) -> &[u8] {
        &self.heaps
    }

    /// Returns the maximum number of matches that a move takes.
    pub(super) const fn most(&self) -> Option<u8> {
        self.most
    }

    /// Returns the matches in the heaps that this game uses.
    fn matches<'a>(&self, heaps: &'a Heaps) -> &'a [u8] {
        &heaps.matches[..self.heaps.len()]
    }
}

/// Returns the exact value: the mover wins unless the exclusive or of the heap sizes,
/// modulo one more than the maximum, is 0 (Bouton 1901, "Nim, a game with a complete
/// mathematical theory"; with a maximum, Sprague 1935 and Grundy 1939).
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

    fn mover(&self, heaps: &Heaps) -> Side {
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
        // The other side took the last match.
        (heaps.matches == [0; MAX_HEAPS]).then(|| -heaps.mover.sign())
    }
}

impl GameDisplay for Nim {
    /// Returns the letter of the heap and the number of matches taken.
    fn move_name(&self, _heaps: &Heaps, take: Take) -> String {
        format!("{}{}", column_name(take.heap.into()), take.matches)
    }

    fn picture(&self, heaps: &Heaps) -> Option<Picture> {
        let cell = |&left: &u8| Cell::Text(left.to_string());
        let rows = vec![self.matches(heaps).iter().map(cell).collect()];
        Some(Picture { rows })
    }

    fn value_name(&self, value: Value) -> String {
        let [max, min] = [Side::Max, Side::Min].map(|side| self.side_name(side));
        super::outcome_name(value, 1, [max, min])
    }
}
