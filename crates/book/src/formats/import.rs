//! Importing other formats into a book.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use outflank_othello::{Layout, Shape};

use super::edax::EdaxReader;
use super::egaroucid::EgaroucidReader;
use super::text::parse_line;
use super::{Format, compact};
use crate::error::At as _;
use crate::merge::{Settings, Source, rebuild};
use crate::shipped::SHIPPED_FILE;
use crate::store::StoreWriter;
use crate::{
    BookError, BookLock, EdaxSettings, Entry, Fault, Progress, SHIPPED, Scores, Store, Totals,
    better,
};

/// The number of entries sorted in memory at a time, about 100 MB.
const RUN: usize = 2_000_000;

/// The number of entries between two progress reports.
const REPORT_EVERY: u64 = 1 << 12;

/// The number of messages about rejected positions to keep.
const MAX_MESSAGES: usize = 10;

/// Counts of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Positions in the file.
    pub read: u64,
    /// Positions in the book afterwards.
    pub written: u64,
    /// Positions that break the rules.
    pub rejected: u64,
    /// Forced passes, which Outflank's books do not store.
    pub passes: u64,
    /// Positions that lose their counts of won, drawn and lost games.
    pub without_counts: u64,
    /// The reasons for the first rejections.
    pub messages: Vec<String>,
}

/// Adds the positions of a file, or of the shipped book ([`SHIPPED`]), to the locked book, creating
/// it if it is missing. The file may be larger than memory: positions are sorted in runs on disk.
///
/// A new book keeps the scores of the file. The scores of an existing book are recomputed.
///
/// # Errors
///
/// Returns an error if a file cannot be read or written, or is not a book. The locked book is then
/// unchanged.
pub fn import(
    lock: &BookLock,
    file: &Path,
    progress: &mut Progress<'_>,
) -> Result<(Imported, Totals), BookError> {
    let mut runs = Runs {
        lock,
        entries: Vec::new(),
        written: 0,
    };
    let outcome = import_runs(&mut runs, file, progress);
    for number in 0..runs.written {
        // A leftover run is harmless.
        let _ = fs::remove_file(lock.run(number));
    }
    outcome
}

fn import_runs(
    runs: &mut Runs<'_>,
    file: &Path,
    progress: &mut Progress<'_>,
) -> Result<(Imported, Totals), BookError> {
    let lock = runs.lock;
    let mut imported = Imported::default();
    let edax = read(file, runs, &mut imported, progress)?;
    let exists = lock.path().exists();
    let existing = exists.then(|| Store::open(lock.path())).transpose()?;
    if let Some(existing) = &existing
        && existing.shape() != Shape::STANDARD
    {
        let (found, expected) = (existing.shape(), Shape::STANDARD);
        return Err(Fault::Shape { found, expected }.at(lock.path()));
    }
    let stores = (0..runs.written).map(|number| Store::open(&lock.run(number)));
    let stores = stores.collect::<Result<Vec<Store>, BookError>>()?;
    let stores = stores.iter().chain(&existing);
    let mut sources: Vec<Source<'_>> = stores.map(|store| Source::Store(store.entries())).collect();
    sources.push(Source::Memory(runs.sorted().into_iter()));
    let settings = Settings {
        shape: Shape::STANDARD,
        edax: edax.or_else(|| existing.as_ref()?.header().edax),
        scores: if exists { Scores::Update } else { Scores::Keep },
        includes_overlay: false,
    };
    let (merged, totals) = rebuild(lock, sources, &settings, progress)?;
    imported.written = merged.written;
    Ok((imported, totals))
}

struct Runs<'a> {
    lock: &'a BookLock,
    entries: Vec<Entry>,
    /// The number of runs on disk.
    written: usize,
}

