//! A book file mapped into memory.

use std::fs::File;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{MmapOptions, MmapRaw};

use super::page::{PAGE_SIZE, Words};

/// The pages of a file. They are atomics, since another program may write to the file.
#[derive(Debug)]
pub(super) struct Map(MmapRaw);

impl Map {
    /// Maps a file as long as it is now.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        MmapOptions::new().map_raw_read_only(file).map(Self)
    }

    /// Returns a page, counted from the start of the file; `None` if it is not whole.
    #[expect(unsafe_code, reason = "a page of a mapped file as atomics")]
    pub(super) fn page(&self, page: u64) -> Option<&Words> {
        const { assert!(align_of::<AtomicU64>() <= 8 && size_of::<Words>() == PAGE_SIZE) };
        let at = usize::try_from(page).ok()?.checked_mul(PAGE_SIZE)?;
        if at.checked_add(PAGE_SIZE)? > self.0.len() {
            return None;
        }
        // SAFETY: the mapping holds PAGE_SIZE bytes from `at` on, as checked, and lives as long
        // as `self`. It begins at a page of the system, so that words are aligned. Nothing in
        // this process writes to it, and what others write to the file is read by relaxed
        // atomic loads alone, which read-only memory allows for words of 8 bytes.
        Some(unsafe { &*self.0.as_ptr().add(at).cast::<Words>() })
    }
}
