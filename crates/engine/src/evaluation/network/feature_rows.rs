//! The numbers that are added up, as they lie in memory.

use super::MAX_WIDTH;
use crate::evaluation::patterns::PatternSet;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A cache line of numbers.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([i8; LINE]);

/// The bias with room for the widest network.
#[derive(Clone)]
#[repr(C, align(64))]
struct Bias([i16; MAX_WIDTH]);

/// The rows of a network, one behind the other: no row lies on more cache lines than
/// it must. There is one for each entry, though entries of a kind have the same: twice
/// the memory, and a fifth of a value's time less than with a look at the kind first.
#[derive(Clone)]
pub(crate) struct FeatureRows {
    width: usize,
    /// FeatureRows.
    count: usize,
    lines: Box<[Line]>,
    bias: Bias,
}

impl FeatureRows {
    /// FeatureRows of so many numbers each, by kind, of which each entry takes that of its own;
    /// and the bias that they are added to.
    pub(super) fn new(patterns: &PatternSet, width: usize, numbers: &[i8], bias: &[i16]) -> Self {
        let count = patterns.table();
        let mut lines = vec![Line([0; LINE]); (count * width).div_ceil(LINE)];
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            let row = &numbers[kind as usize * width..][..width];
            // A row of 128 numbers fills two lines.
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

    /// Numbers of a row.
    #[inline(always)]
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The row of each kind.
    pub(super) fn by_kind(&self, patterns: &PatternSet) -> Vec<i8> {
        let mut numbers = vec![0; patterns.kinds() * self.width];
        for (entry, &kind) in patterns.kind_of_entries().iter().enumerate() {
            let row = &self.numbers()[entry * self.width..][..self.width];
            numbers[kind as usize * self.width..][..self.width].copy_from_slice(row);
        }
        numbers
    }

    /// FeatureRows: as many as a table of the linear weights has entries.
    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// The numbers of all rows, by entry; the first is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn numbers(&self) -> &[i8] {
        // SAFETY: a line is 64 numbers of one byte and nothing else, lines lie one
        // behind the other, and there are enough of them for all rows.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.count * self.width) }
    }

    /// The bias, with zeros behind the width; the first number is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn bias(&self) -> &[i16; MAX_WIDTH] {
        &self.bias.0
    }
}
