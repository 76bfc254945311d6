//! Reading, writing and converting the books of other programs.

use std::collections::HashMap;
use std::fs;

use outflank_book::Entry;
use outflank_book::formats::edax::{self, EdaxReader, EdaxRecord};
use outflank_book::formats::egaroucid::{EgaroucidReader, EgaroucidRecord};
use outflank_othello::Board;

use crate::common::{entries, export, import, sample, verified};

fn edax_records(bytes: &[u8]) -> Vec<EdaxRecord> {
    let reader = EdaxReader::new(bytes).unwrap();
    reader.map(Result::unwrap).collect()
}

fn egaroucid_records(bytes: &[u8]) -> Vec<EgaroucidRecord> {
    let reader = EgaroucidReader::new(bytes).unwrap();
    reader.map(Result::unwrap).collect()
}

/// Returns records by board, with their links sorted.
fn by_board(records: Vec<EdaxRecord>) -> HashMap<Board<u64>, EdaxRecord> {
    let sorted = records.into_iter().map(|mut record| {
        record.links.sort_unstable();
        (record.board, record)
    });
    sorted.collect()
}

#[test]
fn edax_records_round_trip_byte_for_byte() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let bytes = fs::read(path).unwrap();
    let reader = EdaxReader::new(bytes.as_slice()).unwrap();
    let mut written = Vec::new();
    edax::write_header(&mut written, reader.settings(), reader.positions()).unwrap();
    for record in reader {
        record.unwrap().write(&mut written).unwrap();
    }
    assert!(written == bytes);
}

#[test]
fn an_edax_book_keeps_its_records_when_exported_again() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let [book, back] = ["a.book", "a.dat"].map(|name| folder.path().join(name));
    let imported = import(&path, &book);
    let counts = (imported.read, imported.written, imported.rejected);
    assert_eq!(counts, (4347, 4347, 0));
    let exported = export(&book, &back);
    assert_eq!((exported.read, exported.written), (4347, 4347));
    assert_eq!(exported.lost, []);
    let [before, after] = [path, back].map(|path| fs::read(path).unwrap());
    assert_eq!(before[..42], after[..42]);
    // The sample lacks some links, which the export adds.
    let mut added = 0;
    let after = by_board(edax_records(&after));
    for (board, record) in by_board(edax_records(&before)) {
        let mut exported = after[&board].clone();
        let links = exported.links.len();
        exported.links.retain(|link| record.links.contains(link));
        added += links - exported.links.len();
        let mut links = after[&board].links.iter();
        if links.any(|link| link.1 == record.leaf.1) {
            assert_eq!(exported.leaf, (-127, 65));
            exported.leaf = record.leaf;
        }
        assert_eq!(exported, record);
    }
    assert_eq!((after.len(), added), (4347, 41));
}

#[test]
fn an_egaroucid_book_keeps_its_records_when_exported_again() {
    let Some(path) = sample("egaroucid-small.egbk3") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let [book, back] = ["a.book", "a.egbk3"].map(|name| folder.path().join(name));
    let imported = import(&path, &book);
    let counts = (imported.read, imported.written, imported.rejected);
    assert_eq!(counts, (4347, 4347, 0));
    export(&book, &back);
    let [mut before, mut after] =
        [path, back].map(|path| egaroucid_records(&fs::read(path).unwrap()));
    before.sort_by_key(|record| record.board);
    after.sort_by_key(|record| record.board);
    // Without a leaf, the leaf level is meaningless.
    for record in before.iter_mut().chain(&mut after) {
        if record.leaf.1 == 125 {
            record.leaf.2 = 0;
        }
    }
    assert!(before == after);
}

#[test]
fn both_samples_hold_the_same_values() {
    let (Some(edax), Some(egaroucid)) = (sample("edax-small.dat"), sample("egaroucid-small.egbk3"))
    else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.book", "b.book", "a.egbk3"];
    let [from_edax, from_egaroucid, converted] = names.map(|name| folder.path().join(name));
    import(&edax, &from_edax);
    import(&egaroucid, &from_egaroucid);
    let [from_edax_entries, others] = [&from_edax, &from_egaroucid].map(|book| entries(book));
    assert_eq!(from_edax_entries.len(), others.len());
    let values = |entry: &Entry| {
        let leaf = entry.leaf.map(|leaf| (leaf.square, leaf.score));
        (entry.board, entry.score, entry.lines, leaf)
    };
    for (one, other) in from_edax_entries.iter().zip(&others) {
        assert_eq!(values(one), values(other));
    }
    // Converting the other way produces the same records.
    export(&from_edax, &converted);
    let again = folder.path().join("c.book");
    import(&converted, &again);
    for (one, other) in from_edax_entries.iter().zip(&entries(&again)) {
        let [one, other] = [one, other].map(|entry| (entry.board, entry.score, entry.leaf));
        assert_eq!(one, other);
    }
}

#[test]
fn verification_finds_the_missing_links_of_a_sample() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("a.book");
    import(&path, &book);
    let found = verified(&book);
    assert_eq!((found.positions, found.not_canonical), (4347, 0));
    // Some leaves of the sample lead to positions of the book.
    assert_eq!((found.wrong_leaves, found.wrong_scores), (7, 2));
    assert!(!found.is_right());
}

#[test]
fn edax_text_has_the_leaves_of_the_edax_book() {
    let (Some(binary), Some(text)) = (sample("edax-small.dat"), sample("edax-small.txt.gz")) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("a.txt");
    let mut gzip = std::process::Command::new("gzip");
    let Ok(unpacked) = gzip.arg("-dc").arg(text).output() else {
        println!("gzip is missing: skipping the text");
        return;
    };
    fs::write(&plain, unpacked.stdout).unwrap();
    let [one, other] = ["a.book", "b.book"].map(|name| folder.path().join(name));
    import(&binary, &one);
    assert_eq!(import(&plain, &other).rejected, 0);
    let leaf = |entry: Entry| {
        let leaf = entry.leaf.map(|leaf| (leaf.square, leaf.score));
        (entry.board, leaf)
    };
    let leaves = |book| Vec::from_iter(entries(book).into_iter().map(leaf));
    assert_eq!(leaves(&one), leaves(&other));
}

#[test]
fn text_books_keep_every_entry() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let [one, text, other] = ["a.book", "a.txt", "b.book"].map(|name| folder.path().join(name));
    import(&path, &one);
    export(&one, &text);
    import(&text, &other);
    assert_eq!(entries(&one), entries(&other));
}

#[test]
fn tables_have_a_row_for_each_position() {
    let Some(path) = sample("edax-small.dat") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.book", "a.csv", "a.parquet"];
    let [book, csv, parquet] = names.map(|name| folder.path().join(name));
    import(&path, &book);
    export(&book, &csv);
    let text = fs::read_to_string(csv).unwrap();
    assert_eq!(text.lines().count(), 4348);
    let columns = |line: &str| line.split(',').count();
    assert!(text.lines().all(|line| columns(line) == 15));
    assert_eq!(export(&book, &parquet).written, 4347);
    let file = fs::File::open(parquet).unwrap();
    let reader = parquet::file::reader::SerializedFileReader::new(file).unwrap();
    use parquet::file::reader::FileReader as _;
    assert_eq!(reader.metadata().file_metadata().num_rows(), 4347);
    let schema = reader.metadata().file_metadata().schema_descr();
    assert_eq!(schema.num_columns(), 15);
}
