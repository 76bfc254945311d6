//! Any processor.

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
        mobility::portable::reached(board.mover, board.opponent)
    }

    #[inline(always)]
    fn flips(index: u32, mover: u64, opponent: u64, _geometry: &Geometry<u64>) -> u64 {
        flip::portable::flips(index, mover, opponent)
    }

    #[inline(always)]
    fn last_flips(index: u32, mover: u64, geometry: &Geometry<u64>) -> i32 {
        if geometry.has_holes {
            // Behind a hole no disc of the mover ends a line.
            let opponent = geometry.mask & !mover & !(1 << index);
            return Self::flips(index, mover, opponent, geometry).count_ones() as i32;
        }
        last_flip::portable::last_flips(index, mover) as i32
    }

    #[inline(always)]
    fn stable(board: Board<u64>, geometry: &Geometry<u64>) -> u64 {
        stability::portable::stable(board.mover, board.opponent, geometry.mask)
    }

    lanes!();

    #[inline(always)]
    fn total<const N: usize>(places: &Places<N>, lanes: &Lanes<N>, table: &[i16]) -> i32 {
        features::portable::total(places, lanes, table)
    }

    #[inline(always)]
    fn by_network(
        network: &Network,
        places: &Places<LANES>,
        lanes: &Lanes<LANES>,
        counts: [u32; 3],
    ) -> i32 {
        network::portable::value(network, places, lanes, counts)
    }

    entries!();
}
