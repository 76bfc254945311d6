//! The first layer, as it lies in memory.

use super::MAX_WIDTH;
use crate::evaluation::patterns::PatternSet;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A cache line of weights.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([i8; LINE]);

/// The bias, with room for the widest network.
#[derive(Clone)]
#[repr(C, align(64))]
struct Bias([i16; MAX_WIDTH]);

/// The rows of a network, packed so that no row spans more cache lines than it must. Each
/// entry has a row, though entries of a kind have equal ones: that takes twice the memory,
/// and a value a fifth less time than by looking up the kind first.
#[derive(Clone)]
pub(crate) struct FeatureRows {
    width: usize,
    /// Number of rows.
    count: usize,
    lines: Box<[Line]>,
    bias: Bias,
}

impl FeatureRows {
    /// Makes rows of `width` weights for all entries from those of the kinds, and the bias.
    pub(super) fn new(patterns: &PatternSet, width: usize, numbers: &[i8], bias: &[i16]) -> Self {
        let count = patterns.table();
        let mut lines = vec![Line([0; LINE]); (count * width).div_ceil(LINE)];
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            let row = &numbers[kind as usize * width..][..width];
            // A row of 128 weights fills two lines.
            for (place, part) in (entry * width..).step_by(LINE).zip(row.chunks(LINE)) {
                lines[place / LINE].0[place % LINE..][..part.len()].copy_from_slice(part);
            }
        }
        let mut whole = Bias([0; MAX_WIDTH]);
        whole.0[..width].copy_from_slice(bias);
        Self {
            width,
            count,
            lines: lines.into(),
            bias: whole,
        }
    }

    /// Returns the weights in a row.
    #[inline(always)]
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Returns the row of each kind.
    pub(super) fn by_kind(&self, patterns: &PatternSet) -> Vec<i8> {
        let mut numbers = vec![0; patterns.kinds() * self.width];
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            let row = &self.numbers()[entry * self.width..][..self.width];
            numbers[kind as usize * self.width..][..self.width].copy_from_slice(row);
        }
        numbers
    }

    /// Returns the number of rows, that of entries in a lookup table.
    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Returns the weights of all rows, by entry; the first is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn numbers(&self) -> &[i8] {
        // SAFETY: a line is 64 numbers of one byte and nothing else, lines are contiguous, and
        // there are enough of them for all rows.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.count * self.width) }
    }

    /// Returns the bias, padded with zeros; the first number is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn bias(&self) -> &[i16; MAX_WIDTH] {
        &self.bias.0
    }
}
