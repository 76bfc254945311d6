//! Large blocks of zeroed words that threads share.

#![cfg_attr(not(loom), expect(unsafe_code, reason = "mapped memory as atomics"))]

use std::io;
use std::ops::Deref;

use crate::sync::{AtomicU64, Ordering};

/// Bytes that begin at a page of the system.
#[cfg(not(any(miri, unmapped, target_arch = "wasm32")))]
pub(crate) type Pages = memmap2::MmapMut;

/// Maps zeroed bytes, in huge pages where the system has them.
#[cfg(not(any(miri, unmapped, target_arch = "wasm32")))]
pub(crate) fn map_zeroed(bytes: usize) -> io::Result<Pages> {
    // The system aligns whole huge pages, and uses nothing else for them.
    const HUGE: usize = 2 << 20;
    let unit = if bytes < HUGE { 1 } else { HUGE };
    let whole = bytes.checked_next_multiple_of(unit);
    let pages = Pages::map_anon(whole.ok_or(io::ErrorKind::OutOfMemory)?)?;
    #[cfg(target_os = "linux")]
    {
        // This is only a hint: without huge pages the memory is slower.
        let _ = pages.advise(memmap2::Advice::HugePage);
    }
    Ok(pages)
}

/// Miri and WebAssembly cannot map memory, and in mapped memory the address sanitizer finds no errors:
/// the part of a vector that begins at a cache line.
#[cfg(any(miri, unmapped, target_arch = "wasm32"))]
pub(crate) struct Pages {
    bytes: Vec<u8>,
    first: usize,
    len: usize,
}

/// Allocates zeroed bytes.
#[cfg(any(miri, unmapped, target_arch = "wasm32"))]
pub(crate) fn map_zeroed(len: usize) -> io::Result<Pages> {
    const LINE: usize = 64;
    let most = len.checked_add(LINE).ok_or(io::ErrorKind::OutOfMemory)?;
    let bytes = vec![0; most];
    let first = bytes.as_ptr().align_offset(LINE).min(LINE);
    Ok(Pages { bytes, first, len })
}

#[cfg(any(miri, unmapped, target_arch = "wasm32"))]
impl Deref for Pages {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.bytes[self.first..][..self.len]
    }
}

#[cfg(any(miri, unmapped, target_arch = "wasm32"))]
impl std::ops::DerefMut for Pages {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.first..][..self.len]
    }
}

/// Zeroed words. The system allocates their pages when they are first touched, as huge pages where
/// it can.
#[cfg(not(loom))]
pub(crate) struct ZeroedWords {
    first: std::ptr::NonNull<AtomicU64>,
    len: usize,
    /// Owns the memory, which is read and written only through `first`.
    _pages: Pages,
}

#[cfg(not(loom))]
impl ZeroedWords {
    /// Allocates `len` words, all zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the system refuses the memory.
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<AtomicU64>());
        let mut pages = map_zeroed(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
        let first = std::ptr::NonNull::new(pages.as_mut_ptr().cast::<AtomicU64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            first,
            len,
            _pages: pages,
        })
    }
}

/// Size of the smallest pages in bytes.
const PAGE: usize = 4096;

impl ZeroedWords {
    /// Makes the system allocate all pages.
    pub(crate) fn touch(&self) {
        for word in self.iter().step_by(PAGE / size_of::<AtomicU64>()) {
            // A page that is only read may remain a shared zero page, and the compiler turns an
            // `or` with zero into a read.
            let _ = word.compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Zeroes the first `count` words.
    pub(crate) fn clear(&self, count: usize) {
        for word in &self[..count.min(self.len())] {
            word.store(0, Ordering::Relaxed);
        }
    }
}

impl std::fmt::Debug for ZeroedWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} words", self.len())
    }
}

#[cfg(not(loom))]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the pages hold `len` words, aligned to a cache line and initially zero, and live as
        // long as `self`; any bits are a valid `AtomicU64`, and nothing else accesses the pages.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

// SAFETY: the words are atomics and the pages are owned.
#[cfg(not(loom))]
unsafe impl Send for ZeroedWords {}
// SAFETY: the words are atomics, and nothing else in the pages is accessible.
#[cfg(not(loom))]
unsafe impl Sync for ZeroedWords {}

/// Loom's atomics are more than bits.
#[cfg(loom)]
pub(crate) struct ZeroedWords(Vec<AtomicU64>);

#[cfg(loom)]
impl ZeroedWords {
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        Ok(Self((0..len).map(|_| AtomicU64::new(0)).collect()))
    }
}

#[cfg(loom)]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn words_begin_at_a_cache_line() {
        // Miri tracks each word.
        let most = if cfg!(miri) { 1 << 12 } else { 1 << 20 };
        for len in [1, 8, most] {
            let words = ZeroedWords::new(len).unwrap();
            assert_eq!((words.len(), words.as_ptr().align_offset(64)), (len, 0));
        }
    }
}
