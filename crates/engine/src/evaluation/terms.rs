//! The terms of a static value, and the features of a position for training.

use outflank_othello::{Bitboard, Board, BoardError, Color, Layout, Position, Shape};
use thiserror::Error;

use super::Evaluation;
use super::patterns::{Count, Instance, MAX_INSTANCES, Pattern, PatternSet, ShapeLayout};
use crate::kernels::features::portable::feature_indices;

/// The source of a term.
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
    /// The source of the term.
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

/// The error for a position whose shape differs from that of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a position on {found}: expected one on {expected}")]
pub struct ShapeError {
    /// The shape of the position.
    pub found: Shape,
    /// The shape of the evaluation.
    pub expected: Shape,
}

impl Features {
    /// Returns the features of a board of the shape of `patterns`, in words of 128 bits: bit
    /// `8·row + column` on boards within 8×8, `width·row + column` on others.
    ///
    /// # Errors
    ///
    /// Returns an error if discs overlap or are off the board.
    pub fn new(patterns: &PatternSet, board: Board<u128>) -> Result<Self, BoardError> {
        Position::from_widened_board(patterns.shape(), board, Color::Black)?;
        Ok(Self::new_unchecked(patterns, board))
    }

    /// Returns the features of a board that [`Features::new`] accepts. For any other board, the
    /// features are meaningless.
    #[must_use]
    pub fn new_unchecked(patterns: &PatternSet, board: Board<u128>) -> Self {
        match &patterns.layout {
            ShapeLayout::Narrow(layout) => Self::of_board(patterns, layout, Board::narrow(board)),
            ShapeLayout::Wide(layout) => Self::of_board(patterns, layout, board),
        }
    }

    fn of_board<W: Bitboard>(patterns: &PatternSet, layout: &Layout<W>, board: Board<W>) -> Self {
        let feature_map = patterns.feature_map();
        let indices = feature_indices(feature_map, board);
        let moves = |board: Board<W>| board.legal_moves(layout).count();
        let discs = board.occupied().count();
        let counts = [moves(board), moves(board.pass()), discs];
        let instances = patterns.instances().len();
        let mut entries = [0; MAX_INSTANCES + Count::ALL.len()];
        let numbers = feature_map.centres.0.iter().zip(&indices.0).take(instances);
        for (entry, (&centre, &index)) in entries.iter_mut().zip(numbers) {
            *entry = (centre + i32::from(index)) as u32;
        }
        for (place, count) in Count::ALL.into_iter().enumerate() {
            entries[instances + place] = feature_map.entry(count, counts[place]) as u32;
        }
        Self {
            entries,
            length: instances + Count::ALL.len(),
            counts,
            discs,
        }
    }

    /// Returns the active entries, one for each pattern instance and count;
    /// [`PatternSet::kind_of_entries`] gives their weights.
    #[must_use]
    pub fn entries(&self) -> &[u32] {
        &self.entries[..self.length]
    }
}

impl Evaluation {
    /// Returns the static value of a position for its mover, in 1/128 discs; meaningless if neither
    /// side can move. The parity bias that searches add to a network's values is not included.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has another shape.
    pub fn value(&self, position: &Position) -> Result<i32, ShapeError> {
        Ok(self.value_of(&self.features(position)?))
    }

    /// Returns the value of a position with these features, in 1/128 discs.
    ///
    /// # Panics
    ///
    /// Panics if the features are those of other patterns than the evaluation's.
    #[must_use]
    pub fn value_of(&self, features: &Features) -> i32 {
        match self.network() {
            Some(network) => network.value_of(features),
            None => self.weighted(features).sum(),
        }
    }

    /// Returns the terms of [`value`](Self::value): the pattern instances in the order of
    /// [`PatternSet::instances`], then the counts, both computed from the weights; then the
    /// interplay if there is a network.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has another shape.
    pub fn terms(&self, position: &Position) -> Result<Vec<Term>, ShapeError> {
        let features = self.features(position)?;
        let patterns = self.patterns();
        let instances = patterns.instances();
        let term = |(place, share): (usize, i32)| Term {
            source: match instances.get(place) {
                Some(instance) => Source::Pattern(&patterns.patterns()[instance.pattern], instance),
                None => {
                    let count = place - instances.len();
                    Source::Count(Count::ALL[count], features.counts[count])
                }
            },
            share,
        };
        let mut terms: Vec<Term> = self.weighted(&features).enumerate().map(term).collect();
        if let Some(network) = self.network() {
            let sum: i32 = terms.iter().map(|term| term.share).sum();
            terms.push(Term {
                source: Source::Interplay,
                share: network.value_of(&features) - sum,
            });
        }
        Ok(terms)
    }

    /// Returns the features of a position.
    fn features(&self, position: &Position) -> Result<Features, ShapeError> {
        let (found, expected) = (position.shape(), self.shape());
        if found != expected {
            return Err(ShapeError { found, expected });
        }
        let board = position.widened_board();
        Ok(Features::new_unchecked(self.patterns(), board))
    }

    /// Returns the weight of each feature.
    fn weighted(&self, features: &Features) -> impl Iterator<Item = i32> {
        let table = self.stage(features.discs);
        let entries = features.entries().iter();
        entries.map(|&entry| i32::from(table[entry as usize]))
    }
}