impl Runs<'_> {
    fn push(&mut self, entry: Entry) -> Result<(), Fault> {
        self.entries.push(entry);
        if self.entries.len() == RUN {
            let path = self.lock.run(self.written);
            let mut writer = StoreWriter::create(self.lock, &path, Shape::STANDARD)?;
            self.written += 1;
            for entry in self.sorted() {
                writer.push(entry)?;
            }
            writer.finish(Totals::default(), None)?;
        }
        Ok(())
    }

    /// Takes the entries out of memory and returns them sorted, without duplicates.
    fn sorted(&mut self) -> Vec<Entry> {
        let mut entries = std::mem::take(&mut self.entries);
        entries.sort_by_key(Entry::key);
        entries.dedup_by(|later, kept| {
            let is_same = later.board == kept.board;
            if is_same {
                *kept = better(*kept, *later);
            }
            is_same
        });
        entries
    }
}

/// Reads a file in any format.
fn read(
    path: &Path,
    runs: &mut Runs<'_>,
    imported: &mut Imported,
    progress: &mut Progress<'_>,
) -> Result<Option<EdaxSettings>, BookError> {
    let mut file: Box<dyn BufRead> = if path == Path::new(SHIPPED) {
        Box::new(SHIPPED_FILE.content())
    } else {
        let file = File::open(path).at(path)?;
        Box::new(BufReader::with_capacity(1 << 16, file))
    };
    let format = Format::detect(file.fill_buf().at(path)?);
    let mut sink = Sink {
        runs,
        imported,
        progress,
        whole: 0,
    };
    let layout = &Layout::STANDARD;
    let mut edax = None;
    match format {
        Format::Edax => {
            let mut reader = EdaxReader::new(file).at(path)?;
            let settings = *reader.settings();
            sink.whole = reader.positions();
            for (number, record) in (1_u64..).zip(&mut reader) {
                let record = record.at(path)?;
                sink.imported.without_counts += u64::from(record.counts[..3] != [0; 3]);
                sink.take(number, record.entry(&settings, layout))
                    .at(path)?;
            }
            edax = Some(settings);
        }
        Format::Egaroucid => {
            let mut reader = EgaroucidReader::new(file).at(path)?;
            sink.whole = reader.positions();
            for (number, record) in (1_u64..).zip(&mut reader) {
                let entry = record.at(path)?.entry(layout);
                sink.take(number, entry.map(Some)).at(path)?;
            }
        }
        Format::Compact => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).at(path)?;
            let entries = compact::read(&bytes).at(path)?;
            sink.whole = entries.len() as u64;
            for (number, entry) in (1_u64..).zip(entries) {
                sink.take(number, Ok(Some(entry))).at(path)?;
            }
        }
        _ => read_text(file, &mut sink).at(path)?,
    }
    Ok(edax)
}

/// Reads a book in the text format. If the first line is wrong, the file is not a book at all.
fn read_text(file: impl BufRead, sink: &mut Sink<'_, '_, '_>) -> Result<(), Fault> {
    for (number, line) in (1_u64..).zip(file.split(b'\n')) {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        let entry = parse_line(&line, &Layout::STANDARD);
        if let (1, Err(problem)) = (number, &entry) {
            let problem = format!("{problem}, or an Edax or Egaroucid book");
            return Err(Fault::wrong(0, problem));
        }
        sink.take(number, entry.map(Some))?;
    }
    Ok(())
}

/// Receives the positions of a file.
struct Sink<'a, 'b, 'c> {
    runs: &'a mut Runs<'b>,
    imported: &'a mut Imported,
    progress: &'a mut Progress<'c>,
    /// The number of positions in the file, if known.
    whole: u64,
}

impl Sink<'_, '_, '_> {
    /// Adds the entry of a numbered position, or counts its rejection.
    fn take(&mut self, number: u64, entry: Result<Option<Entry>, String>) -> Result<(), Fault> {
        self.imported.read += 1;
        if self.imported.read.is_multiple_of(REPORT_EVERY) {
            self.progress.report(self.imported.read, self.whole)?;
        }
        match entry {
            Ok(Some(entry)) => self.runs.push(entry)?,
            Ok(None) => self.imported.passes += 1,
            Err(problem) => {
                self.imported.rejected += 1;
                let messages = &mut self.imported.messages;
                if messages.len() < MAX_MESSAGES {
                    messages.push(format!("position {number}: {problem}"));
                }
            }
        }
        Ok(())
    }
}
