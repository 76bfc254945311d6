//! Weights as they are trained, kept in a file, and carried in the program.

use std::sync::LazyLock;

use thiserror::Error;

use super::errors::ErrorModel;
use super::patterns::{Count, ENTRIES, PATTERNS, canonical_entries};
use super::stages::KNOTS;

/// How a file of weights begins; the digit is the version of the format.
const MAGIC: &[u8; 16] = b"OutflankWeights2";

/// The longest description that a file may hold, in bytes.
const LONGEST_DESCRIPTION: usize = 1 << 16;

/// For each entry of a stage's tables the number of its weight: mirrored
/// configurations share one.
static KINDS: LazyLock<(Vec<u32>, usize)> = LazyLock::new(|| {
    let mut next = 0;
    let mut kinds = vec![0; ENTRIES];
    for (entry, canonical) in canonical_entries().into_iter().enumerate() {
        if canonical as usize == entry {
            kinds[entry] = next;
            next += 1;
        } else {
            kinds[entry] = kinds[canonical as usize];
        }
    }
    (kinds, next as usize)
});

/// Trained weights: for each knot of the stages, and each kind of configuration,
/// a number of 1/128 discs.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    description: String,
    errors: ErrorModel,
    /// By knot, then by kind.
    knots: Vec<Vec<i16>>,
}

/// Why bytes are no weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// They begin otherwise.
    #[error("no weights of this program: expected a file that begins with OutflankWeights2")]
    NotWeights,
    /// They are for other patterns or stages.
    #[error(
        "weights for other patterns or stages: fingerprint {found:016x}, expected {expected:016x}"
    )]
    OtherPatterns {
        /// The fingerprint in the file.
        found: u64,
        /// That of this program.
        expected: u64,
    },
    /// They end too early, or were changed.
    #[error("damaged weights: {0}")]
    Damaged(String),
}

impl Weights {
    /// Number of kinds of configurations: the weights of one knot.
    #[must_use]
    pub fn kinds() -> usize {
        KINDS.1
    }

