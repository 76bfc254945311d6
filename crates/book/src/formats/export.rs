//! Exporting a book to other formats.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use outflank_othello::{Board, Shape};
use outflank_support::AtomicFile;

use super::edax::{self, EdaxRecord};
use super::egaroucid::{self, EgaroucidRecord};
use super::{Format, compact, table, text};
use crate::entry::Entry;
use crate::error::{BookError, Fault};
use crate::progress::Progress;
use crate::store::Store;
use crate::tree::{Link, children};

/// Entries between two reports.
const REPORT_EVERY: u64 = 1 << 12;

/// Counts of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Positions in the book.
    pub read: u64,
    /// Positions or rows in the file.
    pub written: u64,
    /// What the format cannot store, with the number of positions that lose it.
    pub lost: Vec<(u64, &'static str)>,
}

/// Exports a book to a file, which is replaced only when the export is complete.
///
/// # Errors
///
/// Returns an error if reading or writing fails or is stopped; no new file exists then.
pub fn export(
    store: &Store,
    to: &Path,
    format: Format,
    progress: &mut Progress<'_>,
) -> Result<Exported, BookError> {
    let wrong = |fault: Fault| fault.at(to);
    let is_standard = matches!(format, Format::Edax | Format::Egaroucid | Format::Compact);
    if is_standard && store.shape() != Shape::STANDARD {
        let (found, expected) = (store.shape(), Shape::STANDARD);
        return Err(Fault::Shape { found, expected }.at(store.path()));
    }
    let file = AtomicFile::create(to).map_err(|error| wrong(error.into()))?;
    let mut export = Export {
        store,
        file,
        to,
        progress,
        exported: Exported::default(),
    };
    match format {
        Format::Edax => export.edax()?,
        Format::Egaroucid => export.egaroucid()?,
        Format::Text => export.each(|file, entry| text::write_line(file, entry, store.layout()))?,
        Format::Csv => {
            writeln!(export.file, "{}", table::CSV_HEADER).map_err(|error| wrong(error.into()))?;
            export.each(|file, entry| table::write_csv(file, entry, store.layout()))?;
        }
        Format::Parquet => return export.parquet(),
        Format::Compact => export.compact()?,
    }
    let Export { file, exported, .. } = export;
    file.finish().map_err(|error| wrong(error.into()))?;
    Ok(exported)
}

/// An export in progress.
struct Export<'a, 'b> {
    store: &'a Store,
    file: AtomicFile,
    to: &'a Path,
    progress: &'a mut Progress<'b>,
    exported: Exported,
}

impl Export<'_, '_> {
    fn wrong(&self) -> impl Fn(Fault) -> BookError + use<> {
        let to = self.to.to_owned();
        move |fault| fault.at(&to)
    }

    /// Counts an entry and reports progress.
    fn count(&mut self) -> Result<(), BookError> {
        self.exported.read += 1;
        let whole = self.store.header().totals.positions;
        match self.exported.read.is_multiple_of(REPORT_EVERY) {
            true => self
                .progress
                .report(self.exported.read, whole)
                .map_err(self.wrong()),
            false => Ok(()),
        }
    }

    /// Writes each entry with `write`.
    fn each(
        &mut self,
        write: impl Fn(&mut AtomicFile, &Entry) -> std::io::Result<()>,
    ) -> Result<(), BookError> {
        for entry in self.store.entries() {
            let entry = entry?;
            self.count()?;
            write(&mut self.file, &entry).map_err(|error| self.wrong()(error.into()))?;
            self.exported.written += 1;
        }
        Ok(())
    }

