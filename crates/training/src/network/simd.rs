//! Vector operations in blocks that compilers vectorize. They are inlined into functions
//! that [`pulp::Arch`] compiles for the processor.

use pulp::Simd;

/// Number of elements in a block.
const BLOCK: usize = 8;

#[inline(always)]
fn blocks<const P: usize>(numbers: &[f32; P]) -> &[[f32; BLOCK]] {
    numbers.as_chunks().0
}

#[inline(always)]
fn blocks_mut<const P: usize>(numbers: &mut [f32; P]) -> &mut [[f32; BLOCK]] {
    numbers.as_chunks_mut().0
}

/// Adds one vector to another.
#[inline(always)]
pub(super) fn add<const P: usize>(sums: &mut [f32; P], numbers: &[f32; P]) {
    for (sums, numbers) in blocks_mut(sums).iter_mut().zip(blocks(numbers)) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
}

/// Adds slices with explicit SIMD: compilers do not vectorize loops of unknown length.
#[inline(always)]
pub(super) fn add_by<S: Simd>(simd: S, sums: &mut [f32], numbers: &[f32]) {
    let (sums, last_sums) = S::as_mut_simd_f32s(sums);
    let (numbers, last_numbers) = S::as_simd_f32s(numbers);
    for (sums, &numbers) in sums.iter_mut().zip(numbers) {
        *sums = simd.add_f32s(*sums, numbers);
    }
    for (sum, number) in last_sums.iter_mut().zip(last_numbers) {
        *sum += number;
    }
}

/// Adds `times` times one vector to another.
#[inline(always)]
pub(super) fn add_scaled<const P: usize>(sums: &mut [f32; P], times: f32, numbers: &[f32; P]) {
    for (sums, numbers) in blocks_mut(sums).iter_mut().zip(blocks(numbers)) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += times * number;
        }
    }
}

/// Combines two vectors element by element.
#[inline(always)]
pub(super) fn combined<const P: usize>(
    first: &[f32; P],
    second: &[f32; P],
    combine: impl Fn(f32, f32) -> f32,
) -> [f32; P] {
    let mut combined = [0.0; P];
    let both = blocks(first).iter().zip(blocks(second));
    for (combined, (first, second)) in blocks_mut(&mut combined).iter_mut().zip(both) {
        for place in 0..BLOCK {
            combined[place] = combine(first[place], second[place]);
        }
    }
    combined
}

/// Returns the dot product, summed in a fixed order.
#[inline(always)]
pub(super) fn dot<const P: usize>(first: &[f32; P], second: &[f32; P]) -> f32 {
    let mut sums = [0.0; BLOCK];
    for (first, second) in blocks(first).iter().zip(blocks(second)) {
        for (sum, (a, b)) in sums.iter_mut().zip(first.iter().zip(second)) {
            *sum += a * b;
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Prefetches memory by reading one element of each cache line.
#[inline(always)]
pub(super) fn fetch(numbers: &[f32]) {
    /// Number of elements in a cache line.
    const LINE: usize = 16;
    for number in numbers.iter().step_by(LINE) {
        std::hint::black_box(*number);
    }
}
