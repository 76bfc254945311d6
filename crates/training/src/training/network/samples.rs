//! Scored positions in memory.

use outflank_othello::{Board, Shape};

use crate::training::sources::{SampleSink, SourceError};
use crate::training::spool::Sample;
use outflank_matches::seeds::derived_seed;

/// Positions of 8×8 with their scores, to learn from and, apart from them, to test by:
/// 18 bytes each.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples {
    training: Vec<Packed>,
    held_out: Vec<Packed>,
    /// A hash of all samples in their order.
    hash: u64,
}

/// A position with its score.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(2))]
pub(super) struct Packed {
    mover: u64,
    opponent: u64,
    score: i16,
}

const _: () = assert!(size_of::<Packed>() == 18);

impl Packed {
    /// The board, its words widened.
    pub(super) fn board(self) -> Board<u128> {
        Board::new_unchecked(self.mover.into(), self.opponent.into())
    }

    /// The score for the mover, in 1/128 discs.
    pub(super) const fn score(self) -> i16 {
        self.score
    }
}

impl NetworkSamples {
    /// Adds a sample, to learn from or to test by.
    pub fn push(&mut self, sample: Sample, is_held_out: bool) {
        let board = Board::<u64>::narrow(sample.board);
        let (mover, opponent) = (board.mover(), board.opponent());
        let score = sample.score;
        let rest = u64::from(score as u16) << 1 | u64::from(is_held_out);
        self.hash = derived_seed(self.hash, &[mover, opponent, rest]);
        let part = if is_held_out {
            &mut self.held_out
        } else {
            &mut self.training
        };
        part.push(Packed {
            mover,
            opponent,
            score,
        });
    }

    /// Number of samples to learn from.
    #[must_use]
    pub fn training(&self) -> usize {
        self.training.len()
    }

    /// Number of samples to test by.
    #[must_use]
    pub fn held_out(&self) -> usize {
        self.held_out.len()
    }

    /// A hash of all samples in their order, held out or not.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Those to learn from.
    pub(super) fn to_learn(&self) -> &[Packed] {
        &self.training
    }

    /// Those to test by.
    pub(super) fn to_test(&self) -> &[Packed] {
        &self.held_out
    }
}

impl SampleSink for NetworkSamples {
    fn shape(&self) -> Shape {
        Shape::STANDARD
    }

    fn take(&mut self, sample: Sample, held_out: bool) -> Result<(), SourceError> {
        self.push(sample, held_out);
        Ok(())
    }
}