    fn edax(&mut self) -> Result<(), BookError> {
        // Passes have their own records, which the count in the header includes.
        let mut passes: BTreeMap<Board<u64>, Entry> = BTreeMap::new();
        for entry in self.store.entries() {
            for child in children(entry?.board, self.store.layout()) {
                if child.has_passed
                    && let Some(found) = self.store.get(child.board)?
                {
                    passes.insert(found.board, found);
                }
            }
        }
        let positions = self.store.header().totals.positions + passes.len() as u64;
        let settings = self.store.header().edax.unwrap_or_default();
        let written = edax::write_header(&mut self.file, &settings, positions);
        written.map_err(|error| self.wrong()(error.into()))?;
        let mut manual = 0;
        for entry in self.store.entries() {
            let entry = entry?;
            self.count()?;
            manual += u64::from(entry.is_manual);
            let record = EdaxRecord::from_entry(&entry, &links(self.store, &entry)?);
            let written = record.write(&mut self.file);
            written.map_err(|error| self.wrong()(error.into()))?;
        }
        for entry in passes.values() {
            let record = EdaxRecord::forced_pass(entry, self.store.layout());
            let written = record.write(&mut self.file);
            written.map_err(|error| self.wrong()(error.into()))?;
        }
        self.exported.written = positions;
        self.exported
            .lost
            .extend(lost(manual, "the mark of a manual score"));
        Ok(())
    }

    fn egaroucid(&mut self) -> Result<(), BookError> {
        let positions = self.store.header().totals.positions;
        let written = egaroucid::write_header(&mut self.file, positions);
        written.map_err(|error| self.wrong()(error.into()))?;
        let mut bounded = 0;
        for entry in self.store.entries() {
            let entry = entry?;
            self.count()?;
            bounded += u64::from(entry.lower > -64 || entry.upper < 64);
            let record = EgaroucidRecord::from_entry(&entry);
            let written = record.write(&mut self.file);
            written.map_err(|error| self.wrong()(error.into()))?;
            self.exported.written += 1;
        }
        self.exported
            .lost
            .extend(lost(bounded, "a bound of the score"));
        Ok(())
    }

    fn compact(&mut self) -> Result<(), BookError> {
        let wrong = self.wrong();
        let Self {
            store,
            file,
            progress,
            exported,
            ..
        } = self;
        let whole = store.header().totals.positions;
        let mut done = 0;
        let count = || {
            done += 1;
            match done % REPORT_EVERY {
                0 => progress.report(done, whole).map_err(&wrong),
                _ => Ok(()),
            }
        };
        let written = compact::write(store, file, count, &wrong)?;
        exported.read = written.positions;
        exported.written = written.positions;
        exported
            .lost
            .extend(lost(written.manual, "the mark of a manual score"));
        exported
            .lost
            .extend(lost(written.without_search, "a score without a search"));
        Ok(())
    }

    fn parquet(mut self) -> Result<Exported, BookError> {
        let wrong = self.wrong();
        let mut entries = self.store.entries();
        let layout = self.store.layout();
        let mut writer = table::parquet_writer(self.file).map_err(|error| wrong(error.into()))?;
        loop {
            let group: Result<Vec<Entry>, BookError> =
                entries.by_ref().take(table::GROUP).collect();
            let group = group?;
            if group.is_empty() {
                break;
            }
            let written = table::write_group(&mut writer, &group, layout);
            written.map_err(|error| wrong(error.into()))?;
            self.exported.read += group.len() as u64;
            let whole = self.store.header().totals.positions;
            self.progress
                .report(self.exported.read, whole)
                .map_err(&wrong)?;
        }
        self.exported.written = self.exported.read;
        let file = writer.into_inner().map_err(|error| wrong(error.into()))?;
        file.finish().map_err(|error| wrong(error.into()))?;
        Ok(self.exported)
    }
}

/// Pairs a loss with its count, if it is not zero.
fn lost(positions: u64, what: &'static str) -> Option<(u64, &'static str)> {
    (positions > 0).then_some((positions, what))
}

/// Returns the moves of an entry that stay inside the book.
fn links(store: &Store, entry: &Entry) -> Result<Vec<Link>, BookError> {
    let mut links = Vec::new();
    for child in children(entry.board, store.layout()) {
        if let Some(found) = store.get(child.board)? {
            links.push(Link::new(&child, &found));
        }
    }
    Ok(links)
}
