//! Thirty-two accumulators per register, and the hidden layer in one register.

#![expect(unsafe_code, reason = "vector instructions")]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_load_si256, _mm256_packus_epi16, _mm256_store_si256, _mm512_add_epi16,
    _mm512_add_epi32, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_dpbusd_epi32,
    _mm512_extracti64x4_epi64, _mm512_inserti64x4, _mm512_load_si512, _mm512_loadu_si512,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_max_epi16, _mm512_max_epi32, _mm512_min_epi16,
    _mm512_min_epi32, _mm512_mullo_epi16, _mm512_packus_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_shuffle_i32x4, _mm512_srai_epi32, _mm512_srli_epi16, _mm512_store_si512,
    _mm512_unpackhi_epi8, _mm512_unpacklo_epi8,
};

use super::{Pairs, RowNumbers, avx2, by_width};
use crate::evaluation::FullIndices;
use crate::evaluation::network::{
    HIDDEN, HIDDEN_BITS, HIDDEN_ONE, Head, MAX_WIDTH, Network, OUTPUT_BITS, PAIR_BITS, PAIR_ONE,
    ROW_ONE,
};

/// Number of 16-bit numbers in a register.
const STEP: usize = 32;

/// Size of a register in bytes.
const BYTES: usize = 64;

/// Returns the value of a board, as the portable form does.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
pub(crate) fn value(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    if network.has_vnni() {
        // SAFETY: the processor has VNNI, which `Network` detects on construction.
        return unsafe { by_width!(sized_vnni(network, indices, counts)) };
    }
    without_vnni(network, indices, counts)
}

/// Returns the value on processors without VNNI.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
pub(super) fn without_vnni(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    by_width!(sized(network, indices, counts))
}

/// Returns the value of a network of width `W`.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw,avx512vnni")]
fn sized_vnni<const W: usize>(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    let rows = RowNumbers::new(network, indices, counts);
    let pairs = pairs::<W>(network, &rows);
    let head = network.head(counts[2]);
    // SAFETY: sixteen numbers of 32 bits fill a register; a head is aligned to 64 bytes, and
    // the size of the fields before is a multiple of that.
    let mut neurons = unsafe { _mm512_load_si512(head.hidden_bias.as_ptr().cast::<__m512i>()) };
    let mut others = _mm512_setzero_si512();
    let (groups, _) = pairs.0.as_chunks::<4>();
    let mut number = 0;
    while number < W / 8 {
        let (pairs, weights) = group(groups[number], &head.hidden[number]);
        neurons = _mm512_dpbusd_epi32(neurons, pairs, weights);
        let (pairs, weights) = group(groups[number + 1], &head.hidden[number + 1]);
        others = _mm512_dpbusd_epi32(others, pairs, weights);
        number += 2;
    }
    answer::<W>(head, _mm512_add_epi32(neurons, others), &pairs)
}

/// The same without VNNI, with three instructions instead of one.
#[inline(never)]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
fn sized<const W: usize>(network: &Network, indices: &FullIndices, counts: [u32; 3]) -> i32 {
    let rows = RowNumbers::new(network, indices, counts);
    let pairs = pairs::<W>(network, &rows);
    let head = network.head(counts[2]);
    // SAFETY: as above.
    let mut neurons = unsafe { _mm512_load_si512(head.hidden_bias.as_ptr().cast::<__m512i>()) };
    let ones = _mm512_set1_epi16(1);
    let (groups, _) = pairs.0.as_chunks::<4>();
    for (&pairs, weights) in groups[..W / 8].iter().zip(&head.hidden) {
        let (pairs, weights) = group(pairs, weights);
        let products = _mm512_madd_epi16(_mm512_maddubs_epi16(pairs, weights), ones);
        neurons = _mm512_add_epi32(neurons, products);
    }
    answer::<W>(head, neurons, &pairs)
}

/// Returns four pairs, repeated for each neuron, and their weights.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
fn group(pairs: [u8; 4], weights: &[[i8; 4]; HIDDEN]) -> (__m512i, __m512i) {
    let pairs = _mm512_set1_epi32(i32::from_le_bytes(pairs));
    // SAFETY: four weights of sixteen neurons fill a register; they are at the beginning of a head,
    // which is aligned to 64 bytes, after others of the same size.
    let weights = unsafe { _mm512_load_si512(weights.as_ptr().cast::<__m512i>()) };
    (pairs, weights)
}

