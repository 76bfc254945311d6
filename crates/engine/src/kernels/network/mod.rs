//! The value that a network gives a board, from the board's feature indices.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;
#[cfg(test)]
mod tests;

#[cfg(not(target_feature = "simd128"))]
pub(crate) use portable as baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128 as baseline;

#[cfg(target_arch = "x86_64")]
use crate::evaluation::network::MAX_WIDTH;
use crate::evaluation::network::{ADDED, INSTANCES, Network};
use crate::evaluation::{Count, FullIndices, MAX_INSTANCES};

/// Calls a function that is generic over the width with the width of the network, the first
/// argument.
macro_rules! by_width {
    ($function:ident($network:ident $(, $argument:ident)*)) => {
        match $network.width() {
            16 => $function::<16>($network $(, $argument)*),
            32 => $function::<32>($network $(, $argument)*),
            64 => $function::<64>($network $(, $argument)*),
            _ => $function::<128>($network $(, $argument)*),
        }
    };
}
use by_width;

/// The rows to add up; each is a row of the network.
#[derive(Clone, Copy)]
struct RowNumbers([u32; ADDED]);

/// The pairs of a board, padded with zeros; 127 stands for 1.0.
#[cfg(target_arch = "x86_64")]
#[repr(C, align(64))]
struct Pairs([u8; MAX_WIDTH / 2]);

impl RowNumbers {
    /// Returns the rows of feature indices and counts: the mover's moves, the opponent's moves,
    /// and discs.
    #[inline(always)]
    fn new(network: &Network, indices: &FullIndices, [moves, replies, discs]: [u32; 3]) -> Self {
        // A feature index is at most half the number of its pattern's configurations away from
        // zero, so its entry is within the pattern's table.
        let feature_map = network.feature_map();
        let mut rows = [0; ADDED];
        let entries = feature_map.centres.0.iter().zip(&indices.0);
        for (row, (&centre, &index)) in rows[..MAX_INSTANCES].iter_mut().zip(entries) {
            *row = (centre + i32::from(index)) as u32;
        }
        let count = |count, number| feature_map.entry(count, number) as u32;
        rows[INSTANCES] = count(Count::Moves, moves);
        rows[INSTANCES + 1] = count(Count::Replies, replies);
        rows[INSTANCES + 2] = count(Count::Discs, discs);
        Self(rows)
    }
}
