//! Sixteen accumulators per register.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_loadu_si128,
    _mm_max_epi16, _mm_min_epi16, _mm_mullo_epi16, _mm_packus_epi16, _mm_set1_epi16,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_srli_epi16, _mm_store_si128, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_cvtepu8_epi16,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16, _mm256_min_epi32,
    _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute2x128_si256, _mm256_permute4x64_epi64,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_srai_epi32, _mm256_srli_epi16, _mm256_store_si256, _mm256_unpackhi_epi8,
    _mm256_unpacklo_epi8,
};

use super::{Pairs, RowNumbers, by_width};
use crate::evaluation::FullIndices;
use crate::evaluation::network::{
    HIDDEN_BITS, HIDDEN_ONE, Head, MAX_WIDTH, Network, OUTPUT_BITS, PAIR_BITS, PAIR_ONE, ROW_ONE,
};

/// Number of accumulators in a register.
const STEP: usize = 16;

/// Returns the value of a board, as the portable form does.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn value(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    by_width!(sized(network, indices, counts))
}

/// Returns the value of a network of width `W`.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn sized<const W: usize>(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    let rows = RowNumbers::new(network, indices, counts);
    let pairs = pairs::<W>(network, &rows);
    answer::<W>(network.head(counts[2]), &pairs)
}

/// Returns the pairs of these rows.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pairs<const W: usize>(network: &Network, rows: &RowNumbers) -> Pairs {
    const { assert!(W.is_multiple_of(STEP) && W <= MAX_WIDTH) };
    assert!(network.width() == W, "the width is that of the network");
    if W >= 4 * STEP {
        return pairs_of_wide::<W>(network, rows);
    }
    let bias = network.rows().bias().as_ptr();
    let numbers = network.rows().numbers();
    let mut sums = [_mm256_setzero_si256(); MAX_WIDTH / STEP];
    for (register, sum) in sums[..W / STEP].iter_mut().enumerate() {
        // SAFETY: the bias has `MAX_WIDTH` numbers, the first is aligned to 64 bytes, and they fill
        // whole registers.
        *sum = unsafe { _mm256_load_si256(bias.add(STEP * register).cast::<__m256i>()) };
    }
    for &row in &rows.0 {
        for (register, sum) in sums[..W / STEP].iter_mut().enumerate() {
            // SAFETY: the row is one of the network, each row has `W` numbers, and the load is
            // unaligned.
            let bytes = unsafe {
                let row = numbers.as_ptr().add(row as usize * W);
                _mm_loadu_si128(row.add(STEP * register).cast::<__m128i>())
            };
            *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(bytes));
        }
    }
    multiplied::<W>(&sums)
}

/// Returns the pairs of these rows, of 64 numbers or more.
///
/// Two rows are added at a time: their bytes are interleaved, and the sum of neighbours is a 16-bit
/// number. This takes three instructions, whereas widening each row takes four.
#[inline]
#[target_feature(enable = "avx2")]
fn pairs_of_wide<const W: usize>(network: &Network, rows: &RowNumbers) -> Pairs {
    const { assert!(W <= MAX_WIDTH) };
    let bias = network.rows().bias().as_ptr();
    let numbers = network.rows().numbers();
    let ones = _mm256_set1_epi8(1);
    // Registers 2n and 2n + 1 hold columns 32n to 32n + 31, in the order in which bytes are
    // interleaved: the first eight of both halves, then the other eight.
    let mut sums = [_mm256_setzero_si256(); MAX_WIDTH / STEP];
    let registers = sums[..W / STEP].as_chunks_mut::<2>().0;
    for (register, [low, high]) in registers.iter_mut().enumerate() {
        // SAFETY: the bias has `MAX_WIDTH` numbers, the first is aligned to 64 bytes, and they fill
        // two registers.
        let [first, second] =
            unsafe { two_registers(bias.add(2 * STEP * register).cast::<__m256i>()) };
        *low = _mm256_permute2x128_si256::<0x20>(first, second);
        *high = _mm256_permute2x128_si256::<0x31>(first, second);
    }
    let mut add = |row: u32, other: Option<u32>| {
        for (register, [low, high]) in registers.iter_mut().enumerate() {
            // SAFETY: the row is one of the network, each row has `W` numbers, and the load is
            // unaligned.
            let load = |row: u32| unsafe {
                let row = numbers.as_ptr().add(row as usize * W);
                _mm256_loadu_si256(row.add(2 * STEP * register).cast::<__m256i>())
            };
            let (row, other) = (load(row), other.map_or(_mm256_setzero_si256(), load));
            let both = _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(row, other));
            *low = _mm256_add_epi16(*low, both);
            let both = _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(row, other));
            *high = _mm256_add_epi16(*high, both);
        }
    };
    let (two, rest) = rows.0.as_chunks::<2>();
    for &[row, other] in two {
        add(row, Some(other));
    }
    for &row in rest {
        add(row, None);
    }
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ROW_ONE as i16));
    let clipped = |sum| _mm256_min_epi16(_mm256_max_epi16(sum, zero), one);
    let half = W / STEP / 2;
    let mut pairs = Pairs([0; MAX_WIDTH / 2]);
    let place = pairs.0.as_mut_ptr();
    let mut register = 0;
    while register < half {
        let product = |register: usize| {
            let (low, high) = (clipped(sums[register]), clipped(sums[register + half]));
            _mm256_srli_epi16::<{ PAIR_BITS as i32 }>(_mm256_mullo_epi16(low, high))
        };
        // Packing puts the columns in order.
        let packed = _mm256_packus_epi16(product(register), product(register + 1));
        // SAFETY: the pairs have room for these registers, and are aligned to them.
        unsafe { _mm256_store_si256(place.add(STEP * register).cast::<__m256i>(), packed) };
        register += 2;
    }
    pairs
}

