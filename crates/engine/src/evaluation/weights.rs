//! Trained weights and their files.

use outflank_othello::Shape;
use thiserror::Error;

use super::error_model::ErrorModel;
use super::file_header::FileHeader;
use super::patterns::{Count, PatternSet};
use super::stages::KNOTS;

/// Magic number of weights for 8×8; the digit is the version of the format.
const MAGIC: &[u8; 16] = b"OutflankWeights2";

/// Magic number of weights for another shape, whose name follows.
const MAGIC_WITH_SHAPE: &[u8; 16] = b"OutflankWeights3";

/// Trained weights: a number of 1/128 discs for each knot and each kind of configuration.
#[derive(Clone, Debug)]
pub struct Weights {
    patterns: &'static PatternSet,
    description: String,
    errors: ErrorModel,
    /// By knot, then by kind.
    knots: Vec<Vec<i16>>,
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.patterns.shape() == other.patterns.shape()
            && self.description == other.description
            && self.errors == other.errors
            && self.knots == other.knots
    }
}

/// Bytes that are not weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another magic number.
    #[error(
        "not weights of this program: expected a file that begins with OutflankWeights2 or \
         OutflankWeights3"
    )]
    NotWeights,
    /// Other patterns or stages.
    #[error(
        "weights for other patterns or stages: fingerprint {found:016x}, expected {expected:016x}"
    )]
    OtherPatterns {
        /// The fingerprint in the file.
        found: u64,
        /// The fingerprint of this program.
        expected: u64,
    },
    /// Truncated or modified.
    #[error("damaged weights: {0}")]
    Damaged(String),
}

impl Weights {
    /// Makes weights by knot, then by kind, with a description of how they were made.
    ///
    /// # Panics
    ///
    /// If the numbers of knots or kinds are wrong, or the description is longer than 64 KiB.
    #[must_use]
    pub fn new(
        patterns: &'static PatternSet,
        description: impl Into<String>,
        knots: Vec<Vec<i16>>,
    ) -> Self {
        let description = description.into();
        assert!(description.len() <= FileHeader::MAX_DESCRIPTION);
        assert_eq!(knots.len(), KNOTS);
        assert!(knots.iter().all(|knot| knot.len() == patterns.kinds()));
        Self {
            patterns,
            description,
            errors: ErrorModel::default(),
            knots,
        }
    }

    /// Returns the same weights with another error model.
    #[must_use]
    pub const fn with_errors(mut self, errors: ErrorModel) -> Self {
        self.errors = errors;
        self
    }

    /// Returns the same weights with `more` added to the values of boards by their number of
    /// discs, in 1/128 discs.
    #[must_use]
    pub fn with_added_parity_bias(mut self, more: impl Fn(u32) -> i32) -> Self {
        let patterns = self.patterns;
        for discs in 0..patterns.count_entries() as u32 {
            let entry = patterns.feature_map().entry(Count::Discs, discs);
            let kind = patterns.kind_of_entries()[entry] as usize;
            for knot in &mut self.knots {
                let weight = i32::from(knot[kind]).saturating_add(more(discs));
                knot[kind] = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        }
        self
    }

    /// Returns a digest that identifies the weights among those of their shape.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.knots.iter().flatten().fold(0, |hash, &number| {
            (hash.rotate_left(5) ^ u64::from(number as u16)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    /// Returns the patterns.
    #[must_use]
    pub const fn patterns(&self) -> &'static PatternSet {
        self.patterns
    }

    /// Returns the error model of ProbCut.
    #[must_use]
    pub const fn errors(&self) -> &ErrorModel {
        &self.errors
    }

    /// Returns how they were made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the weights of a knot, by kind, in 1/128 discs.
    #[must_use]
    pub fn knot(&self, knot: usize) -> &[i16] {
        &self.knots[knot]
    }

    /// Writes a file: a magic number of 16 bytes; for other shapes than 8×8 the length of
    /// the shape's name in two bytes and the name; the fingerprint of patterns and stages (8
    /// bytes, little-endian like all numbers); the length of the description (4 bytes) and the
    /// description; then a zstd frame with the ten 32-bit floating-point numbers of the error
    /// model and the weights as 16-bit numbers, each knot as the difference to the one before.
    ///
    /// # Errors
    ///
    /// If compression fails.
    pub fn to_bytes(&self) -> std::io::Result<Vec<u8>> {
        self.to_bytes_at(19)
    }

    /// Writes a file like `to_bytes`, compressed at a zstd level: a lower one is faster and
    /// gives a larger file.
    ///
    /// # Errors
    ///
    /// If compression fails.
    pub fn to_bytes_at(&self, level: i32) -> std::io::Result<Vec<u8>> {
        let mut numbers = self.errors.to_bytes();
        numbers.reserve(2 * KNOTS * self.patterns.kinds());
        let mut before = vec![0; self.patterns.kinds()];
        for knot in &self.knots {
            // All low bytes, then all high ones, since similar bytes compress better.
            let change = || {
                knot.iter()
                    .zip(&before)
                    .map(|(a, b)| a.wrapping_sub(*b).to_le_bytes())
            };
            numbers.extend(change().map(|[low, _]| low));
            numbers.extend(change().map(|[_, high]| high));
            before.clone_from(knot);
        }
        let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
        encoder.include_checksum(true)?;
        std::io::Write::write_all(&mut encoder, &numbers)?;
        let compressed = encoder.finish()?;

        let shape = self.patterns.shape();
        let mut bytes = if shape == Shape::STANDARD {
            MAGIC.to_vec()
        } else {
            let name = shape.to_string();
            let mut bytes = MAGIC_WITH_SHAPE.to_vec();
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend(name.as_bytes());
            bytes
        };
        let head = FileHeader {
            fingerprint: self.patterns.fingerprint(),
            description: &self.description,
        };
        head.write(&mut bytes);
        bytes.extend(compressed);
        Ok(bytes)
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// Files that are not weights, are for other patterns, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
        let (patterns, rest) = match bytes.strip_prefix(MAGIC) {
            Some(rest) => (PatternSet::standard(), rest),
            None => {
                let rest = bytes.strip_prefix(MAGIC_WITH_SHAPE);
                patterns_named(rest.ok_or(WeightsError::NotWeights)?)?
            }
        };
        let (head, compressed) = FileHeader::read(rest).map_err(damaged)?;
        let (found, expected) = (head.fingerprint, patterns.fingerprint());
        if found != expected {
            return Err(WeightsError::OtherPatterns { found, expected });
        }

        let expected = ErrorModel::BYTES + 2 * KNOTS * patterns.kinds();
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
            .ok_or_else(|| damaged("something in the error model is not a finite number"))?;
        let mut knots: Vec<Vec<i16>> = Vec::with_capacity(KNOTS);
        for knot in numbers.chunks_exact(2 * patterns.kinds()) {
            let (low, high) = knot.split_at(patterns.kinds());
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
            patterns,
            description: head.description.to_owned(),
            errors,
            knots,
        })
    }
}

