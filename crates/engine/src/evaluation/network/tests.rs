//! Tests with random networks.

use outflank_othello::{Bitboard as _, Board, Layout};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// The arguments of [`some_network`] but the seed: weights up to their limits, and some that resemble
/// trained ones. Miri takes minutes for each network.
pub(crate) fn networks_to_test() -> impl Iterator<Item = (usize, i8, bool)> {
    let kinds = [(i8::MAX, true), (i8::MAX, false), (20, false)];
    let count = if cfg!(miri) { 1 } else { usize::MAX };
    let all = WIDTHS
        .into_iter()
        .flat_map(move |width| kinds.map(|(rows, is_wild)| (width, rows, is_wild)));
    all.take(count)
}

/// A random network with rows within ±`rows`. Its other weights go up to their limits if it is
/// wild; otherwise its values resemble scores.
pub(crate) fn some_network(width: usize, seed: u64, rows: i8, is_wild: bool) -> Network {
    Network::new("random", some_parts(width, seed, rows, is_wild)).unwrap()
}

/// The value of an 8×8 board.
pub(crate) fn value(network: &Network, board: Board) -> i32 {
    network.value_of(&Features::new(PatternSet::standard(), board.widen()).unwrap())
}

fn some_parts(width: usize, seed: u64, rows: i8, is_wild: bool) -> NetworkWeights {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let pairs = width / 2;
    let (bias, wide, output) = if is_wild {
        (MAX_ROW_BIAS, MAX_HEAD_BIAS, i16::MAX)
    } else {
        (100, 2_000, 300)
    };
    // One number in eight is at either end of its range.
    let mut number = |least: i32, most: i32| match random.random_range(0..16) {
        0 => least,
        1 => most,
        _ => random.random_range(least..=most),
    };
    let low = if rows == i8::MAX { i8::MIN } else { -rows };
    let kinds = PatternSet::standard().kinds();
    // In Miri, the same few rows again and again.
    let distinct = if cfg!(miri) { 50 } else { kinds };
    let rows: Vec<i8> = (0..distinct * width)
        .map(|_| number(low.into(), rows.into()) as i8)
        .collect();
    let mut rows = rows.repeat(kinds.div_ceil(distinct));
    rows.truncate(kinds * width);
    let bias_numbers = (0..width)
        .map(|_| number((-bias).into(), bias.into()) as i16)
        .collect();
    let mut head = || HeadWeights {
        hidden: (0..HIDDEN * pairs)
            .map(|_| number(-128, 127) as i8)
            .collect(),
        hidden_bias: (0..HIDDEN)
            .map(|neuron| number(-wide >> neuron, wide >> neuron))
            .collect(),
        output: (0..HIDDEN)
            .map(|_| number(-i32::from(output) - 1, output.into()) as i16)
            .collect(),
        skip: (0..pairs)
            .map(|_| number(-i32::from(output) - 1, output.into()) as i16)
            .collect(),
        output_bias: number(-wide, wide),
    };
    NetworkWeights {
        width,
        rows,
        bias: bias_numbers,
        heads: (0..BUCKETS).map(|_| head()).collect(),
        parity_bias: (-32..).take(COUNTS_OF_DISCS).collect(),
    }
}

/// The value by the formulas in the module's documentation, in 64 bits.
fn naive(parts: &NetworkWeights, board: Board) -> i64 {
    let set = PatternSet::standard();
    let features = Features::new(set, board.widen()).unwrap();
    let (width, pairs) = (parts.width, parts.width / 2);
    let accumulator = |j: usize| -> i64 {
        let entries = features.entries().iter();
        let kinds = entries.map(|&entry| set.kind_of_entries()[entry as usize] as usize);
        let rows = kinds.map(|kind| i64::from(parts.rows[kind * width + j]));
        let sum = i64::from(parts.bias[j]) + rows.sum::<i64>();
        assert!(i16::try_from(sum).is_ok(), "an accumulator of {sum}");
        sum.clamp(0, 255)
    };
    let pair = |j: usize| (accumulator(j) * accumulator(j + pairs)) >> 9;
    let pair: Vec<i64> = (0..pairs).map(pair).collect();
    let discs = board.occupied().count_ones() as usize;
    let head = &parts.heads[(discs.saturating_sub(4) / 4).min(15)];
    let mut sum = i64::from(head.output_bias);
    for neuron in 0..HIDDEN {
        let weights = &head.hidden[neuron * pairs..][..pairs];
        let products = weights.iter().zip(&pair).map(|(&a, b)| i64::from(a) * b);
        let z = i64::from(head.hidden_bias[neuron]) + products.sum::<i64>();
        assert!(i32::try_from(z).is_ok(), "a neuron's sum of {z}");
        sum += i64::from(head.output[neuron]) * (z.clamp(0, 127 * 64) >> 6);
    }
    let products = head.skip.iter().zip(&pair).map(|(&a, b)| i64::from(a) * b);
    sum += products.sum::<i64>() + 32;
    assert!(i32::try_from(sum).is_ok(), "a sum of {sum}");
    sum >> 6
}

