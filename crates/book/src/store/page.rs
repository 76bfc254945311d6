//! Pages of entries.

use std::sync::atomic::{AtomicU64, Ordering};

use outflank_othello::{Board, Layout};
use twox_hash::XxHash3_64;

use crate::entry::{ENTRY_SIZE, Entry, Key};

/// Size of a page in bytes.
pub(crate) const PAGE_SIZE: usize = 4096;

/// The number of bytes before the first entry, which hold a checksum of the rest and the number of
/// entries.
const HEAD: usize = 16;

/// The capacity of a page in entries.
pub(super) const ENTRIES_PER_PAGE: usize = (PAGE_SIZE - HEAD) / ENTRY_SIZE;

pub(super) type Bytes = [u8; PAGE_SIZE];

pub(super) const PAGE_WORDS: usize = PAGE_SIZE / 8;

/// The little-endian words of a page in a mapped file.
pub(super) type Words = [AtomicU64; PAGE_WORDS];

/// The number of words before the first entry.
const HEAD_WORDS: usize = HEAD / 8;

const ENTRY_WORDS: usize = ENTRY_SIZE / 8;

/// Copies words out of a mapped file.
pub(super) fn copy(words: &[AtomicU64], bytes: &mut [u8]) {
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
    }
}

/// Loads a word of a mapped file.
pub(super) fn load(word: &AtomicU64) -> u64 {
    u64::from_le(word.load(Ordering::Relaxed))
}

pub(super) fn load_board([mover, opponent]: [&AtomicU64; 2]) -> Board<u64> {
    Board::new_unchecked(load(mover), load(opponent))
}

/// Returns the eight bytes at an offset as a number.
pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Encodes at most [`ENTRIES_PER_PAGE`] entries as a page.
pub(super) fn encode(entries: &[Entry]) -> Bytes {
    let mut bytes = [0; PAGE_SIZE];
    bytes[8..HEAD].copy_from_slice(&(entries.len() as u64).to_le_bytes());
    for (slot, entry) in bytes[HEAD..].chunks_exact_mut(ENTRY_SIZE).zip(entries) {
        slot.copy_from_slice(&entry.to_bytes());
    }
    let checksum = XxHash3_64::oneshot(&bytes[8..]);
    bytes[..8].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Checks a page and returns its number of entries.
pub(super) fn check(bytes: &Bytes) -> Result<usize, String> {
    let [found, expected] = [word(bytes, 0), XxHash3_64::oneshot(&bytes[8..])];
    if found != expected {
        let sums = format!("checksum {found:016x}, expected {expected:016x}");
        return Err(format!("damaged page: {sums}"));
    }
    count(word(bytes, 8))
}

/// Checks the entry count in a page's head.
fn count(count: u64) -> Result<usize, String> {
    match usize::try_from(count) {
        Ok(count) if (1..=ENTRIES_PER_PAGE).contains(&count) => Ok(count),
        _ => Err(format!(
            "page of {count} entries: expected 1 to {ENTRIES_PER_PAGE}"
        )),
    }
}

pub(super) fn first_board(bytes: &Bytes) -> Board<u64> {
    Board::new_unchecked(word(bytes, HEAD), word(bytes, HEAD + 8))
}

/// Returns an entry of a page that passed [`check`].
pub(super) fn entry(bytes: &Bytes, slot: usize, layout: &Layout<u64>) -> Result<Entry, String> {
    let mut entry = [0; ENTRY_SIZE];
    let at = HEAD + slot * ENTRY_SIZE;
    entry.copy_from_slice(&bytes[at..at + ENTRY_SIZE]);
    Entry::from_bytes(&entry, layout)
}

/// Finds a board in a page that passed [`check`].
pub(super) fn find(
    words: &Words,
    wanted: Board<u64>,
    layout: &Layout<u64>,
) -> Result<Option<Entry>, String> {
    let count = count(load(&words[1]))?;
    let (slots, _) = words[HEAD_WORDS..].as_chunks::<ENTRY_WORDS>();
    let board = |[mover, opponent, ..]: &[AtomicU64; ENTRY_WORDS]| load_board([mover, opponent]);
    let slot = last_before(&slots[..count], |slot| board(slot) <= wanted);
    let Some(slot) = slot.filter(|&slot| board(&slots[slot]) == wanted) else {
        return Ok(None);
    };
    let mut entry = [0; ENTRY_SIZE];
    copy(&slots[slot], &mut entry);
    Entry::from_bytes(&entry, layout).map(Some)
}

/// Returns the index of the last slot for which `is_before` is true, in sorted slots.
///
/// Meant for up to a few hundred slots, few of them in the processor's caches. A binary search
/// would wait for one cache miss after another. This function loads the first slot of every block
/// in parallel, then all slots of one block.
pub(super) fn last_before<T>(slots: &[T], is_before: impl Fn(&T) -> bool) -> Option<usize> {
    const BLOCK: usize = 16;
    let firsts = slots.iter().step_by(BLOCK).filter(|slot| is_before(slot));
    let first = BLOCK * firsts.count().checked_sub(1)?;
    let block = slots[first..]
        .iter()
        .take(BLOCK)
        .filter(|slot| is_before(slot));
    Some(first + block.count().checked_sub(1)?)
}

pub(super) fn decode(bytes: &Bytes, layout: &Layout<u64>) -> Result<Vec<Entry>, String> {
    let count = check(bytes)?;
    let entries: Result<Vec<Entry>, String> =
        (0..count).map(|slot| entry(bytes, slot, layout)).collect();
    let entries = entries?;
    match entries.is_sorted_by(|a, b| a.key() < b.key()) {
        true => Ok(entries),
        false => Err("entries out of order".to_owned()),
    }
}

/// Returns whether all entries have `discs` discs.
pub(super) fn has_discs(entries: &[Entry], discs: u32) -> bool {
    let mut entries = entries.iter();
    entries.all(|entry| Key::of(entry.board).discs == discs)
}