    /// For each entry of a stage's tables the number of its weight, below
    /// [`kinds`](Self::kinds).
    #[must_use]
    pub fn kind_of_entries() -> &'static [u32] {
        &KINDS.0
    }

    /// A number that changes with the patterns, the counts and the stages: files
    /// of another fingerprint are for another evaluation.
    #[must_use]
    pub fn fingerprint() -> u64 {
        fingerprint()
    }

    /// Weights by knot, then by kind, with a text that says how they were made.
    ///
    /// # Panics
    ///
    /// If there are not as many knots as [`KNOTS`] or not as many kinds as
    /// [`kinds`](Self::kinds), or if the text is longer than 64 KiB.
    #[must_use]
    pub fn new(description: impl Into<String>, knots: Vec<Vec<i16>>) -> Self {
        let description = description.into();
        assert!(description.len() <= LONGEST_DESCRIPTION);
        assert_eq!(knots.len(), KNOTS.len());
        assert!(knots.iter().all(|knot| knot.len() == Self::kinds()));
        Self {
            description,
            errors: ErrorModel::default(),
            knots,
        }
    }

    /// The same weights with an error model that was fitted to them.
    #[must_use]
    pub const fn with_errors(mut self, errors: ErrorModel) -> Self {
        self.errors = errors;
        self
    }

    /// The same weights, which give the mover so much more of positions with so many
    /// discs on the board, in 1/128 discs.
    #[must_use]
    pub fn with_more_by_discs(mut self, more: impl Fn(u32) -> i32) -> Self {
        for discs in 0..Count::ENTRIES as u32 {
            let kind = KINDS.0[Count::Discs.entry(discs)] as usize;
            for knot in &mut self.knots {
                let weight = i32::from(knot[kind]).saturating_add(more(discs));
                knot[kind] = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        }
        self
    }

    /// How far searches by these weights lie apart.
    #[must_use]
    pub const fn errors(&self) -> &ErrorModel {
        &self.errors
    }

    /// How they were made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The weights of one knot, by kind, in 1/128 discs.
    #[must_use]
    pub fn knot(&self, knot: usize) -> &[i16] {
        &self.knots[knot]
    }

    /// A file of them: a mark of 16 bytes, the fingerprint of patterns and
    /// stages (8 bytes, little-endian like all numbers), the length of the
    /// description (4 bytes) and the description, then a zstd frame with the ten
    /// 32-bit floating-point numbers of the error model and the weights as 16-bit
    /// numbers, each knot as the difference to the one before.
    ///
    /// # Errors
    ///
    /// What the compression says.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut numbers = self.errors.to_bytes();
        numbers.reserve(2 * KNOTS.len() * Self::kinds());
        let mut before = vec![0; Self::kinds()];
        for knot in &self.knots {
            // All low bytes, then all high ones: alike beside alike.
            let change = || {
                knot.iter()
                    .zip(&before)
                    .map(|(a, b)| a.wrapping_sub(*b).to_le_bytes())
            };
            numbers.extend(change().map(|[low, _]| low));
            numbers.extend(change().map(|[_, high]| high));
            before.clone_from(knot);
        }
        let mut encoder = zstd::Encoder::new(Vec::new(), 19)?;
        encoder.include_checksum(true)?;
        std::io::Write::write_all(&mut encoder, &numbers)?;
        let compressed = encoder.finish()?;

        let mut bytes = MAGIC.to_vec();
        bytes.extend(fingerprint().to_le_bytes());
        bytes.extend((self.description.len() as u32).to_le_bytes());
        bytes.extend(self.description.as_bytes());
        bytes.extend(compressed);
        Ok(bytes)
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// Files that are none, are for other patterns, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
        let (found, rest) = rest
            .split_first_chunk()
            .ok_or_else(|| damaged("the file ends in its head"))?;
        let (found, expected) = (u64::from_le_bytes(*found), fingerprint());
        if found != expected {
            return Err(WeightsError::OtherPatterns { found, expected });
        }
        let (length, rest) = rest
            .split_first_chunk()
            .ok_or_else(|| damaged("the file ends in its head"))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (description, compressed) = rest
            .split_at_checked(length)
            .ok_or_else(|| damaged("the file ends in its description"))?;
        let description =
            std::str::from_utf8(description).map_err(|_| damaged("the description is no UTF-8"))?;

        let expected = ErrorModel::BYTES + 2 * KNOTS.len() * Self::kinds();
        let numbers = zstd::bulk::decompress(compressed, expected)
            .map_err(|error| WeightsError::Damaged(error.to_string()))?;
        if numbers.len() != expected {
            let found = numbers.len();
            let what = format!("{found} bytes of numbers, expected {expected}");
            return Err(WeightsError::Damaged(what));
        }
        let (errors, numbers) = numbers
            .split_first_chunk()
            .ok_or_else(|| damaged("there are no numbers"))?;
        let errors = ErrorModel::from_bytes(errors)
            .ok_or_else(|| damaged("something in the error model is no number"))?;
        let mut knots: Vec<Vec<i16>> = Vec::with_capacity(KNOTS.len());
        for knot in numbers.chunks_exact(2 * Self::kinds()) {
            let (low, high) = knot.split_at(Self::kinds());
            let change = low
                .iter()
                .zip(high)
                .map(|(&l, &h)| i16::from_le_bytes([l, h]));
            knots.push(match knots.last() {
                Some(before) => before
                    .iter()
                    .zip(change)
                    .map(|(b, c)| b.wrapping_add(c))
                    .collect(),
                None => change.collect(),
            });
        }
        Ok(Self {
            description: description.to_owned(),
            errors,
            knots,
        })
    }
}

/// A number that changes with the patterns, the counts and the stages (FNV-1a).
fn fingerprint() -> u64 {
    let patterns = PATTERNS.iter().map(|pattern| pattern.squares);
    let counts = Count::ALL.iter().map(|count| count.name());
    let words = patterns
        .chain(counts)
        .flat_map(|word| word.bytes().chain([0]));
    let bytes = words.chain(KNOTS.map(|knot| knot as u8));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn some_weights() -> Weights {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut knot = || {
            (0..Weights::kinds())
                .map(|_| rng.next_u32() as i16 >> 6)
                .collect()
        };
        let knots = KNOTS.iter().map(|_| knot()).collect();
        Weights::new("made by chance", knots)
    }

    #[test]
    fn files_give_back_what_was_written() {
        let weights = some_weights();
        let bytes = weights.to_bytes().unwrap();
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = some_weights().to_bytes().unwrap();
        assert_eq!(
            Weights::from_bytes(b"GIF89a"),
            Err(WeightsError::NotWeights)
        );
        for length in [0, 15, 16, 20, 27, 30, 100, bytes.len() / 2, bytes.len() - 1] {
            assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..20 {
            let mut changed = bytes.clone();
            // Anywhere but in the description, which says what it likes.
            let place = rng.random_range(42..changed.len());
            changed[place] ^= 1 << rng.random_range(0..8);
            assert!(Weights::from_bytes(&changed).is_err(), "{place}");
        }
        let mut other = bytes;
        other[16] ^= 1;
        let error = Weights::from_bytes(&other).unwrap_err();
        assert!(matches!(error, WeightsError::OtherPatterns { .. }));
    }
}
