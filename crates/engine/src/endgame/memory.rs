//! Large blocks of zeroed words that threads share.

use std::io;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;

/// Words that the system hands out zeroed, page by page as each is first
/// touched, in huge pages where it grants them.
#[cfg(not(miri))]
pub(crate) struct ZeroedWords {
    first: std::ptr::NonNull<AtomicU64>,
    len: usize,
    /// Keeps the mapping alive; read and written through `first` alone.
    _mapping: memmap2::MmapMut,
}

#[cfg(not(miri))]
impl ZeroedWords {
    /// `len` words, all zero.
    ///
    /// # Errors
    ///
    /// When the system refuses the memory.
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        let bytes = len
            .checked_mul(size_of::<AtomicU64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let mut mapping = memmap2::MmapOptions::new().len(bytes).map_anon()?;
        #[cfg(target_os = "linux")]
        {
            // Only a wish: without huge pages the memory is slower, not wrong.
            let _ = mapping.advise(memmap2::Advice::HugePage);
        }
        let first = std::ptr::NonNull::new(mapping.as_mut_ptr().cast::<AtomicU64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            first,
            len,
            _mapping: mapping,
        })
    }
}

#[cfg(not(miri))]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping holds `len` words, aligned to a page, zeroed at
        // first, and lives as long as `self`; any bits are a valid
        // `AtomicU64`, and nothing else looks at the mapping.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

// SAFETY: the words are atomics and the mapping is owned.
#[cfg(not(miri))]
unsafe impl Send for ZeroedWords {}
// SAFETY: the words are atomics; nothing else of the mapping is reached.
#[cfg(not(miri))]
unsafe impl Sync for ZeroedWords {}

/// Under Miri, which knows no mappings, an ordinary vector.
#[cfg(miri)]
pub(crate) struct ZeroedWords(Vec<AtomicU64>);

#[cfg(miri)]
impl ZeroedWords {
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        Ok(Self((0..len).map(|_| AtomicU64::new(0)).collect()))
    }
}

#[cfg(miri)]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}
