//! In which order positions are learned from.

use std::ops::Range;

use rand::seq::SliceRandom;

use outflank_matches::seeds::derived_rng;

/// The numbers of all samples in the order of an epoch, which depends on nothing but
/// the seed: a training that goes on in the middle of an epoch finds it again.
pub(super) fn order(samples: usize, seed: u64, epoch: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..samples as u32).collect();
    numbers.shuffle(&mut derived_rng(seed, &[1, epoch.into()]));
    numbers
}

/// Where the samples of some of the steps of an epoch stand in its order. Steps differ
/// by one sample at most.
pub(super) fn part(samples: usize, some: Range<u64>, steps: u64) -> Range<usize> {
    let place = |step: u64| (samples as u128 * u128::from(step) / u128::from(steps)) as usize;
    place(some.start)..place(some.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_has_every_sample_once_in_its_own_order() {
        let first = order(1000, 7, 0);
        assert_eq!(first, order(1000, 7, 0));
        let orders = [order(1000, 7, 1), order(1000, 8, 0), (0..1000).collect()];
        for mut other in orders {
            assert_ne!(first, other);
            other.sort_unstable();
            assert!(other.iter().copied().eq(0..1000));
        }
    }

    #[test]
    fn steps_have_all_samples_between_them() {
        for (samples, steps) in [(1000, 7), (8, 8), (5, 1), (65_537, 4)] {
            let parts: Vec<_> = (0..steps)
                .map(|step| part(samples, step..step + 1, steps))
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