/// Returns the pairs of 16 or 32 accumulators.
#[inline]
#[target_feature(enable = "avx2")]
fn multiplied<const W: usize>(sums: &[__m256i; MAX_WIDTH / STEP]) -> Pairs {
    let mut pairs = Pairs([0; MAX_WIDTH / 2]);
    let place = pairs.0.as_mut_ptr();
    if W == STEP {
        let (zero, one) = (_mm_setzero_si128(), _mm_set1_epi16(ROW_ONE as i16));
        let clipped = |sum| _mm_min_epi16(_mm_max_epi16(sum, zero), one);
        let low = clipped(_mm256_castsi256_si128(sums[0]));
        let high = clipped(_mm256_extracti128_si256::<1>(sums[0]));
        let products = _mm_srli_epi16::<{ PAIR_BITS as i32 }>(_mm_mullo_epi16(low, high));
        // SAFETY: the pairs have room for a register, and are aligned to it.
        unsafe {
            _mm_store_si128(place.cast::<__m128i>(), _mm_packus_epi16(products, zero));
        }
        return pairs;
    }
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ROW_ONE as i16));
    let clipped = |sum| _mm256_min_epi16(_mm256_max_epi16(sum, zero), one);
    let product = _mm256_mullo_epi16(clipped(sums[0]), clipped(sums[1]));
    let packed = _mm256_packus_epi16(_mm256_srli_epi16::<{ PAIR_BITS as i32 }>(product), zero);
    // Packing works on halves of registers.
    let in_order = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
    // SAFETY: the pairs have room for a register, and are aligned to it.
    unsafe { _mm256_store_si256(place.cast::<__m256i>(), in_order) };
    pairs
}

/// Returns the value that a head computes from pairs.
#[inline]
#[target_feature(enable = "avx2")]
fn answer<const W: usize>(head: &Head, pairs: &Pairs) -> i32 {
    let ones = _mm256_set1_epi16(1);
    // SAFETY: sixteen numbers of 32 bits fill two registers; a head is aligned to 64 bytes,
    // and the size of the fields before is a multiple of that.
    let mut neurons = unsafe { two_registers(head.hidden_bias.as_ptr().cast()) };
    for (group, weights) in pairs.0.as_chunks::<4>().0[..W / 8].iter().zip(&head.hidden) {
        let group = _mm256_set1_epi32(i32::from_le_bytes(*group));
        // SAFETY: four weights of sixteen neurons fill two registers. They are at the beginning of
        // a head, after others of the same size.
        let weights = unsafe { two_registers(weights.as_ptr().cast()) };
        for (sum, weights) in neurons.iter_mut().zip(weights) {
            let products = _mm256_madd_epi16(_mm256_maddubs_epi16(group, weights), ones);
            *sum = _mm256_add_epi32(*sum, products);
        }
    }
    // SAFETY: as with the bias of the hidden layer.
    let output = unsafe { two_registers(head.output.as_ptr().cast()) };
    let (zero, most) = (
        _mm256_setzero_si256(),
        _mm256_set1_epi32(PAIR_ONE * HIDDEN_ONE),
    );
    let mut sum = zero;
    for (neuron, weight) in neurons.into_iter().zip(output) {
        let clipped = _mm256_min_epi32(_mm256_max_epi32(neuron, zero), most);
        let answer = _mm256_srai_epi32::<{ HIDDEN_BITS as i32 }>(clipped);
        // The upper half of a hidden output is zero, so the upper half of the weight does not
        // matter.
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(answer, weight));
    }
    let mut pair = 0;
    while pair < W / 2 {
        // SAFETY: both arrays have `MAX_WIDTH / 2` numbers, zeros for the pairs that narrow
        // networks lack, and are aligned to 64 bytes.
        let (bytes, weights) = unsafe {
            (
                _mm_load_si128(pairs.0.as_ptr().add(pair).cast::<__m128i>()),
                _mm256_load_si256(head.skip.as_ptr().add(pair).cast::<__m256i>()),
            )
        };
        let products = _mm256_madd_epi16(_mm256_cvtepu8_epi16(bytes), weights);
        sum = _mm256_add_epi32(sum, products);
        pair += STEP;
    }
    let half = _mm_add_epi32(
        _mm256_castsi256_si128(sum),
        _mm256_extracti128_si256::<1>(sum),
    );
    let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b1110>(half));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(pair, _mm_shuffle_epi32::<0b01>(pair)));
    (sum + head.output_bias + (1 << (OUTPUT_BITS - 1))) >> OUTPUT_BITS
}

/// Loads 64 bytes.
///
/// # Safety
///
/// `place` must be aligned to 32 bytes, and 64 bytes must be readable there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn two_registers(place: *const __m256i) -> [__m256i; 2] {
    // SAFETY: guaranteed by the caller.
    unsafe { [_mm256_load_si256(place), _mm256_load_si256(place.add(1))] }
}
