//! The memory layout of the first layer.

#![expect(unsafe_code, reason = "aligned bytes as a slice of weights")]

use super::MAX_WIDTH;
use crate::evaluation::patterns::PatternSet;
use crate::evaluation::reserve;
use crate::search::{Pages, map_zeroed};

/// The bias, with room for the widest network.
#[derive(Clone)]
#[repr(C, align(64))]
struct Bias([i16; MAX_WIDTH]);

/// The rows of a network. Each entry has a row, although entries of a kind have equal rows. This
/// takes twice the memory, but a value takes a fifth less time than with a lookup of the kind.
pub(crate) struct FeatureRows {
    width: usize,
    /// Number of rows.
    count: usize,
    /// The rows by entry. The first begins at a page, so that no row spans more cache lines than
    /// necessary.
    bytes: Pages,
    bias: Bias,
}

/// Returns zeroed bytes.
fn pages(length: usize) -> Pages {
    match map_zeroed(length) {
        Ok(pages) => pages,
        Err(_) => crate::evaluation::no_memory("evaluation"),
    }
}

impl FeatureRows {
    /// Makes rows of `width` weights for all entries. `next` writes the row of each kind in turn.
    pub(super) fn new(
        patterns: &PatternSet,
        width: usize,
        mut next: impl FnMut(&mut [u8]),
    ) -> Self {
        let count = patterns.table();
        let mut bytes = pages(count * width);
        // The first entry of each kind so far.
        let mut first = Vec::new();
        reserve(&mut first, patterns.kinds());
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            let place = entry * width;
            match first.get(kind as usize) {
                Some(&other) => bytes.copy_within(other..other + width, place),
                None => {
                    first.push(place);
                    next(&mut bytes[place..place + width]);
                }
            }
        }
        Self {
            width,
            count,
            bytes,
            bias: Bias([0; MAX_WIDTH]),
        }
    }

    /// Returns the same rows with a bias.
    pub(super) fn with_bias(mut self, bias: &[i16]) -> Self {
        self.bias.0[..self.width].copy_from_slice(bias);
        self
    }

    /// Returns the number of weights in a row.
    #[inline(always)]
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the row of each kind.
    pub(super) fn by_kind(&self, patterns: &PatternSet) -> Vec<i8> {
        let mut numbers = Vec::new();
        reserve(&mut numbers, patterns.kinds() * self.width);
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            if kind as usize * self.width == numbers.len() {
                numbers.extend(&self.numbers()[entry * self.width..][..self.width]);
            }
        }
        numbers
    }

    /// Returns the number of rows, which is the number of entries in a lookup table.
    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Returns the weights of all rows, by entry; the first is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> &[i8] {
        // SAFETY: any byte is a valid `i8`, and there are enough bytes for all rows.
        unsafe { std::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.count * self.width) }
    }

    /// Returns the bias, padded with zeros; the first number is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn bias(&self) -> &[i16; MAX_WIDTH] {
        &self.bias.0
    }
}

impl Clone for FeatureRows {
    fn clone(&self) -> Self {
        let mut bytes = pages(self.bytes.len());
        bytes.copy_from_slice(&self.bytes);
        Self {
            bytes,
            bias: self.bias.clone(),
            ..*self
        }
    }
}
