//! The numbers that are added up, as they lie in memory.

use super::MOST_WIDTH;

/// Bytes of a cache line.
const LINE: usize = 64;

/// A cache line of numbers.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([i8; LINE]);

/// The bias with room for the widest network.
#[derive(Clone)]
#[repr(C, align(64))]
struct Bias([i16; MOST_WIDTH]);

/// The rows of a network, one behind the other: no row lies on more cache lines than
/// it must.
#[derive(Clone)]
pub(crate) struct Rows {
    width: usize,
    /// Rows.
    count: usize,
    lines: Box<[Line]>,
    bias: Bias,
}

impl Rows {
    /// Rows of so many numbers each, by kind, and the bias that they are added to.
    pub(super) fn new(width: usize, numbers: &[i8], bias: &[i16]) -> Self {
        let line = |numbers: &[i8]| {
            let mut line = Line([0; LINE]);
            line.0[..numbers.len()].copy_from_slice(numbers);
            line
        };
        let mut whole = Bias([0; MOST_WIDTH]);
        whole.0[..width].copy_from_slice(bias);
        Self {
            width,
            count: numbers.len() / width,
            lines: numbers.chunks(LINE).map(line).collect(),
            bias: whole,
        }
    }

    /// Numbers of a row.
    #[inline(always)]
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The numbers of all rows, by kind; the first is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn numbers(&self) -> &[i8] {
        // SAFETY: a line is 64 numbers of one byte and nothing else, lines lie one
        // behind the other, and there are enough of them for all rows.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.count * self.width) }
    }

    /// The bias, with zeros behind the width; the first number is aligned to 64 bytes.
    #[inline(always)]
    pub(crate) const fn bias(&self) -> &[i16; MOST_WIDTH] {
        &self.bias.0
    }
}
