//! Loops over numbers that stand side by side, in blocks that compilers make vectors
//! of. They are inlined into functions that [`pulp::Arch`] compiles for the processor.

use pulp::Simd;

/// Numbers of a block.
const BLOCK: usize = 8;

#[inline(always)]
fn blocks<const P: usize>(numbers: &[f32; P]) -> &[[f32; BLOCK]] {
    numbers.as_chunks().0
}

#[inline(always)]
fn blocks_mut<const P: usize>(numbers: &mut [f32; P]) -> &mut [[f32; BLOCK]] {
    numbers.as_chunks_mut().0
}

/// Adds numbers to sums.
#[inline(always)]
pub(super) fn add<const P: usize>(sums: &mut [f32; P], numbers: &[f32; P]) {
    for (sums, numbers) in blocks_mut(sums).iter_mut().zip(blocks(numbers)) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
}

/// Adds numbers to sums, by vectors of a processor: in loops of unknown length compilers
/// make none by themselves.
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

/// Adds so many times the numbers to sums.
#[inline(always)]
pub(super) fn add_scaled<const P: usize>(sums: &mut [f32; P], times: f32, numbers: &[f32; P]) {
    for (sums, numbers) in blocks_mut(sums).iter_mut().zip(blocks(numbers)) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += times * number;
        }
    }
}

/// A number for each place, of those of two lists.
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

/// The sum of all products: of every eighth one by itself, then of these.
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

/// Has numbers brought into the cache: one of each line is read, so that waiting for
/// them overlaps with waiting for others.
#[inline(always)]
pub(super) fn fetch(numbers: &[f32]) {
    /// Numbers of a cache line.
    const LINE: usize = 16;
    for number in numbers.iter().step_by(LINE) {
        std::hint::black_box(*number);
    }
}
