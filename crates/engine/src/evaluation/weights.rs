//! Trained weights and their files.

use std::sync::OnceLock;

use outflank_othello::Shape;

use super::error_model::ErrorModel;
#[cfg(not(target_arch = "wasm32"))]
use super::file_header::write_header;
use super::file_header::{EvaluationError, MAX_DESCRIPTION, error_model, read_header};
use super::patterns::{Count, PatternSet};
use super::stages::KNOTS;
use super::zstandard::{self, split_frame};
use super::{no_memory, reserve};

/// Magic number of weights for 8×8; the digit is the version of the format.
const MAGIC: &[u8; 16] = b"OutflankWeights4";

/// Magic number of weights for another shape, whose name follows.
const MAGIC_WITH_SHAPE: &[u8; 16] = b"OutflankWeights5";

/// Trained weights, in 1/128 discs: one for each knot and each kind of configuration.
#[derive(Clone, Debug)]
pub struct Weights {
    patterns: &'static PatternSet,
    description: String,
    errors: ErrorModel,
    knots: Vec<Knot>,
}

/// The weights of a knot.
#[derive(Clone, Debug)]
struct Knot {
    /// Weights by kind; those of built-in weights are unpacked on first use.
    numbers: OnceLock<Vec<i16>>,
    /// The zstd frame from which the weights are unpacked; empty if the weights were given.
    packed: &'static [u8],
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.patterns.shape() == other.patterns.shape()
            && self.description == other.description
            && self.errors == other.errors
            && self.knots().eq(other.knots())
    }
}

impl Weights {
    /// Makes weights from numbers by knot, then by kind, with a description of how they were made.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of knots or kinds are wrong, or the description is longer than 64 KiB.
    #[must_use]
    pub fn new(
        patterns: &'static PatternSet,
        description: impl Into<String>,
        knots: Vec<Vec<i16>>,
    ) -> Self {
        let description = description.into();
        assert!(description.len() <= MAX_DESCRIPTION);
        assert_eq!(knots.len(), KNOTS);
        assert!(knots.iter().all(|knot| knot.len() == patterns.kinds()));
        let given = |numbers| Knot {
            numbers: OnceLock::from(numbers),
            packed: &[],
        };
        Self {
            patterns,
            description,
            errors: ErrorModel::default(),
            knots: knots.into_iter().map(given).collect(),
        }
    }

    /// Returns the same weights with another error model.
    #[must_use]
    pub const fn with_errors(mut self, errors: ErrorModel) -> Self {
        self.errors = errors;
        self
    }

    /// Returns the same weights with `more(discs)`, in 1/128 discs, added to the value of every
    /// board with that number of discs.
    #[must_use]
    pub fn with_added_parity_bias(self, more: impl Fn(u32) -> i32) -> Self {
        let patterns = self.patterns;
        let mut knots: Vec<Vec<i16>> = self.knots().map(<[i16]>::to_vec).collect();
        for discs in 0..patterns.count_entries as u32 {
            let entry = patterns.feature_map().entry(Count::Discs, discs);
            let kind = patterns.kind_of_entries()[entry] as usize;
            for knot in &mut knots {
                let weight = i32::from(knot[kind]).saturating_add(more(discs));
                knot[kind] = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        }
        Self::new(patterns, self.description, knots).with_errors(self.errors)
    }

    /// Returns a digest that identifies the weights among weights for their shape.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.knots().flatten().fold(0, |hash, &number| {
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

    /// Returns the description of how the weights were made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Returns the weights of a knot, by kind, in 1/128 discs.
    #[must_use]
    pub fn knot(&self, knot: usize) -> &[i16] {
        let Knot { numbers, packed } = &self.knots[knot];
        numbers.get_or_init(|| match unpack(packed, self.patterns.kinds()) {
            Ok(numbers) => numbers,
            // The built-in weights are complete.
            Err(_) => no_memory("evaluation"),
        })
    }

    fn knots(&self) -> impl Iterator<Item = &[i16]> {
        (0..KNOTS).map(|knot| self.knot(knot))
    }

    /// Writes a file: a magic number of 16 bytes; for shapes other than 8×8, the length of the
    /// shape's name (2 bytes) and the name; the fingerprint of patterns and stages (8 bytes,
    /// little-endian like all numbers); the length of the description (4 bytes) and the
    /// description; then a zstd frame with the ten 32-bit floating-point numbers of the error
    /// model, and one for each knot. A knot's frame has its weights as 16-bit numbers (0, −1, 1,
    /// −2, … as 0, 1, 2, 3, …): all low bytes, then all high bytes, because similar bytes compress
    /// better.
    ///
    /// `level` is the zstd level: a lower level is faster and gives a larger file.
    ///
    /// # Errors
    ///
    /// Returns an error if compression fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn to_bytes(&self, level: i32) -> std::io::Result<Vec<u8>> {
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
        write_header(&mut bytes, self.patterns.fingerprint(), &self.description);
        let mut compressor = zstd::bulk::Compressor::new(level)?;
        compressor.include_checksum(true)?;
        bytes.extend(compressor.compress(&self.errors.to_bytes())?);
        for knot in self.knots() {
            let numbers = || {
                let folded = |&number: &i16| (number << 1 ^ number >> 15).to_le_bytes();
                knot.iter().map(folded)
            };
            let planes: Vec<u8> = numbers()
                .map(|n| n[0])
                .chain(numbers().map(|n| n[1]))
                .collect();
            bytes.extend(compressor.compress(&planes)?);
        }
        Ok(bytes)
    }

