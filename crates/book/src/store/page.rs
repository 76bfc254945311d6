//! Pages of entries.

use std::sync::atomic::{AtomicU64, Ordering};

use outflank_othello::{Board, Layout};
use twox_hash::XxHash3_64;

use crate::entry::{ENTRY_SIZE, Entry, Key};

/// Size of a page in bytes.
pub(crate) const PAGE_SIZE: usize = 4096;

/// Bytes before the first entry: checksum of all that follows, number of entries.
const HEAD: usize = 16;

/// Most entries of a page.
pub(super) const ENTRIES_PER_PAGE: usize = (PAGE_SIZE - HEAD) / ENTRY_SIZE;

/// The bytes of a page.
pub(super) type Bytes = [u8; PAGE_SIZE];

/// The little-endian words of a page in a mapped file.
pub(super) type Words = [AtomicU64; PAGE_SIZE / 8];

/// Words before the first entry.
const HEAD_WORDS: usize = HEAD / 8;

/// Entries of which a lookup compares the first.
const SEARCH_BLOCK: usize = 12;

/// Words of an entry.
const ENTRY_WORDS: usize = ENTRY_SIZE / 8;

/// Returns the eight bytes of a word.
fn load(word: &AtomicU64) -> [u8; 8] {
    word.load(Ordering::Relaxed).to_ne_bytes()
}

/// Copies a page.
pub(super) fn copy(words: &Words) -> Bytes {
    let mut bytes = [0; PAGE_SIZE];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&load(word));
    }
    bytes
}

/// Returns the eight bytes at an offset as a number.
pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Writes entries, at most [`ENTRIES_PER_PAGE`], as a page.
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
        return Err(format!(
            "damaged page: checksum {found:016x}, expected {expected:016x}"
        ));
    }
    count(word(bytes, 8))
}

/// Returns the number of entries of a page whose head says `count`.
fn count(count: u64) -> Result<usize, String> {
    match usize::try_from(count) {
        Ok(count) if (1..=ENTRIES_PER_PAGE).contains(&count) => Ok(count),
        _ => Err(format!(
            "page of {count} entries: expected 1 to {ENTRIES_PER_PAGE}"
        )),
    }
}

/// Returns the first board of a page.
pub(super) fn first_board(bytes: &Bytes) -> Board<u64> {
    Board::new_unchecked(word(bytes, HEAD), word(bytes, HEAD + 8))
}

/// Returns an entry of a page that [`check`] accepted.
pub(super) fn entry(bytes: &Bytes, slot: usize, layout: &Layout<u64>) -> Result<Entry, String> {
    let mut entry = [0; ENTRY_SIZE];
    let at = HEAD + slot * ENTRY_SIZE;
    entry.copy_from_slice(&bytes[at..at + ENTRY_SIZE]);
    Entry::from_bytes(&entry, layout)
}

/// Finds the entry of a board in a page that [`check`] accepted.
pub(super) fn find(
    words: &Words,
    wanted: Board<u64>,
    layout: &Layout<u64>,
) -> Result<Option<Entry>, String> {
    let count = count(u64::from_le_bytes(load(&words[1])))?;
    let (slots, _) = words[HEAD_WORDS..].as_chunks::<ENTRY_WORDS>();
    let board = |[mover, opponent, ..]: &[AtomicU64; ENTRY_WORDS]| {
        let [mover, opponent] = [mover, opponent].map(|word| u64::from_le_bytes(load(word)));
        Board::new_unchecked(mover, opponent)
    };
    // Most slots are in no processor cache. A binary search would wait for one after another; the
    // first slots of blocks are loaded side by side, and so are those of a block.
    let mut blocks = slots[..count].chunks(SEARCH_BLOCK);
    let is_before = |block: &&[[AtomicU64; ENTRY_WORDS]]| board(&block[0]) <= wanted;
    let before = blocks.clone().filter(is_before).count();
    let block = blocks.nth(before.saturating_sub(1)).unwrap_or_default();
    let Some(slot) = block.iter().find(|slot| board(slot) == wanted) else {
        return Ok(None);
    };
    let mut entry = [0; ENTRY_SIZE];
    for (bytes, word) in entry.chunks_exact_mut(8).zip(slot) {
        bytes.copy_from_slice(&load(word));
    }
    Entry::from_bytes(&entry, layout).map(Some)
}

/// Reads all entries of a page.
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

/// Returns whether the entries of a page have `discs` discs.
pub(super) fn has_discs(entries: &[Entry], discs: u32) -> bool {
    entries
        .iter()
        .all(|entry| Key::of(entry.board).discs == discs)
}
