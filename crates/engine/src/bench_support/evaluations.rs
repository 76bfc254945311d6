//! Static values in every tier, for benchmarks only.

use outflank_othello::{Bitboard as _, Board, Layout};

use super::in_tier;
use crate::evaluation::{Count, Evaluation, FullIndices, PatternSet};
use crate::kernels::features::portable::feature_indices;
use crate::kernels::{features, network};
use crate::tier::Tier;

/// An 8×8 board with its feature indices and counts.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    indices: FullIndices,
    counts: [u32; 3],
}

impl Seen {
    /// Computes the feature indices and counts of a board, seen from its mover.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let moves = |board: Board| board.legal_moves(&Layout::STANDARD).count();
        Self {
            indices: feature_indices(PatternSet::standard().feature_map(), board),
            counts: [moves(board), moves(board.pass()), board.occupied().count()],
        }
    }
}

/// Returns the sum of the values of boards, computed in `tier`.
///
/// # Panics
///
/// Panics if the processor does not support `tier`.
#[must_use]
pub fn sum_of_values(evaluation: &Evaluation, tier: Tier, boards: &[Seen]) -> i64 {
    in_tier!(
        tier,
        [sum_portable, sum_avx2, sum_avx512],
        evaluation,
        boards
    )
}

/// A function that adds up values in one tier.
macro_rules! sum {
    ($name:ident, $form:ident $(, #[$features:meta])?) => {
        $(#[$features])?
        fn $name(evaluation: &Evaluation, boards: &[Seen]) -> i64 {
            let feature_map = evaluation.feature_map();
            let mut sum = 0;
            for Seen { indices, counts } in boards {
                let value = match evaluation.network() {
                    Some(network) => network::$form::value(network, indices, *counts),
                    None => {
                        let table = evaluation.stage(counts[2]);
                        let mut total = features::$form::weight_sum(feature_map, indices, table);
                        for (count, &number) in Count::ALL.into_iter().zip(counts) {
                            total += i32::from(table[feature_map.entry(count, number)]);
                        }
                        total
                    }
                };
                sum += i64::from(value);
            }
            sum
        }
    };
}

sum!(sum_portable, portable);
#[cfg(target_arch = "x86_64")]
sum!(
    sum_avx2,
    avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
);
#[cfg(target_arch = "x86_64")]
sum!(
    sum_avx512,
    avx512,
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
    )]
);
