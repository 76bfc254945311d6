//! Pages of entries.

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
    count(bytes)
}

/// Returns the number of entries of a page whose checksum is right.
pub(super) fn count(bytes: &Bytes) -> Result<usize, String> {
    let count = word(bytes, 8);
    match usize::try_from(count) {
        Ok(count) if (1..=ENTRIES_PER_PAGE).contains(&count) => Ok(count),
        _ => Err(format!(
            "page of {count} entries: expected 1 to {ENTRIES_PER_PAGE}"
        )),
    }
}

/// Returns the board of an entry of a page.
fn board(bytes: &Bytes, slot: usize) -> Board<u64> {
    let at = HEAD + slot * ENTRY_SIZE;
    Board::new_unchecked(word(bytes, at), word(bytes, at + 8))
}

/// Returns the first board of a page.
pub(super) fn first_board(bytes: &Bytes) -> Board<u64> {
    board(bytes, 0)
}

/// Returns an entry of a page that [`check`] accepted.
pub(super) fn entry(bytes: &Bytes, slot: usize, layout: &Layout<u64>) -> Result<Entry, String> {
    let mut entry = [0; ENTRY_SIZE];
    let at = HEAD + slot * ENTRY_SIZE;
    entry.copy_from_slice(&bytes[at..at + ENTRY_SIZE]);
    Entry::from_bytes(&entry, layout)
}

/// Finds the slot of a board in a page of `count` entries.
pub(super) fn find(bytes: &Bytes, count: usize, wanted: Board<u64>) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high) / 2;
        match board(bytes, middle).cmp(&wanted) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
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
