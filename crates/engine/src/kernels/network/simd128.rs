//! Eight accumulators per register.

#![expect(unsafe_code, reason = "loads of registers")]

use std::arch::wasm32::{
    i16x8_add, i16x8_load_extend_i8x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4_add,
    i32x4_dot_i16x8, i32x4_extract_lane, i32x4_max, i32x4_min, i32x4_shr, i32x4_shuffle,
    i32x4_splat, i64x2_shuffle, u16x8_shr, v128, v128_load,
};

use super::RowNumbers;
use crate::evaluation::FullIndices;
use crate::evaluation::network::{
    HIDDEN, HIDDEN_BITS, HIDDEN_ONE, Head, Network, OUTPUT_BITS, PAIR_BITS, PAIR_ONE, ROW_ONE,
};

/// Number of accumulators in a register.
const STEP: usize = 8;

/// Returns the value of a board, as the portable form does.
#[inline(always)]
pub(crate) fn value(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    match network.width() {
        16 => sized::<1, 1>(network, indices, counts),
        32 => sized::<1, 2>(network, indices, counts),
        64 => sized::<1, 4>(network, indices, counts),
        _ => sized::<2, 4>(network, indices, counts),
    }
}

/// Returns the value of a board by a network whose pairs fill `PASSES * N` registers,
/// computed `N` at a time: eight sums are kept in the sixteen registers of x86-64, but sixteen sums
/// would fill them all.
#[inline(never)]
fn sized<const PASSES: usize, const N: usize>(
    network: &Network,
    indices: &FullIndices,
    counts: [u32; 3],
) -> i32 {
    let width = 2 * PASSES * N * STEP;
    assert!(network.width() == width, "the registers match the network");
    let rows = RowNumbers::new(network, indices, counts).0;
    let starts = rows.map(|row| row * width as u32);
    let pairs: [[v128; N]; PASSES] =
        // SAFETY: the rows are those of the network, and have `2 * PASSES * N` registers.
        std::array::from_fn(|pass| unsafe { pairs(network, &starts, pass * N, PASSES * N) });
    answer(network.head(counts[2]), pairs.as_flattened())
}

/// Returns the `N` registers of pairs from `first`, as 16-bit numbers. `starts` has the index of each
/// row's first number; the second half of a row begins `second` registers after the first.
///
/// # Safety
///
/// A row of the network must begin at each start, and `second + first + N` registers must fit in it.
#[inline(always)]
unsafe fn pairs<const N: usize>(
    network: &Network,
    starts: &[u32],
    first: usize,
    second: usize,
) -> [v128; N] {
    let numbers = network.rows().numbers().as_ptr();
    let bias = network.rows().bias().as_chunks::<STEP>().0;
    // SAFETY: eight numbers of 16 bits fill a register.
    let load = |register: usize| unsafe { v128_load(bias[register].as_ptr().cast()) };
    let mut low: [v128; N] = std::array::from_fn(|register| load(first + register));
    let mut high: [v128; N] = std::array::from_fn(|register| load(second + first + register));
    for &start in starts {
        // SAFETY: guaranteed by the caller.
        let weights = |register: usize| unsafe {
            i16x8_load_extend_i8x8(numbers.add(start as usize + register * STEP))
        };
        for register in 0..N {
            low[register] = i16x8_add(low[register], weights(first + register));
            high[register] = i16x8_add(high[register], weights(second + first + register));
        }
    }
    let (zero, one) = (i16x8_splat(0), i16x8_splat(ROW_ONE as i16));
    let clipped = |sum| i16x8_min(i16x8_max(sum, zero), one);
    std::array::from_fn(|register| {
        let product = i16x8_mul(clipped(low[register]), clipped(high[register]));
        u16x8_shr(product, PAIR_BITS)
    })
}

/// Returns the value that a head computes from pairs.
#[inline(always)]
fn answer(head: &Head, pairs: &[v128]) -> i32 {
    let zero = i32x4_splat(0);
    // Each register holds the sums of two neurons, each in two parts.
    let mut neurons = [zero; HIDDEN / 2];
    let groups = head.hidden.as_chunks::<2>().0;
    for (&pairs, [first, second]) in pairs.iter().zip(groups) {
        let first = (i64x2_shuffle::<0, 0>(pairs, pairs), first);
        let second = (i64x2_shuffle::<1, 1>(pairs, pairs), second);
        for (group, weights) in [first, second] {
            for (sum, weights) in neurons.iter_mut().zip(weights.as_chunks::<2>().0) {
                // SAFETY: four weights of two neurons are eight bytes.
                let weights = unsafe { i16x8_load_extend_i8x8(weights.as_ptr().cast()) };
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(group, weights));
            }
        }
    }
    let most = i32x4_splat(PAIR_ONE * HIDDEN_ONE);
    let mut sum = zero;
    let biases = head.hidden_bias.as_chunks::<4>().0;
    let outputs = head.output.as_chunks::<4>().0;
    for ((&[a, b], bias), output) in neurons.as_chunks::<2>().0.iter().zip(biases).zip(outputs) {
        // SAFETY: four numbers of 32 bits fill a register.
        let (bias, output) = unsafe {
            (
                v128_load(bias.as_ptr().cast()),
                v128_load(output.as_ptr().cast()),
            )
        };
        let neuron = i32x4_add(
            i32x4_shuffle::<0, 2, 4, 6>(a, b),
            i32x4_shuffle::<1, 3, 5, 7>(a, b),
        );
        let clipped = i32x4_min(i32x4_max(i32x4_add(neuron, bias), zero), most);
        let answer = i32x4_shr(clipped, HIDDEN_BITS);
        // The upper half of a hidden output is zero, so the upper half of the weight does not
        // matter.
        sum = i32x4_add(sum, i32x4_dot_i16x8(answer, output));
    }
    for (&pairs, weights) in pairs.iter().zip(head.skip.as_chunks::<STEP>().0) {
        // SAFETY: eight numbers of 16 bits fill a register.
        let weights = unsafe { v128_load(weights.as_ptr().cast()) };
        sum = i32x4_add(sum, i32x4_dot_i16x8(pairs, weights));
    }
    let sum = i32x4_extract_lane::<0>(sum)
        + i32x4_extract_lane::<1>(sum)
        + i32x4_extract_lane::<2>(sum)
        + i32x4_extract_lane::<3>(sum);
    (sum + head.output_bias + (1 << (OUTPUT_BITS - 1))) >> OUTPUT_BITS
}