/// Returns the pairs of these rows.
///
/// Two rows are added at a time, as in the AVX2 form.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
fn pairs<const W: usize>(network: &Network, rows: &RowNumbers) -> Pairs {
    if W < BYTES {
        return avx2::pairs::<W>(network, rows);
    }
    assert!(network.width() == W, "the width is that of the network");
    let bias = network.rows().bias().as_ptr();
    let numbers = network.rows().numbers();
    let ones = _mm512_set1_epi8(1);
    // Each pair of registers has the columns of one register of bytes, in the order in which bytes
    // are interleaved: the first eight of each sixteen, then the other eight.
    let mut sums = [[_mm512_setzero_si512(); 2]; MAX_WIDTH / BYTES];
    let registers = &mut sums[..W / BYTES];
    for (register, [low, high]) in registers.iter_mut().enumerate() {
        // SAFETY: the bias has `MAX_WIDTH` numbers, the first is aligned to 64 bytes, and they fill
        // two registers.
        let (first, second) = unsafe {
            let place = bias.add(BYTES * register).cast::<__m512i>();
            (_mm512_load_si512(place), _mm512_load_si512(place.add(1)))
        };
        *low = _mm512_shuffle_i32x4::<0b10_00_10_00>(first, second);
        *high = _mm512_shuffle_i32x4::<0b11_01_11_01>(first, second);
    }
    let mut add = |row: u32, other: Option<u32>| {
        for (register, [low, high]) in registers.iter_mut().enumerate() {
            // SAFETY: the row is one of the network, each row has `W` numbers, and the load is
            // unaligned.
            let load = |row: u32| unsafe {
                let row = numbers.as_ptr().add(row as usize * W);
                _mm512_loadu_si512(row.add(BYTES * register).cast::<__m512i>())
            };
            let (row, other) = (load(row), other.map_or(_mm512_setzero_si512(), load));
            let both = _mm512_maddubs_epi16(ones, _mm512_unpacklo_epi8(row, other));
            *low = _mm512_add_epi16(*low, both);
            let both = _mm512_maddubs_epi16(ones, _mm512_unpackhi_epi8(row, other));
            *high = _mm512_add_epi16(*high, both);
        }
    };
    let (two, rest) = rows.0.as_chunks::<2>();
    for &[row, other] in two {
        add(row, Some(other));
    }
    for &row in rest {
        add(row, None);
    }
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ROW_ONE as i16));
    let clipped = |sum| _mm512_min_epi16(_mm512_max_epi16(sum, zero), one);
    let product =
        |low, high| _mm512_srli_epi16::<PAIR_BITS>(_mm512_mullo_epi16(clipped(low), clipped(high)));
    let mut pairs = Pairs([0; MAX_WIDTH / 2]);
    let place = pairs.0.as_mut_ptr();
    // Packing puts the columns in order.
    if W == BYTES {
        // The halves of each sum belong together.
        let halves = |[low, high]: [__m512i; 2], upper: bool| {
            if upper {
                _mm512_inserti64x4::<0>(high, _mm512_extracti64x4_epi64::<1>(low))
            } else {
                _mm512_inserti64x4::<1>(low, _mm512_castsi512_si256(high))
            }
        };
        let products = product(halves(sums[0], false), halves(sums[0], true));
        let packed = _mm256_packus_epi16(
            _mm512_castsi512_si256(products),
            _mm512_extracti64x4_epi64::<1>(products),
        );
        // SAFETY: the pairs have room for this register, and are aligned to it.
        unsafe { _mm256_store_si256(place.cast::<__m256i>(), packed) };
    } else {
        let [[low, high], [low_others, high_others]] = sums;
        let packed = _mm512_packus_epi16(product(low, low_others), product(high, high_others));
        // SAFETY: the pairs have room for this register, and are aligned to it.
        unsafe { _mm512_store_si512(place.cast::<__m512i>(), packed) };
    }
    pairs
}

/// Returns the value that a head computes from pairs and the sums of its neurons.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512bw")]
fn answer<const W: usize>(head: &Head, neurons: __m512i, pairs: &Pairs) -> i32 {
    // SAFETY: as with the bias of the hidden layer.
    let output = unsafe { _mm512_load_si512(head.output.as_ptr().cast::<__m512i>()) };
    let (zero, most) = (
        _mm512_setzero_si512(),
        _mm512_set1_epi32(PAIR_ONE * HIDDEN_ONE),
    );
    let clipped = _mm512_min_epi32(_mm512_max_epi32(neurons, zero), most);
    let answers = _mm512_srai_epi32::<HIDDEN_BITS>(clipped);
    // The upper half of a hidden output is zero, so the upper half of the weight does not matter.
    let mut sum = _mm512_madd_epi16(answers, output);
    let mut pair = 0;
    while pair < W / 2 {
        // SAFETY: both arrays have `MAX_WIDTH / 2` numbers, zeros for the pairs that narrow
        // networks lack, and are aligned to 64 bytes.
        let (bytes, weights) = unsafe {
            (
                _mm256_load_si256(pairs.0.as_ptr().add(pair).cast::<__m256i>()),
                _mm512_load_si512(head.skip.as_ptr().add(pair).cast::<__m512i>()),
            )
        };
        let products = _mm512_madd_epi16(_mm512_cvtepu8_epi16(bytes), weights);
        sum = _mm512_add_epi32(sum, products);
        pair += STEP;
    }
    let sum = _mm512_reduce_add_epi32(sum);
    (sum + head.output_bias + (1 << (OUTPUT_BITS - 1))) >> OUTPUT_BITS
}