/// Boards of random games.
pub(crate) fn boards(count: usize, seed: u64) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let layout = Layout::STANDARD;
    let mut boards = Vec::new();
    let mut board = Board::start(&layout);
    while boards.len() < count {
        let moves = board.legal_moves(&layout);
        if moves != 0 {
            boards.push(board);
            let choice = random.random_range(0..moves.count());
            let index = moves.indices().nth(choice as usize).unwrap();
            board = board.play(index, &layout);
        } else if board.is_over(&layout) {
            board = Board::start(&layout);
        } else {
            board = board.pass();
        }
    }
    boards
}

#[test]
fn values_match_the_formulas() {
    let boards = boards(if cfg!(miri) { 2 } else { 400 }, 3);
    for (width, rows, is_wild) in networks_to_test() {
        let parts = some_parts(width, width as u64, rows, is_wild);
        let network = Network::new("", parts.clone()).unwrap();
        let mut values = std::collections::HashSet::new();
        for &board in &boards {
            let value = value(&network, board);
            assert_eq!(i64::from(value), naive(&parts, board));
            values.insert(value);
        }
        assert!(values.len() > boards.len() / 20, "{width}: too few values");
    }
}

#[test]
fn buckets_span_four_discs() {
    let buckets: Vec<usize> = [0, 4, 7, 8, 11, 12, 59, 60, 63, 64].map(bucket).into();
    assert_eq!(buckets, [0, 0, 0, 1, 1, 2, 13, 14, 14, 15]);
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn files_round_trip() {
    for width in WIDTHS {
        // Most weights are zero, so the file compresses quickly.
        let mut parts = some_parts(width, 9, 0, true);
        for (place, number) in parts.rows.iter_mut().step_by(999).enumerate() {
            *number = place as i8;
        }
        let network = Network::new("random", parts.clone()).unwrap();
        let errors = ErrorModel {
            midgame: [1.0, 2.0, 3.0, 4.0, 5.0],
            ..ErrorModel::default()
        };
        let network = network.with_errors(errors);
        assert_eq!(network.parts(), parts);
        let read = Network::from_bytes(&network.to_bytes(1).unwrap()).unwrap();
        assert_eq!(read.description(), "random");
        assert_eq!(*read.errors(), errors);
        assert_eq!(read.parts(), parts);
        assert_eq!(read.digest(), network.digest());
        let mut other = parts;
        other.heads[15].hidden[3] ^= 1;
        let other = Network::new("random", other).unwrap();
        assert_ne!(other.digest(), network.digest());
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn damaged_files_are_rejected() {
    let bytes = some_network(16, 5, 0, false).to_bytes(1).unwrap();
    let error = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    for other in [&b"GIF89a"[..], b"OutflankWeights4"] {
        let message = "not a network of this program: expected a file that begins with \
                       OutflankNetwork1";
        assert_eq!(error(other), message);
    }
    for length in [0, 15, 16, 20, 27, 30, 60, bytes.len() / 2, bytes.len() - 1] {
        error(&bytes[..length]);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..20 {
        let mut changed = bytes.clone();
        // Anywhere except in the description, which is free text.
        let place = random.random_range(42..changed.len());
        changed[place] ^= 1 << random.random_range(0..8);
        error(&changed);
    }
    let mut other = bytes;
    other[16] ^= 1;
    assert!(error(&other).starts_with("network for other patterns"));
}

#[test]
fn invalid_numbers_are_rejected() {
    let whole = some_parts(16, 1, 20, false);
    let refused = |change: &dyn Fn(&mut NetworkWeights)| {
        let mut parts = whole.clone();
        change(&mut parts);
        Network::new("", parts).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&|parts| parts.width = 48),
        "invalid network: a width of 48, expected 16, 32, 64 or 128"
    );
    assert_eq!(
        refused(&|parts| parts.bias[3] = -16_001),
        "invalid network: a number of -16001 in bias, expected -16000 to 16000"
    );
    assert_eq!(
        refused(&|parts| parts.heads.truncate(15)),
        "invalid network: 15 numbers in heads, expected 16"
    );
    refused(&|parts| parts.width = 32);
    refused(&|parts| parts.rows.truncate(99));
    refused(&|parts| parts.bias.push(0));
    refused(&|parts| parts.heads[2].hidden.truncate(3));
    refused(&|parts| parts.heads[2].hidden_bias.truncate(3));
    refused(&|parts| parts.heads[2].output.truncate(3));
    refused(&|parts| parts.heads[2].skip.truncate(3));
    refused(&|parts| parts.heads[2].hidden_bias[0] = i32::MIN);
    refused(&|parts| parts.heads[2].output_bias = MAX_HEAD_BIAS + 1);
}
