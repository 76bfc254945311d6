//! Training samples: positions with their scores, from files of games or positions.

mod load;
mod store;

use outflank_othello::{Board, Shape};
use outflank_support::seeds::derived_seed;

use crate::error::TrainingError;

pub(crate) use load::expect_board;
pub use load::load_samples;
pub use store::{SampleStore, SampleStoreWriter};

/// A position with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The board: bit `8·row + column` of boards that fit into 8×8, `width·row + column`
    /// of others.
    pub board: Board<u128>,
    /// Score for the mover, in 1/128 discs.
    pub score: i16,
}

/// A destination for samples.
pub trait SampleSink {
    /// Returns the board shape it accepts.
    fn shape(&self) -> Shape;

    /// Adds a sample.
    ///
    /// # Errors
    ///
    /// Returns an error if the sample cannot be stored, or [`TrainingError::Stopped`] to end
    /// the loading.
    fn add(&mut self, sample: Sample, split: Split) -> Result<(), TrainingError>;
}

/// Options for making samples from games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleOptions {
    /// The hold-out set is one game in `hold_out`.
    pub hold_out: u64,
    /// Weight, from 0 to 1, of the rest of the game in the score of a self-play
    /// position: the λ of TD(λ). The remainder is the value of the search.
    pub lambda: f64,
    /// Share, from 0 to 1, of the other games to use. The games of a smaller share are a subset of
    /// those of a larger one.
    pub share: f64,
}

/// The two parts of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Samples to learn from.
    Training,
    /// The hold-out set, which measures the error.
    HeldOut,
}

impl SampleOptions {
    /// Returns the split of the game with this hash, or `None` if it is not used.
    fn split(self, hash: u64) -> Option<Split> {
        if hash.is_multiple_of(self.hold_out) {
            return Some(Split::HeldOut);
        }
        // A second hash, independent of the divisibility test.
        let place = derived_seed(hash, &[1]) as f64 / 2.0_f64.powi(64);
        (self.share >= 1.0 || place < self.share).then_some(Split::Training)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splits(share: f64) -> Vec<Option<Split>> {
        let options = SampleOptions {
            hold_out: 20,
            lambda: 1.0,
            share,
        };
        let hash = |number| derived_seed(7, &[number]);
        (0..20_000)
            .map(|number| options.split(hash(number)))
            .collect()
    }

    #[test]
    fn shares_have_their_size_and_are_nested() {
        let count =
            |splits: &[Option<Split>], split| splits.iter().filter(|&&s| s == split).count();
        let all = splits(1.0);
        assert_eq!(count(&all, None), 0);
        let held_out = count(&all, Some(Split::HeldOut));
        assert!((900..1_100).contains(&held_out), "{held_out}");
        let mut larger = all;
        for share in [0.5, 0.2, 0.1, 0.01] {
            let smaller = splits(share);
            let training = count(&smaller, Some(Split::Training));
            let expected = share * 19_000.0;
            let off = (training as f64 - expected).abs();
            assert!(off < 5.0 * expected.sqrt(), "{share}: {training}");
            for (small, large) in smaller.iter().zip(&larger) {
                assert!(small == large || small.is_none() && *large == Some(Split::Training));
            }
            larger = smaller;
        }
    }
}
