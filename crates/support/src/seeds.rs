//! Random seeds derived from a seed and a path in an experiment. They do not depend on the number
//! of threads.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Derives the seed of a path in an experiment, such as the second game from opening 7.
#[must_use]
pub fn derived_seed(seed: u64, path: &[u64]) -> u64 {
    path.iter().fold(mix(seed), |state, &step| {
        // The rotation makes the result depend on the order of the steps.
        mix(state.rotate_left(17) ^ mix(step))
    })
}

/// Creates the random generator of a path in an experiment.
#[must_use]
pub fn derived_rng(seed: u64, path: &[u64]) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(derived_seed(seed, path))
}

/// Computes one step of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable
/// pseudorandom number generators").
fn mix(value: u64) -> u64 {
    let mut bits = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_path_has_its_own_seed() {
        let mut seeds = HashSet::new();
        for seed in 0..10 {
            for first in 0..30 {
                for second in 0..30 {
                    assert!(seeds.insert(derived_seed(seed, &[first, second])));
                }
                assert!(seeds.insert(derived_seed(seed, &[first])));
            }
        }
    }
}
