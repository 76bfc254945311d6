//! Damaged and hostile files cause errors with offsets, never panics.

use std::fs;
use std::path::Path;

use outflank_book::formats::compact;
use outflank_book::formats::edax::{self, EdaxReader, EdaxRecord};
use outflank_book::formats::egaroucid::{self, EgaroucidReader, EgaroucidRecord};
use outflank_book::{BookLock, EdaxSettings, Entry, Store, formats};
use outflank_othello::Layout;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{export, grow, grown, import, names, sample, to_the_end};

/// The default number of mutations of each sample; `OUTFLANK_MUTATIONS` overrides it.
const MUTATIONS: usize = 300;

/// Changes, removes or adds some bytes.
fn mutate(bytes: &[u8], random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..4) {
        // Half of the changes affect the first bytes.
        let limit = if random.random() { usize::MAX } else { 200 };
        let most = bytes.len().min(limit);
        let at = random.random_range(0..most.max(1));
        match random.random_range(0..4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at.min(bytes.len()), random.random()),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.random();
                }
            }
        }
    }
    bytes
}

/// Reads a file as the import does. Returns whether it reached the end.
fn read_edax(bytes: &[u8]) -> bool {
    EdaxReader::new(bytes).is_ok_and(|mut reader| {
        let settings = *reader.settings();
        let entry = |record: EdaxRecord| record.entry(&settings, &Layout::STANDARD);
        reader.all(|record| record.is_ok_and(|record| is_sound(entry(record).ok().flatten())))
    })
}

/// Reads a file as the import does. Returns whether it reached the end.
fn read_egaroucid(bytes: &[u8]) -> bool {
    EgaroucidReader::new(bytes).is_ok_and(|mut reader| {
        let entry = |record: EgaroucidRecord| record.entry(&Layout::STANDARD).ok();
        reader.all(|record| record.is_ok_and(|record| is_sound(entry(record))))
    })
}

/// Checks the board of an entry, if there is one.
fn is_sound(entry: Option<Entry>) -> bool {
    let check = entry.map(|entry| entry.board.check(&Layout::STANDARD));
    assert_eq!(check.unwrap_or(Ok(())), Ok(()));
    true
}

/// Returns how many mutations of a sample are accepted, and how many are rejected.
fn try_mutations(name: &str, count: usize, read: fn(&[u8]) -> bool) -> Option<[usize; 2]> {
    let bytes = fs::read(sample(name)?).unwrap();
    assert!(read(&bytes));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let all = (0..count).filter(|_| read(&mutate(&bytes, &mut random)));
    let accepted = all.count();
    Some([accepted, count - accepted])
}

#[test]
fn mutated_samples_do_not_panic() {
    let count = std::env::var("OUTFLANK_MUTATIONS").ok();
    let count = count.map_or(MUTATIONS, |count| count.parse().unwrap());
    for (name, read) in [
        ("edax-small.dat", read_edax as fn(&[u8]) -> bool),
        ("egaroucid-small.egbk3", read_egaroucid),
    ] {
        let Some([accepted, refused]) = try_mutations(name, count, read) else {
            return;
        };
        println!("{name}: {accepted} mutations read, {refused} refused");
        assert!(accepted > 0 && refused > 0);
    }
}