    /// Reads a weights file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not weights, is for other patterns, or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        let (weights, frames) = Self::read(bytes)?;
        let kinds = weights.patterns.kinds();
        for (knot, packed) in weights.knots.iter().zip(frames) {
            let _ = knot.numbers.set(unpack(packed, kinds)?);
        }
        Ok(weights)
    }

    /// Reads built-in weights, whose knots are unpacked on first use.
    pub(super) fn built_in(bytes: &'static [u8]) -> Self {
        match Self::read(bytes) {
            Ok((mut weights, frames)) => {
                for (knot, packed) in weights.knots.iter_mut().zip(frames) {
                    knot.packed = packed;
                }
                weights
            }
            // The built-in weights are complete.
            Err(_) => no_memory("evaluation"),
        }
    }

    /// Reads everything except the knots; also returns the frames of the knots.
    fn read(bytes: &[u8]) -> Result<(Self, Vec<&[u8]>), EvaluationError> {
        let (patterns, rest) = match bytes.strip_prefix(MAGIC) {
            Some(rest) => (PatternSet::standard(), rest),
            None => patterns_named(bytes.strip_prefix(MAGIC_WITH_SHAPE).ok_or_else(|| {
                let expected = "OutflankWeights4, OutflankWeights5 or OutflankNetwork1";
                let message = "not weights of this program: expected a file that begins with";
                EvaluationError(format!("{message} {expected}"))
            })?)?,
        };
        let (description, mut rest) = read_header("weights", rest, patterns.fingerprint())?;
        let mut frames = Vec::with_capacity(1 + KNOTS);
        while !rest.is_empty() {
            let (frame, more) = split_frame(rest).map_err(|_| damaged("a part is incomplete"))?;
            frames.push(frame);
            rest = more;
        }
        if frames.len() != 1 + KNOTS {
            let what = format!("{} parts, expected {}", frames.len(), 1 + KNOTS);
            return Err(damaged(what));
        }
        let errors = decompress(frames.remove(0), ErrorModel::BYTES)?;
        let unread = Knot {
            numbers: OnceLock::new(),
            packed: &[],
        };
        let weights = Self {
            patterns,
            description: description.to_owned(),
            errors: error_model("weights", &errors)?,
            knots: vec![unread; KNOTS],
        };
        Ok((weights, frames))
    }
}

fn damaged(what: impl std::fmt::Display) -> EvaluationError {
    super::file_header::damaged("weights", what)
}

/// Returns the content of a zstd frame, which must have `expected` bytes.
fn decompress(frame: &[u8], expected: usize) -> Result<Vec<u8>, EvaluationError> {
    let bytes = zstandard::decompress(frame, expected).map_err(damaged)?;
    if bytes.len() != expected {
        let what = format!("{} bytes of numbers, expected {expected}", bytes.len());
        return Err(damaged(what));
    }
    Ok(bytes)
}

/// Unpacks the weights of a knot.
fn unpack(frame: &[u8], kinds: usize) -> Result<Vec<i16>, EvaluationError> {
    let bytes = decompress(frame, 2 * kinds)?;
    let (low, high) = bytes.split_at(kinds);
    let mut numbers = Vec::new();
    reserve(&mut numbers, kinds);
    numbers.extend(low.iter().zip(high).map(|(&low, &high)| {
        let folded = u16::from_le_bytes([low, high]);
        (folded >> 1) as i16 ^ -((folded & 1) as i16)
    }));
    Ok(numbers)
}

/// Returns the patterns of the shape whose name follows the magic number, and the rest.
fn patterns_named(bytes: &[u8]) -> Result<(&'static PatternSet, &[u8]), EvaluationError> {
    let in_head = || damaged("the file ends in its header");
    let (length, rest) = bytes.split_first_chunk().ok_or_else(in_head)?;
    let length = u16::from_le_bytes(*length).into();
    let (name, rest) = rest.split_at_checked(length).ok_or_else(in_head)?;
    let name = std::str::from_utf8(name).map_err(|_| damaged("the shape is not UTF-8"))?;
    let shape: Shape = name
        .parse()
        .map_err(|error| damaged(format!("the shape {name:?}: {error}")))?;
    Ok((PatternSet::of(shape).map_err(damaged)?, rest))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
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
    fn files_round_trip() {
        for shape in ["8x8", "9x7", "6x6"] {
            let weights = some_weights(shape);
            let bytes = weights.to_bytes(1).unwrap();
            assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
        }
    }

    #[test]
    fn damaged_files_are_rejected() {
        let bytes = some_weights("8x8").to_bytes(1).unwrap();
        let error = Weights::from_bytes(b"GIF89a").unwrap_err().to_string();
        assert!(
            error.starts_with("not weights of this program: "),
            "{error}"
        );
        for length in [0, 15, 16, 20, 27, 30, 100, bytes.len() / 2, bytes.len() - 1] {
            assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..20 {
            let mut changed = bytes.clone();
            // Anywhere except in the description, which is free text.
            let place = rng.random_range(42..changed.len());
            changed[place] ^= 1 << rng.random_range(0..8);
            assert!(Weights::from_bytes(&changed).is_err(), "{place}");
        }
        let mut other = bytes;
        other[16] ^= 1;
        let error = Weights::from_bytes(&other).unwrap_err().to_string();
        assert!(error.starts_with("weights for other patterns"), "{error}");
    }

    #[test]
    fn files_without_a_valid_shape_are_rejected() {
        let bytes = some_weights("6x6").to_bytes(1).unwrap();
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
