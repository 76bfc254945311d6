//! A value taken apart, and the features of a position for those who learn
//! weights.

use outflank_othello::{Bitboard, Board, Layout, Shape};

use super::patterns::{COUNT, Count, INSTANCES, Instance, PATTERNS};
use super::{ALL, Evaluation, Weights};
use crate::kernels::features::portable::set_up;

/// What a term is about.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The discs on a pattern instance.
    Pattern(&'static Instance),
    /// A count and what it is in the position.
    Count(Count, u32),
}

/// One term of a value.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What it is about.
    pub source: Source,
    /// Its share of the value, in 1/128 discs for the mover.
    pub share: i32,
}

impl Term {
    /// The name of the pattern or of the count.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.source {
            Source::Pattern(instance) => PATTERNS[instance.pattern].name,
            Source::Count(count, _) => count.name(),
        }
    }
}

/// What the evaluation sees of a position: the entries that it looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    entries: [u32; Self::COUNT],
    /// Discs on the board.
    pub discs: u32,
}

impl Features {
    /// Entries of a position: one for each pattern instance and each count.
    pub const COUNT: usize = COUNT + Count::ALL.len();

    /// The features of a board of 8×8.
    #[must_use]
    pub fn new(board: Board<u64>) -> Self {
        let lanes = set_up(&ALL, board.mover, board.opponent);
        let counts = counts(board);
        Self {
            entries: std::array::from_fn(|place| {
                if place < COUNT {
                    (ALL.centres.0[place] + i32::from(lanes.0[place])) as u32
                } else {
                    let count = Count::ALL[place - COUNT];
                    count.entry(counts[place - COUNT]) as u32
                }
            }),
            discs: board.occupied().count(),
        }
    }

    /// The entries of a stage's tables that count; their number in
    /// [`Weights::kind_of_entries`] tells the weights.
    #[must_use]
    pub const fn entries(&self) -> &[u32; Self::COUNT] {
        &self.entries
    }
}

/// The counts of a board, in the order of [`Count::ALL`].
fn counts(board: Board<u64>) -> [u32; 3] {
    let moves = |board: Board<u64>| match Layout::<u64>::new(Shape::STANDARD) {
        Some(layout) => board.legal_moves(&layout).count(),
        None => unreachable!("the standard board has 64 squares"),
    };
    [moves(board), moves(board.pass()), board.occupied().count()]
}

impl Evaluation {
    /// The value of a board of 8×8 for its mover, in 1/128 discs. Positions in
    /// which nobody can move have a score instead.
    #[must_use]
    pub fn value(&self, board: Board<u64>) -> i32 {
        self.terms(board).iter().map(|term| term.share).sum()
    }

    /// The terms of [`value`](Self::value): the pattern instances in the order
    /// of [`INSTANCES`], then the counts.
    #[must_use]
    pub fn terms(&self, board: Board<u64>) -> Vec<Term> {
        let features = Features::new(board);
        let table = self.stage(features.discs);
        let counts = counts(board);
        let entries = features.entries().iter().enumerate();
        let term = |(place, &entry): (usize, &u32)| Term {
            source: match INSTANCES.get(place) {
                Some(instance) => Source::Pattern(instance),
                None => Source::Count(Count::ALL[place - COUNT], counts[place - COUNT]),
            },
            share: i32::from(table[entry as usize]),
        };
        debug_assert_eq!(table.len(), Weights::kind_of_entries().len() + 2);
        entries.map(term).collect()
    }
}
