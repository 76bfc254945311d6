//! Samples in memory.

use outflank_othello::{Board, Shape};

use crate::error::TrainingError;
use crate::hash;
use crate::samples::{Sample, SampleSink, Split};

/// Samples of 8×8 boards in memory, 18 bytes each.
#[derive(Clone, Debug, Default)]
pub struct NetworkSamples {
    training: Vec<Packed>,
    held_out: Vec<Packed>,
    hash: u64,
}

/// A [`Sample`] in 18 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(Rust, packed(2))]
pub(super) struct Packed {
    mover: u64,
    opponent: u64,
    score: i16,
}

const _: () = assert!(size_of::<Packed>() == 18);

impl Packed {
    /// Returns the board, widened.
    pub(super) fn board(self) -> Board<u128> {
        Board::new_unchecked(self.mover.into(), self.opponent.into())
    }

    /// Returns the score for the mover, in 1/128 discs.
    pub(super) const fn score(self) -> i16 {
        self.score
    }
}

impl NetworkSamples {
    /// Returns the number of samples to learn from.
    #[must_use]
    pub fn training(&self) -> usize {
        self.training.len()
    }

    /// Returns the size of the hold-out set.
    #[must_use]
    pub fn held_out(&self) -> usize {
        self.held_out.len()
    }

    /// Returns a hash of all samples in their order.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn training_set(&self) -> &[Packed] {
        &self.training
    }

    pub(super) fn hold_out_set(&self) -> &[Packed] {
        &self.held_out
    }
}

impl SampleSink for NetworkSamples {
    fn shape(&self) -> Shape {
        Shape::STANDARD
    }

    fn add(&mut self, sample: Sample, split: Split) -> Result<(), TrainingError> {
        self.hash = hash::with_sample(self.hash, sample, split, false);
        let set = match split {
            Split::Training => &mut self.training,
            Split::HeldOut => &mut self.held_out,
        };
        set.push(Packed {
            mover: sample.board.mover() as u64,
            opponent: sample.board.opponent() as u64,
            score: sample.score,
        });
        Ok(())
    }
}
