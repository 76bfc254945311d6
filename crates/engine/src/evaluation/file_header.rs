//! The header of evaluation files, after their magic number.

/// The fingerprint of the patterns, and a description of how the evaluation was made.
#[derive(Debug)]
pub(super) struct FileHeader<'a> {
    pub(super) fingerprint: u64,
    pub(super) description: &'a str,
}

impl<'a> FileHeader<'a> {
    /// Maximum length of a description in bytes.
    pub(super) const MAX_DESCRIPTION: usize = 1 << 16;

    /// Writes the fingerprint (8 bytes, little-endian like all numbers), the length of the
    /// description (4 bytes) and the description.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend((self.description.len() as u32).to_le_bytes());
        bytes.extend(self.description.as_bytes());
    }

    /// Reads a header. Also returns the rest of the bytes.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), &'static str> {
        let in_head = "the file ends in its head";
        let (fingerprint, rest) = bytes.split_first_chunk().ok_or(in_head)?;
        let (length, rest) = rest.split_first_chunk().ok_or(in_head)?;
        let (description, rest) = rest
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .ok_or("the file ends in its description")?;
        let head = Self {
            fingerprint: u64::from_le_bytes(*fingerprint),
            description: std::str::from_utf8(description)
                .map_err(|_| "the description is not UTF-8")?,
        };
        Ok((head, rest))
    }
}
