//! A book file mapped into memory.

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapOptions, MmapRaw};

/// The 64-bit words of a file, as atomics because another program may write to it.
#[derive(Debug)]
pub(super) struct Map(MmapRaw);

impl Map {
    /// Maps a file at its current length.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        MmapOptions::new().map_raw_read_only(file).map(Self)
    }

    /// Returns the words of the file, without any partial word at its end.
    #[expect(unsafe_code, reason = "a mapped file as atomics")]
    pub(super) fn words(&self) -> &[AtomicU64] {
        const { assert!(align_of::<AtomicU64>() <= 8) };
        let words = self.0.len() / size_of::<AtomicU64>();
        // SAFETY: the mapping holds this many words, lives as long as `self`, and starts on a
        // system page, so the words are aligned. Nothing in this process writes to it. Other
        // programs may write to the file, so it is read only with relaxed 8-byte atomic loads,
        // which read-only memory allows.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), words) }
    }
}
