//! The built-in network, packed so that it loads quickly.

use super::feature_rows::FeatureRows;
use super::file::MAGIC;
use super::{Network, NetworkWeights};
use crate::evaluation::error_model::ErrorModel;
use crate::evaluation::file_header::read_header;
use crate::evaluation::patterns::PatternSet;

crate::data_file!(
    /// The network for 8×8: packed if it is built in, a network file if it is external.
    NETWORK,
    "8x8.network",
    outflank_network_weights::NETWORK_8X8
);

/// Numbers in a block.
const BLOCK: usize = 64;

impl Network {
    /// Returns the built-in network.
    pub(in crate::evaluation) fn shipped() -> Self {
        let content = NETWORK.content();
        let network = match cfg!(external_data) {
            true => Self::from_bytes(content).ok(),
            false => Self::unpack(content),
        };
        network.unwrap_or_else(|| unreachable!("the built-in network is complete"))
    }

    /// Reads a packed network; `None` if it is incomplete.
    fn unpack(bytes: &[u8]) -> Option<Self> {
        let patterns = PatternSet::standard();
        let rest = bytes.strip_prefix(MAGIC)?;
        let (description, rest) = read_header("network", rest, patterns.fingerprint()).ok()?;
        let (errors, rest) = rest.split_first_chunk()?;
        let (width, rest) = rest.split_first_chunk()?;
        let width = u16::from_le_bytes(*width).into();
        let blocks = NetworkWeights::bytes(width).div_ceil(BLOCK);
        let (formats, packed) = rest.split_at_checked(blocks)?;
        let mut unpacker = Unpacker {
            formats,
            packed,
            block: [0; BLOCK],
            at: BLOCK,
        };
        let rows = FeatureRows::new(patterns, width, |row| unpacker.fill(row));
        let mut others = vec![0; NetworkWeights::bytes(width) - patterns.kinds() * width];
        unpacker.fill(&mut others);
        let parts = NetworkWeights::from_bytes(width, Vec::new(), &others)?;
        let network = Self::of(description.to_owned(), rows, parts);
        Some(network.with_errors(ErrorModel::from_bytes(errors)?))
    }
}

/// Reads packed numbers in order.
struct Unpacker<'a> {
    /// The format of each remaining block: the bits per stored number, plus 16 times the number of
    /// zero bits to append.
    formats: &'a [u8],
    /// The remaining blocks, followed by eight bytes.
    packed: &'a [u8],
    block: [u8; BLOCK],
    /// How many numbers of the block have been read.
    at: usize,
}

impl Unpacker<'_> {
    /// Reads the next numbers.
    fn fill(&mut self, mut numbers: &mut [u8]) {
        while !numbers.is_empty() {
            if self.at == BLOCK {
                self.block = self.next_block();
                self.at = 0;
            }
            let count = numbers.len().min(BLOCK - self.at);
            let (now, later) = numbers.split_at_mut(count);
            now.copy_from_slice(&self.block[self.at..][..count]);
            self.at += count;
            numbers = later;
        }
    }

    fn next_block(&mut self) -> [u8; BLOCK] {
        let (bits, zeros) = (usize::from(self.formats[0] & 15), self.formats[0] >> 4);
        let mut words = [0; BLOCK / 8];
        for (place, word) in words.iter_mut().enumerate() {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&self.packed[bits * place..][..8]);
            *word = u64::from_le_bytes(bytes);
        }
        self.formats = &self.formats[1..];
        self.packed = &self.packed[bits * words.len()..];
        let numbers = match bits {
            1 => spread::<1>(words),
            2 => spread::<2>(words),
            3 => spread::<3>(words),
            4 => spread::<4>(words),
            5 => spread::<5>(words),
            6 => spread::<6>(words),
            7 => spread::<7>(words),
            _ => spread::<8>(words),
        };
        numbers.map(|number| number.wrapping_shl(zeros.into()))
    }
}

/// Spreads the eight numbers of `BITS` bits in each word to one byte each. The compiler vectorises
/// this where the processor allows it.
#[inline(always)]
fn spread<const BITS: u32>(mut words: [u64; BLOCK / 8]) -> [u8; BLOCK] {
    // Returns a mask of `bits` bits at every multiple of `lane`.
    const fn fields(bits: u32, lane: u32) -> u64 {
        let (mut mask, mut at) = (0, 0);
        while at < 64 {
            mask |= (u64::MAX >> (64 - bits)) << at;
            at += lane;
        }
        mask
    }
    for word in &mut words {
        // Each half of the numbers goes to a half of the 64 bits, then each quarter to a half of 32
        // bits, …
        let halves = *word & fields(4 * BITS, 64) | (*word >> (4 * BITS)) << 32;
        let low = fields(2 * BITS, 32);
        let quarters = halves & low | ((halves >> (2 * BITS)) & low) << 16;
        let low = fields(BITS, 16);
        *word = quarters & low | ((quarters >> BITS) & low) << 8;
    }
    let mut numbers = [0; BLOCK];
    for (eight, word) in numbers.chunks_exact_mut(8).zip(words) {
        eight.copy_from_slice(&word.to_le_bytes());
    }
    numbers.map(|number: u8| number.wrapping_sub(1 << (BITS - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_width_round_trip() {
        for (bits, zeros) in (1..=8_u32).flat_map(|bits| (0..=8 - bits).map(move |z| (bits, z))) {
            let least = -(1_i32 << (bits - 1));
            let numbers: [i32; BLOCK] =
                std::array::from_fn(|place| least + (place as i32 * 37 + 5).rem_euclid(1 << bits));
            let mut packed = Vec::new();
            for eight in numbers.chunks(8) {
                let number = |(place, &number): (usize, &i32)| {
                    ((number - least) as u64) << (bits * place as u32)
                };
                let word: u64 = eight.iter().enumerate().map(number).sum();
                packed.extend(&word.to_le_bytes()[..bits as usize]);
            }
            packed.extend([0; 8]);
            let mut unpacker = Unpacker {
                formats: &[(bits | zeros << 4) as u8],
                packed: &packed,
                block: [0; BLOCK],
                at: BLOCK,
            };
            // Read pieces whose length does not divide a block.
            let mut found = [0; BLOCK];
            for piece in found.chunks_mut(23) {
                unpacker.fill(piece);
            }
            assert_eq!(
                found.map(|byte| i32::from(byte as i8)),
                numbers.map(|number| number << zeros),
                "{bits} bits, {zeros} zeros"
            );
        }
    }

    #[test]
    fn the_packed_network_equals_the_network_file() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../network-weights/8x8.network"
        );
        let Ok(file) = std::fs::read(path) else {
            println!("skipped: a published crate has no network file beside it");
            return;
        };
        let (packed, read) = (Network::shipped(), Network::from_bytes(&file).unwrap());
        assert!(packed.parts() == read.parts());
        assert_eq!(packed.description(), read.description());
        assert_eq!(packed.errors(), read.errors());
        assert_eq!(packed.rows().numbers(), read.rows().numbers());
    }
}
