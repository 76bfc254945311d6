//! Opening books. Records of Edax and Egaroucid are written as they were read, and survive the
//! conversion to an entry and back. A book that passes `verify` finds all of its positions.
#![no_main]

use std::fs;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use outflank_book::formats::edax::{self, EdaxReader, EdaxRecord};
use outflank_book::formats::egaroucid::{self, EgaroucidReader, EgaroucidRecord};
use outflank_book::formats::{Format, compact, export, import};
use outflank_book::{BookLock, Entry, Link, Progress, Store, verify};
use outflank_fuzz::memory_folder;
use outflank_othello::Layout;
use twox_hash::XxHash3_64;

const LAYOUT: Layout<u64> = Layout::STANDARD;

/// The number of positions to write to a file, which takes longer than to read them.
const MOST: usize = 300;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else {
        return;
    };
    match choice % 6 {
        0 => read_edax(data),
        1 => read_egaroucid(data),
        2 => drop(compact::read(data)),
        3 => read_compact(data),
        4 => open_store(data),
        _ => {
            if let Some((&choice, patches)) = data.split_first() {
                open_store(&patched_store(choice, patches));
            }
        }
    }
});

fn read_edax(data: &[u8]) {
    let Ok(reader) = EdaxReader::new(data) else {
        return;
    };
    let (settings, positions) = (*reader.settings(), reader.positions());
    let mut written = Vec::new();
    edax::write_header(&mut written, &settings, positions).expect("the number was read");
    rewrite(data, written, reader, |record, written| {
        record.write(written).expect("memory");
        if let Ok(Some(entry)) = record.entry(&settings, &LAYOUT) {
            check_entry(&entry);
            check_edax(&record, &entry);
        }
    });
}

/// Writes all records after a header, and checks that they are written as they were read.
fn rewrite<R, E>(
    data: &[u8],
    mut written: Vec<u8>,
    mut reader: impl Iterator<Item = Result<R, E>>,
    mut write: impl FnMut(R, &mut Vec<u8>),
) {
    let read = reader.try_for_each(|record| record.map(|record| write(record, &mut written)));
    assert!(data.starts_with(&written));
    assert!(read.is_err() || data == written);
}

/// Checks that an entry becomes the record that it was made from.
fn check_edax(record: &EdaxRecord, entry: &Entry) {
    if record.board != entry.board {
        return;
    }
    let link = |&(score, square): &(i8, u8)| Link {
        square,
        score,
        lower: -64,
        upper: 64,
        level: 0,
        lines: 0,
        reached: entry.reached,
        mover_lines: 1,
        opponent_lines: 1,
    };
    let links: Vec<Link> = record.links.iter().map(link).collect();
    let mut expected = record.clone();
    // An entry has no counts of games, and a move is either a link or the leaf.
    expected.counts[..3].fill(0);
    expected
        .links
        .sort_by_key(|&(score, square)| (-i32::from(score), square));
    let is_leaf = |link: &Link| link.square == record.leaf.1;
    if entry.leaf.is_none() || links.iter().any(is_leaf) {
        expected.leaf = (-127, 65);
    }
    assert_eq!(EdaxRecord::from_entry(entry, &links), expected);
}

fn read_egaroucid(data: &[u8]) {
    let Ok(reader) = EgaroucidReader::new(data) else {
        return;
    };
    let mut written = Vec::new();
    egaroucid::write_header(&mut written, reader.positions()).expect("the number was read");
    rewrite(data, written, reader, |record, written| {
        record.write(written).expect("memory");
        let Ok(entry) = record.entry(&LAYOUT) else {
            return;
        };
        check_entry(&entry);
        let again = EgaroucidRecord::from_entry(&entry);
        assert_eq!(again.entry(&LAYOUT), Ok(entry));
        if record.board == entry.board {
            let mut expected = record;
            if entry.leaf.is_none() {
                expected.leaf = (-126, 125, 0);
            }
            assert_eq!(again, expected);
        }
    });
}

fn check_entry(entry: &Entry) {
    assert_eq!(entry.board.canonical(&LAYOUT).0, entry.board);
    let again = Entry::from_bytes(&entry.to_bytes(), &LAYOUT);
    assert_eq!(again, Ok(*entry));
}

