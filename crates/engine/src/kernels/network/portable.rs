//! The network, number by number.

use super::{RowNumbers, by_width};
use crate::evaluation::FullIndices;
use crate::evaluation::network::{Network, PAIR_BITS, ROW_ONE};

/// Returns the value of a board with these feature indices and counts of the mover's moves,
/// the opponent's moves and discs, in 1/128 discs.
#[inline(always)]
pub(crate) fn value(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    by_width!(sized(network, indices, counts))
}

/// Returns the value of a network of width `W`.
#[inline(never)]
fn sized<const W: usize>(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    let numbers = network.rows().numbers();
    let mut sums: [i16; W] = std::array::from_fn(|column| network.rows().bias()[column]);
    for row in RowNumbers::new(network, indices, counts).0 {
        let row = &numbers[row as usize * W..][..W];
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum += i16::from(number);
        }
    }
    let clipped = sums.map(|sum| i32::from(sum).clamp(0, ROW_ONE));
    let (low, high) = clipped.split_at(W / 2);
    let mut pairs = [0; W];
    for (pair, (a, b)) in pairs.iter_mut().zip(low.iter().zip(high)) {
        *pair = (a * b) >> PAIR_BITS;
    }
    network.head(counts[2]).value(&pairs[..W / 2])
}