/// Returns the patterns of the shape whose name follows the magic number, and the rest.
fn patterns_named(bytes: &[u8]) -> Result<(&'static PatternSet, &[u8]), WeightsError> {
    let damaged = |what: &str| WeightsError::Damaged(what.to_owned());
    let (length, rest) = bytes
        .split_first_chunk()
        .ok_or_else(|| damaged("the file ends in its head"))?;
    let (name, rest) = rest
        .split_at_checked(u16::from_le_bytes(*length).into())
        .ok_or_else(|| damaged("the file ends in its head"))?;
    let name = std::str::from_utf8(name).map_err(|_| damaged("the shape is not UTF-8"))?;
    let shape: Shape = name
        .parse()
        .map_err(|error| WeightsError::Damaged(format!("the shape {name:?}: {error}")))?;
    match PatternSet::of(shape) {
        Ok(patterns) => Ok((patterns, rest)),
        Err(error) => Err(WeightsError::Damaged(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn some_weights(shape: &str) -> Weights {
        let patterns = PatternSet::of(shape.parse().unwrap()).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut knot = || {
            (0..patterns.kinds())
                .map(|_| rng.next_u32() as i16 >> 6)
                .collect()
        };
        let knots = (0..KNOTS).map(|_| knot()).collect();
        Weights::new(patterns, "random", knots)
    }

    #[test]
    fn files_give_back_what_was_written() {
        for shape in ["8x8", "9x7", "6x6"] {
            let weights = some_weights(shape);
            let bytes = weights.to_bytes().unwrap();
            assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = some_weights("8x8").to_bytes().unwrap();
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
            // Anywhere but in the description, which is free text.
            let place = rng.random_range(42..changed.len());
            changed[place] ^= 1 << rng.random_range(0..8);
            assert!(Weights::from_bytes(&changed).is_err(), "{place}");
        }
        let mut other = bytes;
        other[16] ^= 1;
        let error = Weights::from_bytes(&other).unwrap_err();
        assert!(matches!(error, WeightsError::OtherPatterns { .. }));
    }

    #[test]
    fn files_of_no_shape_are_refused() {
        let bytes = some_weights("6x6").to_bytes().unwrap();
        assert_eq!(&bytes[16..21], b"\x03\x006x6");
        for name in ["6x", "3x3", "9x9", "\u{fffd}"] {
            let mut other = bytes[..16].to_vec();
            other.extend((name.len() as u16).to_le_bytes());
            other.extend(name.as_bytes());
            other.extend(&bytes[21..]);
            assert!(Weights::from_bytes(&other).is_err(), "{name}");
        }
        for length in [16, 17, 19, 21, 22, 29] {
            assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
    }
}
