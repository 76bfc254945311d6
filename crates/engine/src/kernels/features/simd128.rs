//! Looks weights up one by one, because WebAssembly has no gather instruction, and without bounds
//! checks.

#![expect(unsafe_code, reason = "lookups without bounds checks")]

use crate::evaluation::{FeatureIndices, FeatureMap};

/// Number of weights per iteration of the loop.
const STEP: usize = 8;

/// See [`portable::weight_sum`](super::portable::weight_sum).
#[inline(always)]
pub(crate) fn weight_sum<const N: usize>(
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    table: &[i16],
) -> i32 {
    const { assert!(N.is_multiple_of(STEP), "iterations are full") };
    assert!(
        table.len() == feature_map.table(),
        "a stage's table is complete"
    );
    let (numbers, _) = indices.0.as_chunks::<STEP>();
    let (centres, _) = feature_map.centres.0.as_chunks::<STEP>();
    let mut sum = 0;
    for (numbers, centres) in numbers.iter().zip(centres) {
        for (&number, &centre) in numbers.iter().zip(centres) {
            let entry = (centre + i32::from(number)) as usize;
            // SAFETY: the length of the table is that of the feature map, as asserted. Only
            // `feature_indices`, `after` and `passed` make feature indices, from boards without
            // overlapping discs: `Board::check` rejects other boards at the start of a search. So an
            // index differs from zero by at most half the number of its pattern's configurations,
            // and its entry lies within the pattern's table.
            sum += i32::from(unsafe { *table.get_unchecked(entry) });
        }
    }
    sum
}
