//! A book file mapped into memory.

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapOptions, MmapRaw};

/// The 64-bit words of a file. They are atomics, since another program may write to the file.
#[derive(Debug)]
pub(super) struct Map(MmapRaw);

impl Map {
    /// Maps a file as long as it is now.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        MmapOptions::new().map_raw_read_only(file).map(Self)
    }

    /// Returns the words of the file; bytes at its end that fill none are left out.
    #[expect(unsafe_code, reason = "a mapped file as atomics")]
    pub(super) fn words(&self) -> &[AtomicU64] {
        const { assert!(align_of::<AtomicU64>() <= 8) };
        let words = self.0.len() / size_of::<AtomicU64>();
        // SAFETY: the mapping holds as many words, lives as long as `self`, and begins at a page
        // of the system, so that words are aligned. Nothing in this process writes to it, and
        // what others write to the file is read by relaxed atomic loads alone, which read-only
        // memory allows for words of 8 bytes.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), words) }
    }
}
