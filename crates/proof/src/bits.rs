//! Numbers in as few bits as their range needs, highest bit first.

/// Returns the number of bits that can represent `values` values.
pub(crate) const fn width(values: u64) -> u32 {
    match values {
        0 | 1 => 0,
        more => 64 - (more - 1).leading_zeros(),
    }
}

#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    pub(crate) bytes: Vec<u8>,
    /// The number of bits used in the last byte; 0 if it is full.
    used: u32,
}

impl BitWriter {
    /// Writes `value`, a number below `values`.
    pub(crate) fn write(&mut self, value: u64, values: u64) {
        debug_assert!(value < values, "{value} is not below {values}");
        for bit in (0..width(values)).rev() {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> bit & 1) as u8) << (7 - self.used);
            }
            self.used = (self.used + 1) % 8;
        }
    }
}

#[derive(Debug)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The number of bits read.
    read: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, read: 0 }
    }

    /// Reads a number below `values`; `None` at the end of the bytes.
    pub(crate) fn read(&mut self, values: u64) -> Option<u64> {
        let mut value = 0;
        for _ in 0..width(values) {
            let byte = self.bytes.get(self.read / 8)?;
            value = value << 1 | u64::from(byte >> (7 - self.read % 8) & 1);
            self.read += 1;
        }
        Some(value)
    }

    /// Skips to the next whole byte.
    pub(crate) const fn align(&mut self) {
        self.read = self.read.next_multiple_of(8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        let numbers = [
            (0, 1),
            (2, 3),
            (7, 8),
            (8, 9),
            (0, 1),
            (1 << 40, 1 << 41),
            (1, 2),
        ];
        let mut writer = BitWriter::default();
        for (value, values) in numbers {
            writer.write(value, values);
        }
        assert_eq!(writer.bytes.len(), (2 + 3 + 4 + 41 + 1_usize).div_ceil(8));
        let mut reader = BitReader::new(&writer.bytes);
        for (value, values) in numbers {
            assert_eq!(reader.read(values), Some(value));
        }
        reader.align();
        assert_eq!(reader.read(2), None);
    }
}
