//! The terms of a static value, and the features of a position for training.

use outflank_othello::{Bitboard, Board, Layout};

use super::Evaluation;
use super::patterns::{Count, Instance, MAX_INSTANCES, Pattern, PatternSet, ShapeLayout};
use crate::kernels::features::portable::feature_indices;

/// What a term is about.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The configuration of a pattern instance.
    Pattern(&'static Pattern, &'static Instance),
    /// A count and its value in the position.
    Count(Count, u32),
    /// The difference between the network's value and the sum of the other terms.
    Interplay,
}

/// A term of a static value.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What it is about.
    pub source: Source,
    /// Its share of the value, in 1/128 discs for the mover.
    pub share: i32,
}

impl Term {
    /// Returns the name of the pattern or count.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.source {
            Source::Pattern(pattern, _) => &pattern.name,
            Source::Count(count, _) => count.name(),
            Source::Interplay => "interplay",
        }
    }
}

/// The active features of a position: one table entry for each pattern instance and count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    entries: [u32; MAX_INSTANCES + Count::ALL.len()],
    length: usize,
    /// The counts, in the order of [`Count::ALL`].
    counts: [u32; Count::ALL.len()],
    /// Discs on the board.
    pub discs: u32,
}

impl Features {
    /// Returns the features of a board of the shape of `patterns`, in words of 128 bits: bit
    /// `8·row + column` on boards within 8×8, `width·row + column` on others.
    #[must_use]
    pub fn new(patterns: &PatternSet, board: Board<u128>) -> Self {
        match patterns.layout() {
            ShapeLayout::Narrow(layout) => {
                let narrow = Board::<u64>::narrow(board);
                assert_eq!(narrow.widen(), board, "all discs are on the board");
                Self::of_board(patterns, layout, narrow)
            }
            ShapeLayout::Wide(layout) => Self::of_board(patterns, layout, board),
        }
    }

    fn of_board<W: Bitboard>(patterns: &PatternSet, layout: &Layout<W>, board: Board<W>) -> Self {
        assert_eq!(board.check(layout), Ok(()));
        let feature_map = patterns.feature_map();
        let indices = feature_indices(feature_map, board);
        let counts = counts(board, layout);
        let instances = patterns.instances().len();
        let mut entries = [0; MAX_INSTANCES + Count::ALL.len()];
        let numbers = feature_map.centres.0.iter().zip(&indices.0).take(instances);
        for (entry, (&centre, &lane)) in entries.iter_mut().zip(numbers) {
            *entry = (centre + i32::from(lane)) as u32;
        }
        for (place, count) in Count::ALL.into_iter().enumerate() {
            entries[instances + place] = feature_map.entry(count, counts[place]) as u32;
        }
        Self {
            entries,
            length: instances + Count::ALL.len(),
            counts,
            discs: board.occupied().count(),
        }
    }

    /// Returns the active entries, one for each pattern instance and count;
    /// [`PatternSet::kind_of_entries`] gives their weights.
    #[must_use]
    pub fn entries(&self) -> &[u32] {
        &self.entries[..self.length]
    }
}

/// Returns the counts of a board, in the order of [`Count::ALL`].
fn counts<W: Bitboard>(board: Board<W>, layout: &Layout<W>) -> [u32; 3] {
    let moves = |board: Board<W>| board.legal_moves(layout).count();
    [moves(board), moves(board.pass()), board.occupied().count()]
}

impl Evaluation {
    /// Returns the static value of a board for its mover, in 1/128 discs; meaningless if
    /// neither side can move. The board is that of [`Features::new`]. The parity bias that
    /// searches add to a network's values is not included.
    #[must_use]
    pub fn value(&self, board: Board<u128>) -> i32 {
        self.terms(board).iter().map(|term| term.share).sum()
    }

    /// Returns the terms of [`value`](Self::value): the pattern instances in the order of
    /// [`PatternSet::instances`], then the counts, both by the weights; then the interplay if
    /// there is a network.
    #[must_use]
    pub fn terms(&self, board: Board<u128>) -> Vec<Term> {
        let patterns = self.weights().patterns();
        let features = Features::new(patterns, board);
        let table = self.stage(features.discs);
        let instances = patterns.instances();
        let term = |(place, &entry): (usize, &u32)| Term {
            source: match instances.get(place) {
                Some(instance) => Source::Pattern(&patterns.patterns()[instance.pattern], instance),
                None => {
                    let count = place - instances.len();
                    Source::Count(Count::ALL[count], features.counts[count])
                }
            },
            share: i32::from(table[entry as usize]),
        };
        let mut terms: Vec<Term> = features.entries().iter().enumerate().map(term).collect();
        if let Some(network) = self.network() {
            let sum: i32 = terms.iter().map(|term| term.share).sum();
            terms.push(Term {
                source: Source::Interplay,
                share: network.value_of(&features) - sum,
            });
        }
        terms
    }
}
