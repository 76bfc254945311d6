//! Boards of more than 8 columns or rows, on any processor.

use outflank_othello::{Bitboard, Board};

use super::{Kernels, entries, indices};
use crate::evaluation::{
    FeatureIndices, FeatureMap, MAX_INSTANCES, MAX_ORDERING_INSTANCES, Network,
};
use crate::kernels::{features, network};
use crate::search::evaluator::{FullEvaluation, OrderingEvaluation};
use crate::search::geometry::Geometry;
use crate::search::thread::Thread;

/// The tier as a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct This;

impl Kernels for This {
    type Word = u128;

    #[inline(always)]
    fn reached(board: Board<u128>, geometry: &Geometry<u128>) -> u128 {
        u128::legal_moves(board.mover(), board.opponent(), &geometry.layout)
    }

    #[inline(always)]
    fn flips(index: u32, mover: u128, opponent: u128, geometry: &Geometry<u128>) -> u128 {
        u128::flips(index, mover, opponent, &geometry.layout)
    }

    #[inline(always)]
    fn last_flips(index: u32, mover: u128, geometry: &Geometry<u128>) -> i32 {
        let opponent = geometry.mask & !mover & !(1 << index);
        Self::flips(index, mover, opponent, geometry).count_ones() as i32
    }

    #[inline(always)]
    fn stable(board: Board<u128>, geometry: &Geometry<u128>) -> u128 {
        wide_stability(board, geometry)
    }

    indices!();

    #[inline(always)]
    fn total<const N: usize>(
        feature_map: &FeatureMap<N>,
        indices: &FeatureIndices<N>,
        table: &[i16],
    ) -> i32 {
        features::portable::total(feature_map, indices, table)
    }

    #[inline(always)]
    fn network_value(
        network: &Network,
        feature_map: &FeatureMap<MAX_INSTANCES>,
        indices: &FeatureIndices<MAX_INSTANCES>,
        counts: [u32; 3],
    ) -> i32 {
        network::portable::value(network, feature_map, indices, counts)
    }

    entries!();
}

/// Discs of the mover that can never be flipped: along each axis the line is
/// full, or a neighbour is off the board or a stable disc of the mover.
fn wide_stability(board: Board<u128>, geometry: &Geometry<u128>) -> u128 {
    let occupied = board.occupied();
    let mut full = [0; 4];
    for (axis, lines) in geometry.lines.iter().enumerate() {
        for &line in lines {
            if line & !occupied == 0 {
                full[axis] |= line;
            }
        }
    }
    let mut stable = full[0] & full[1] & full[2] & full[3] & board.mover();
    loop {
        let mut more = board.mover();
        for (axis, full) in full.iter().enumerate() {
            more &= full | geometry.ends[axis] | geometry.beside(stable, axis);
        }
        if more | stable == stable {
            return stable;
        }
        stable |= more;
    }
}
