//! Boards of more than 8 columns or rows, on any processor.

use outflank_othello::{Bitboard, Board};

use super::{Entries, Kernels, entries, last_flips_on_shape};
use crate::evaluation::{FeatureIndices, FeatureMap, FullIndices, Network};
use crate::kernels::last_board::LastBoard;
use crate::kernels::replies::Replies;
use crate::kernels::{features, network};
use crate::perft::Perft;
use crate::search::evaluator::Evaluator;
use crate::search::geometry::Geometry;
use crate::search::thread::Thread;
use crate::tier::{Wide, proven};

impl Kernels for Wide {
    type Word = u128;
    type Lanes = u128;

    #[inline(always)]
    fn reached(self, board: Board<u128>, geometry: &Geometry<u128>) -> u128 {
        u128::legal_moves(board.mover(), board.opponent(), &geometry.layout)
    }

    #[inline(always)]
    fn flips(self, index: u32, mover: u128, opponent: u128, geometry: &Geometry<u128>) -> u128 {
        u128::flips(index, mover, opponent, &geometry.layout)
    }

    #[inline(always)]
    fn replies(self, board: Board<u128>, moves: u128, geometry: &Geometry<u128>) -> Replies<u128> {
        let mut replies = Replies {
            changed: [0; 4],
            reached: [0; 4],
        };
        for (place, index) in moves.indices().take(4).enumerate() {
            let flips = self.flips(index, board.mover(), board.opponent(), geometry);
            replies.changed[place] = flips | u128::from_index(index);
            replies.reached[place] = self.reached(board.after(index, flips), geometry);
        }
        replies
    }

    #[inline(always)]
    fn to_lanes(self, discs: u128) -> u128 {
        discs
    }

    #[inline(always)]
    fn lane_discs(self, lanes: u128) -> u128 {
        lanes
    }

    #[inline(always)]
    fn play_last(
        self,
        index: u32,
        board: LastBoard<u128>,
        geometry: &Geometry<u128>,
    ) -> Option<LastBoard<u128>> {
        let flips = self.flips(index, board.mover, board.opponent, geometry);
        (flips != 0).then(|| LastBoard {
            mover: board.opponent ^ flips,
            opponent: board.mover | flips | u128::from_index(index),
        })
    }

    #[inline(always)]
    fn last_flips(self, index: u32, mover: u128, geometry: &Geometry<u128>) -> [u32; 2] {
        last_flips_on_shape(self, index, mover, geometry)
    }

    /// A disc is stable if, along each axis, the line is full or a neighbour is off the board or a
    /// stable disc of the mover.
    #[inline(always)]
    fn stable(self, board: Board<u128>, geometry: &Geometry<u128>) -> u128 {
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

    #[inline(always)]
    fn weight_sum<const N: usize>(
        self,
        feature_map: &FeatureMap<N>,
        indices: &FeatureIndices<N>,
        table: &[i16],
    ) -> i32 {
        features::portable::weight_sum(feature_map, indices, table)
    }

    #[inline(always)]
    fn network_value(self, network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
        network::portable::value(network, indices, counts)
    }
}

impl Entries for Wide {
    entries!(Wide);
}
