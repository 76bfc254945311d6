//! Large blocks of zeroed words that threads share.

#![cfg_attr(
    not(any(miri, loom, target_arch = "wasm32")),
    expect(unsafe_code, reason = "mapped memory as atomics")
)]

use std::io;
use std::ops::Deref;

use crate::sync::{AtomicU64, Ordering};

/// Zeroed words. The system allocates their pages when they are first touched, as huge pages where
/// it can.
#[cfg(not(any(miri, loom, target_arch = "wasm32")))]
pub(crate) struct ZeroedWords {
    first: std::ptr::NonNull<AtomicU64>,
    len: usize,
    /// Owns the memory, which is read and written only through `first`.
    _mapping: memmap2::MmapMut,
}

/// Maps zeroed bytes, in huge pages where the system has them.
#[cfg(not(any(miri, target_arch = "wasm32")))]
pub(crate) fn map_zeroed(bytes: usize) -> io::Result<memmap2::MmapMut> {
    let mapping = memmap2::MmapMut::map_anon(bytes)?;
    #[cfg(target_os = "linux")]
    {
        // This is only a hint: without huge pages the memory is slower.
        let _ = mapping.advise(memmap2::Advice::HugePage);
    }
    Ok(mapping)
}

#[cfg(not(any(miri, loom, target_arch = "wasm32")))]
impl ZeroedWords {
    /// Allocates `len` words, all zero.
    ///
    /// # Errors
    ///
    /// Returns an error if the system refuses the memory.
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        let bytes = len.checked_mul(size_of::<AtomicU64>());
        let mut mapping = map_zeroed(bytes.ok_or(io::ErrorKind::OutOfMemory)?)?;
        let first = std::ptr::NonNull::new(mapping.as_mut_ptr().cast::<AtomicU64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            first,
            len,
            _mapping: mapping,
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

#[cfg(not(any(miri, loom, target_arch = "wasm32")))]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping holds `len` words, aligned to a page and initially zero, and lives as
        // long as `self`; any bits are a valid `AtomicU64`, and nothing else accesses the mapping.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

// SAFETY: the words are atomics and the mapping is owned.
#[cfg(not(any(miri, loom, target_arch = "wasm32")))]
unsafe impl Send for ZeroedWords {}
// SAFETY: the words are atomics, and nothing else in the mapping is accessible.
#[cfg(not(any(miri, loom, target_arch = "wasm32")))]
unsafe impl Sync for ZeroedWords {}

/// Miri and WebAssembly cannot map memory, and Loom's atomics are more than bits.
#[cfg(any(miri, loom, target_arch = "wasm32"))]
pub(crate) struct ZeroedWords(LineAligned<AtomicU64>);

#[cfg(any(miri, loom, target_arch = "wasm32"))]
impl ZeroedWords {
    pub(crate) fn new(len: usize) -> io::Result<Self> {
        Ok(Self(LineAligned::new(len, || AtomicU64::new(0))))
    }
}

#[cfg(any(miri, loom, target_arch = "wasm32"))]
impl Deref for ZeroedWords {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}

/// The end of a vector, from the first item at the beginning of a cache line.
#[cfg(any(miri, loom, target_arch = "wasm32"))]
pub(crate) struct LineAligned<T> {
    items: Vec<T>,
    first: usize,
}

#[cfg(any(miri, loom, target_arch = "wasm32"))]
impl<T> LineAligned<T> {
    /// Allocates `len` items.
    pub(crate) fn new(len: usize, item: impl FnMut() -> T) -> Self {
        const LINE: usize = 64;
        let mut items: Vec<T> = Vec::with_capacity(len + LINE / size_of::<T>());
        let first = items
            .as_ptr()
            .align_offset(LINE)
            .min(items.capacity() - len);
        items.resize_with(first + len, item);
        Self { items, first }
    }
}

#[cfg(any(miri, loom, target_arch = "wasm32"))]
impl<T> Deref for LineAligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items[self.first..]
    }
}

#[cfg(any(miri, loom, target_arch = "wasm32"))]
impl<T> std::ops::DerefMut for LineAligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[self.first..]
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn words_begin_at_a_cache_line() {
        for len in [1, 8, 1 << 12, 1 << 20] {
            let words = ZeroedWords::new(len).unwrap();
            assert_eq!((words.len(), words.as_ptr().align_offset(64)), (len, 0));
        }
    }
}