/// Reads the columns of a compact book, which the fuzzer changes before they are compressed, and
/// sends the book through a store.
fn read_compact(data: &[u8]) {
    let Some((positions, columns)) = data.split_first_chunk::<4>() else {
        return;
    };
    let packed = zstd::bulk::compress(columns, 1).expect("memory");
    let sum = XxHash3_64::oneshot(&packed).to_le_bytes();
    let version = 1_u32.to_le_bytes();
    let file = [b"OUTFCPCT", &version[..], positions, &sum, &packed].concat();
    let Ok(entries) = compact::read(&file) else {
        return;
    };
    assert!(entries.is_sorted_by(|a, b| a.key() < b.key()));
    for entry in &entries {
        check_entry(entry);
        assert!(entry.lower <= entry.score && entry.score <= entry.upper);
    }
    if entries.len() > MOST {
        return;
    }
    let folder = memory_folder();
    let [from, to] = ["from.compact", "to.compact"].map(|name| folder.path().join(name));
    fs::write(&from, &file).expect("memory");
    let store = folder.path().join("book");
    let lock = BookLock::new(&store).expect("no other program");
    let mut never = |_, _| ControlFlow::Continue(());
    let progress = &mut Progress::new(&mut never);
    let imported = import(&lock, &from, progress);
    let (imported, _) = imported.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(imported.written, entries.len() as u64);
    let store = Store::open(&store).unwrap_or_else(|error| panic!("{error}"));
    let stored: Result<Vec<Entry>, _> = store.entries().collect();
    let stored = stored.unwrap_or_else(|error| panic!("{error}"));
    // A file may omit moves to its own positions, which the store finds.
    let same = |entry: &Entry| (entry.board, entry.level);
    assert!(stored.iter().map(same).eq(entries.iter().map(same)));
    let verified = verify(&store, progress).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verified.positions, entries.len() as u64);
    if !verified.is_right() {
        return;
    }
    let exported = export(&store, &to, Format::Compact, progress);
    exported.unwrap_or_else(|error| panic!("{error}"));
    let again = compact::read(&fs::read(&to).expect("it was written"));
    let again = again.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, stored);
}

fn open_store(bytes: &[u8]) {
    let folder = memory_folder();
    let path = folder.path().join("book");
    fs::write(&path, bytes).expect("memory");
    let Ok(store) = Store::open(&path) else {
        return;
    };
    for entry in BASE.1.iter() {
        if let Ok(Some(found)) = store.get(entry.board) {
            assert_eq!(found.board, entry.board);
        }
    }
    let mut never = |_, _| ControlFlow::Continue(());
    let Ok(verified) = verify(&store, &mut Progress::new(&mut never)) else {
        return;
    };
    let mut count = 0;
    for entry in store.entries() {
        let entry = entry.unwrap_or_else(|error| panic!("verified: {error}"));
        let found = store.get(entry.board);
        assert_eq!(found.unwrap_or_else(|error| panic!("{error}")), Some(entry));
        count += 1;
    }
    assert_eq!(verified.positions, count);
}

/// A store, and its entries.
static BASE: LazyLock<(Vec<u8>, Vec<Entry>)> = LazyLock::new(|| {
    let folder = memory_folder();
    let [from, path] = ["from.egbk3", "book"].map(|name| folder.path().join(name));
    let egaroucid = &include_bytes!("../corpus/books/egaroucid")[1..];
    fs::write(&from, egaroucid).expect("memory");
    let lock = BookLock::new(&path).expect("no other program");
    let mut never = |_, _| ControlFlow::Continue(());
    let imported = import(&lock, &from, &mut Progress::new(&mut never));
    imported.unwrap_or_else(|error| panic!("{error}"));
    let store = Store::open(&path).unwrap_or_else(|error| panic!("{error}"));
    let entries = store.entries().map(|entry| match entry {
        Ok(entry) => entry,
        Err(error) => panic!("{error}"),
    });
    (fs::read(&path).expect("it was opened"), entries.collect())
});

const PAGE: usize = 4096;
/// Offsets in the header.
const INDEX_CHECKSUM: usize = 832;
const HEADER_CHECKSUM: usize = PAGE - 8;

/// Returns the store with changed bytes: each patch is a page, an offset in it and a value. The
/// lowest bits of the choice say whether the checksums and the index are made to fit.
fn patched_store(choice: u8, patches: &[u8]) -> Vec<u8> {
    let mut bytes = BASE.0.clone();
    let (patches, _) = patches.as_chunks();
    for &[page, low, high, value] in patches {
        let offset = usize::from(u16::from_le_bytes([low, high])) % PAGE;
        let at = usize::from(page) * PAGE + offset;
        let length = bytes.len();
        bytes[at % length] = value;
    }
    let pages = bytes.len() / (PAGE + 16);
    let index = bytes.len() - 16 * pages;
    if choice & 1 != 0 {
        for page in 1..pages {
            let at = page * PAGE;
            let sum = XxHash3_64::oneshot(&bytes[at + 8..at + PAGE]).to_le_bytes();
            bytes[at..at + 8].copy_from_slice(&sum);
            if choice & 2 != 0 {
                bytes.copy_within(at + 16..at + 32, index + 16 * (page - 1));
            }
        }
        let sum = XxHash3_64::oneshot(&bytes[index..]).to_le_bytes();
        bytes[INDEX_CHECKSUM..INDEX_CHECKSUM + 8].copy_from_slice(&sum);
        let sum = XxHash3_64::oneshot(&bytes[..HEADER_CHECKSUM]).to_le_bytes();
        bytes[HEADER_CHECKSUM..PAGE].copy_from_slice(&sum);
    }
    bytes
}