#[test]
fn mutated_compact_books_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let [book, compact] = ["a.book", "a.compact"].map(|name| folder.path().join(name));
    grow(&book, "8x8", 100);
    export(&book, &compact);
    let bytes = fs::read(compact).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..300 {
        let mut changed = mutate(&bytes, &mut random);
        let is_same = changed == bytes;
        assert_eq!(compact::read(&changed).is_ok(), is_same);
        // With a correct checksum, the mutated frame is unpacked.
        if let Some(packed) = changed.get(24..) {
            let checksum = twox_hash::XxHash3_64::oneshot(packed);
            changed[16..24].copy_from_slice(&checksum.to_le_bytes());
            let _ = compact::read(&changed);
        }
    }
    // Mutate the columns themselves and pack them again.
    let columns = zstd::bulk::decompress(&bytes[24..], 1 << 20).unwrap();
    let mut refused = 0;
    for _ in 0..2000 {
        let packed = zstd::bulk::compress(&mutate(&columns, &mut random), 1).unwrap();
        let checksum = twox_hash::XxHash3_64::oneshot(&packed).to_le_bytes();
        let changed = [&bytes[..16], &checksum, &packed].concat();
        match compact::read(&changed) {
            Ok(entries) => assert!(entries.is_sorted_by(|a, b| a.key() < b.key())),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn damage_is_found_on_opening_or_reading() {
    let (folder, book) = grown("6x6", 300);
    let bytes = fs::read(&book).unwrap();
    let damaged = folder.path().join("b.book");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..300 {
        let at = random.random_range(0..bytes.len());
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.random_range(0..8);
        fs::write(&damaged, changed).unwrap();
        let read = |store: Store| store.entries().collect::<Result<Vec<_>, _>>();
        let found = Store::open(&damaged).and_then(read);
        assert!(found.is_err(), "the changed bit at {at} was not found");
    }
    for size in [0, 1, 8, 4095, 4096, 5000, bytes.len() - 1] {
        fs::write(&damaged, &bytes[..size]).unwrap();
        let error = Store::open(&damaged).unwrap_err().to_string();
        assert!(error.contains("b.book"), "{error}");
    }
}

/// Returns the error message of an import.
fn refusal(folder: &Path, content: &[u8]) -> String {
    let file = folder.join("in");
    fs::write(&file, content).unwrap();
    let lock = BookLock::new(&folder.join("out.book")).unwrap();
    let error = to_the_end(|progress| formats::import(&lock, &file, progress)).unwrap_err();
    error.to_string()
}

/// A file without positions has nothing after its header.
#[test]
fn bytes_after_an_empty_book_are_refused() {
    let (mut edax, mut egaroucid) = (Vec::new(), Vec::new());
    edax::write_header(&mut edax, &EdaxSettings::default(), 0).unwrap();
    egaroucid::write_header(&mut egaroucid, 0).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for header in [edax, egaroucid] {
        let error = refusal(folder.path(), &[&header[..], b"x"].concat());
        let expected = format!("offset {}: more bytes follow", header.len());
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn errors_name_the_offset() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(&path).unwrap();
    let longer = [bytes.as_slice(), b"x"].concat();
    let mut version = bytes.clone();
    version[8] = 9;
    let mut other_endian = bytes.clone();
    other_endian[38..42].reverse();
    let end = format!("offset {}", bytes.len());
    for (content, expected) in [
        (&bytes[..1000], ["offset 9", "the file ends within"]),
        (&longer, [&end, ""]),
        (&version, ["offset 8", "expected 4"]),
        (&other_endian, ["offset", ""]),
        (b"GIF89a", ["offset 0", "expected a position"]),
    ] {
        let error = refusal(folder.path(), content);
        assert!(expected.iter().all(|part| error.contains(part)), "{error}");
    }
    // A failed import leaves neither a book nor temporary files.
    assert_eq!(names(folder.path()), ["in"]);
}

#[test]
fn a_failed_import_leaves_the_book_unchanged() {
    let (Some(good), Some(other)) = (sample("edax-small.dat"), sample("egaroucid-small.egbk3"))
    else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    import(&good, &book);
    let before = fs::read(&book).unwrap();
    let cut = folder.path().join("cut.egbk3");
    let bytes = fs::read(other).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 10]).unwrap();
    let lock = BookLock::new(&book).unwrap();
    assert!(to_the_end(|progress| formats::import(&lock, &cut, progress)).is_err());
    drop(lock);
    assert!(fs::read(&book).unwrap() == before);
    assert_eq!(names(folder.path()), ["a.book", "cut.egbk3"]);
}

#[test]
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    let first = BookLock::new(&book).unwrap();
    let error = BookLock::new(&book).unwrap_err().to_string();
    assert!(error.contains("is writing it"), "{error}");
    drop(first);
    drop(BookLock::new(&book).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
}
