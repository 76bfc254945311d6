//! The order of the samples of an epoch, and its division into batches.

use std::ops::Range;

use rand::seq::SliceRandom;

use outflank_support::seeds::derived_rng;

/// Returns the shuffled sample indices of an epoch. They depend only on the seed, so that
/// a resumed run uses the same order.
pub(super) fn shuffled(samples: usize, seed: u64, epoch: u32) -> Vec<u32> {
    let mut indices: Vec<u32> = (0..samples as u32).collect();
    indices.shuffle(&mut derived_rng(seed, &[1, epoch.into()]));
    indices
}

/// Returns the part of the shuffled indices for a range of steps. Batch sizes differ by at
/// most one.
pub(super) fn batch_range(samples: usize, range: Range<u64>, steps: u64) -> Range<usize> {
    let place = |step: u64| (samples as u128 * u128::from(step) / u128::from(steps)) as usize;
    place(range.start)..place(range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_a_different_permutation() {
        let first = shuffled(1000, 7, 0);
        assert_eq!(first, shuffled(1000, 7, 0));
        let orders = [
            shuffled(1000, 7, 1),
            shuffled(1000, 8, 0),
            (0..1000).collect(),
        ];
        for mut other in orders {
            assert_ne!(first, other);
            other.sort_unstable();
            assert!(other.iter().copied().eq(0..1000));
        }
    }

    #[test]
    fn batches_cover_all_samples_once() {
        for (samples, steps) in [(1000, 7), (8, 8), (5, 1), (65_537, 4)] {
            let parts: Vec<_> = (0..steps)
                .map(|step| batch_range(samples, step..step + 1, steps))
                .collect();
            assert_eq!(
                (parts[0].start, parts[steps as usize - 1].end),
                (0, samples)
            );
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            let sizes = || parts.iter().map(ExactSizeIterator::len);
            assert!(sizes().max().unwrap() - sizes().min().unwrap() <= 1);
        }
    }
}
