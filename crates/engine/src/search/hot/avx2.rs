//! x86-64 with AVX2 and bit manipulation.

use outflank_othello::Board;

use super::{Hot, entries, lanes};
use crate::evaluation::{LANES, Lanes, Network, ORDERING_LANES, Places};
use crate::kernels::{features, flip, last_flip, mobility, network, stability};
use crate::search::geometry::Geometry;
use crate::search::sight::{Glance, Whole};
use crate::search::thread::Thread;

/// The tier as a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct This;

impl Hot for This {
    type Word = u64;

    #[inline(always)]
    fn reached(board: Board<u64>, _geometry: &Geometry<u64>) -> u64 {
        // SAFETY: see `entries`.
        unsafe { mobility::avx2::reached(board.mover, board.opponent) }
    }

    #[inline(always)]
    fn flips(index: u32, mover: u64, opponent: u64, _geometry: &Geometry<u64>) -> u64 {
        // SAFETY: see `entries`.
        unsafe { flip::avx2::flips(index, mover, opponent) }
    }

    #[inline(always)]
    fn last_flips(index: u32, mover: u64, geometry: &Geometry<u64>) -> i32 {
        if geometry.has_holes {
            // Behind a hole no disc of the mover ends a line.
            let opponent = geometry.mask & !mover & !(1 << index);
            return Self::flips(index, mover, opponent, geometry).count_ones() as i32;
        }
        // SAFETY: see `entries`.
        unsafe { last_flip::avx2::last_flips(index, mover) as i32 }
    }

    #[inline(always)]
    fn stable(board: Board<u64>, geometry: &Geometry<u64>) -> u64 {
        // SAFETY: see `entries`.
        unsafe { stability::avx2::stable(board.mover, board.opponent, geometry.mask) }
    }

    lanes!();

    #[inline(always)]
    fn total<const N: usize>(places: &Places<N>, lanes: &Lanes<N>, table: &[i16]) -> i32 {
        // SAFETY: see `entries`.
        unsafe { features::avx2::total(places, lanes, table) }
    }

    #[inline(always)]
    fn by_network(
        network: &Network,
        places: &Places<LANES>,
        lanes: &Lanes<LANES>,
        counts: [u32; 3],
    ) -> i32 {
        // SAFETY: see `entries`.
        unsafe { network::avx2::value(network, places, lanes, counts) }
    }

    entries!(#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
}
