//! Feature indices, lane by lane. For a tier with vectors, the compiler vectorises the loops.

use outflank_othello::{Bitboard, Board};

use crate::evaluation::{FeatureIndices, FeatureMap};

/// The feature indices of a board.
#[inline(always)]
pub(crate) fn feature_indices<W: Bitboard, const N: usize>(
    feature_map: &FeatureMap<N>,
    board: Board<W>,
) -> FeatureIndices<N> {
    if feature_map.is_blank() {
        return FeatureIndices([0; N]);
    }
    let own = sum(feature_map, board.mover());
    let other = sum(feature_map, board.opponent());
    FeatureIndices(std::array::from_fn(|lane| {
        own[lane].wrapping_sub(other[lane])
    }))
}

/// The feature indices of the board after a move, seen from the next mover: the mover places a disc
/// on the empty square `index` and flips discs of the opponent.
#[inline(always)]
pub(crate) fn after_move<W: Bitboard, const N: usize>(
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    index: u32,
    flips: W,
) -> FeatureIndices<N> {
    if feature_map.is_blank() {
        return *indices;
    }
    let flipped = sum(feature_map, flips);
    let disc = &feature_map.powers[(index & (W::BITS - 1)) as usize].0;
    // A flipped digit goes from −1 to 1.
    FeatureIndices(std::array::from_fn(|lane| {
        let gained = disc[lane].wrapping_add(flipped[lane].wrapping_mul(2));
        indices.0[lane].wrapping_add(gained).wrapping_neg()
    }))
}

/// The feature indices seen from the other side.
#[inline(always)]
pub(crate) fn passed<const N: usize>(indices: &FeatureIndices<N>) -> FeatureIndices<N> {
    FeatureIndices(indices.0.map(i16::wrapping_neg))
}

/// The sum of the powers of a set of squares.
#[inline(always)]
fn sum<W: Bitboard, const N: usize>(feature_map: &FeatureMap<N>, set: W) -> [i16; N] {
    let mut sum = [0_i16; N];
    for index in set.indices() {
        let powers = &feature_map.powers[(index & (W::BITS - 1)) as usize].0;
        for (sum, power) in sum.iter_mut().zip(powers) {
            *sum = sum.wrapping_add(*power);
        }
    }
    sum
}

/// The sum of the weights of all indices, from the table of a stage.
#[inline(always)]
pub(crate) fn weight_sum<const N: usize>(
    feature_map: &FeatureMap<N>,
    indices: &FeatureIndices<N>,
    table: &[i16],
) -> i32 {
    let entries = indices.0.iter().zip(&feature_map.centres.0);
    entries
        .map(|(&lane, &centre)| i32::from(table[(centre + i32::from(lane)) as usize]))
        .sum()
}
