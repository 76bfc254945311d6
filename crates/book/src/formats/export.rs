//! Exporting a book to other formats.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use outflank_othello::{Board, Shape};
use outflank_support::AtomicFile;

use super::edax::{self, EdaxRecord};
use super::egaroucid::{self, EgaroucidRecord};
#[cfg(feature = "parquet")]
use super::table;
use super::{Format, compact, csv, text};
use crate::error::At as _;
use crate::tree::links;
use crate::{BookError, Entry, Fault, Progress, Store, children};

/// The number of entries between two progress reports.
const REPORT_EVERY: u64 = 1 << 12;

/// Counts of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Positions in the book.
    pub read: u64,
    /// Positions or rows in the file.
    pub written: u64,
    /// The data that the format cannot store, each with the number of positions that lose it.
    pub lost: Vec<(u64, &'static str)>,
}

/// Exports a book to a file. An existing file is replaced only when the export is complete.
///
/// # Errors
///
/// Returns an error if reading or writing fails, or if `progress` stopped it. Creates no file then.
pub fn export(
    store: &Store,
    to: &Path,
    format: Format,
    progress: &mut Progress<'_>,
) -> Result<Exported, BookError> {
    let is_standard = matches!(format, Format::Edax | Format::Egaroucid | Format::Compact);
    if is_standard && store.shape() != Shape::STANDARD {
        let (found, expected) = (store.shape(), Shape::STANDARD);
        return Err(Fault::Shape { found, expected }.at(store.path()));
    }
    let mut export = Export {
        store,
        file: AtomicFile::create(to).at(to)?,
        to,
        progress,
        exported: Exported::default(),
    };
    match format {
        Format::Edax => export.edax()?,
        Format::Egaroucid => export.egaroucid()?,
        Format::Text => export.each(|file, entry| text::write_line(file, entry, store.layout()))?,
        Format::Csv => {
            writeln!(export.file, "{}", csv::HEADER).at(to)?;
            export.each(|file, entry| csv::write_line(file, entry, store.layout()))?;
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => return export.parquet(),
        Format::Compact => export.compact()?,
    }
    export.file.finish().at(to)?;
    Ok(export.exported)
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
    /// Counts an entry and reports progress.
    fn count(&mut self) -> Result<(), BookError> {
        self.exported.read += 1;
        let whole = self.store.header().totals.positions;
        match self.exported.read.is_multiple_of(REPORT_EVERY) {
            true => self.progress.report(self.exported.read, whole).at(self.to),
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
            write(&mut self.file, &entry).at(self.to)?;
            self.exported.written += 1;
        }
        Ok(())
    }

    fn edax(&mut self) -> Result<(), BookError> {
        // Passes have their own records, which count in the header.
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
        edax::write_header(&mut self.file, &settings, positions).at(self.to)?;
        let mut manual = 0;
        for entry in self.store.entries() {
            let entry = entry?;
            self.count()?;
            manual += u64::from(entry.is_manual);
            let get = |board| self.store.get(board);
            let links = links(entry.board, self.store.layout(), get)?;
            let record = EdaxRecord::from_entry(&entry, &links);
            record.write(&mut self.file).at(self.to)?;
        }
        for entry in passes.values() {
            let record = EdaxRecord::forced_pass(entry, self.store.layout());
            record.write(&mut self.file).at(self.to)?;
        }
        self.exported.written = positions;
        self.exported.lose(manual, "the mark of a manual score");
        Ok(())
    }

    fn egaroucid(&mut self) -> Result<(), BookError> {
        let positions = self.store.header().totals.positions;
        egaroucid::write_header(&mut self.file, positions).at(self.to)?;
        let bounded = Cell::new(0);
        self.each(|file, entry| {
            let is_bounded = entry.lower > -64 || entry.upper < 64;
            bounded.set(bounded.get() + u64::from(is_bounded));
            EgaroucidRecord::from_entry(entry).write(file)
        })?;
        self.exported.lose(bounded.get(), "a bound on the score");
        Ok(())
    }

    fn compact(&mut self) -> Result<(), BookError> {
        let (content, lost) = compact::pack(self.store, || self.count())?;
        self.file.write_all(&content).at(self.to)?;
        self.exported.written = self.exported.read;
        let exported = &mut self.exported;
        exported.lose(lost.manual, "the mark of a manual score");
        exported.lose(lost.without_search, "a score without a search");
        Ok(())
    }

    #[cfg(feature = "parquet")]
    fn parquet(mut self) -> Result<Exported, BookError> {
        let mut entries = self.store.entries();
        let (layout, whole) = (self.store.layout(), self.store.header().totals.positions);
        let mut writer = table::writer(self.file).at(self.to)?;
        loop {
            let group = entries.by_ref().take(table::GROUP);
            let group = group.collect::<Result<Vec<Entry>, BookError>>()?;
            if group.is_empty() {
                break;
            }
            table::write_group(&mut writer, &group, layout).at(self.to)?;
            self.exported.read += group.len() as u64;
            let reported = self.progress.report(self.exported.read, whole);
            reported.at(self.to)?;
        }
        self.exported.written = self.exported.read;
        writer.into_inner().at(self.to)?.finish().at(self.to)?;
        Ok(self.exported)
    }
}

impl Exported {
    /// Records a loss if any position has it.
    fn lose(&mut self, positions: u64, what: &'static str) {
        if positions > 0 {
            self.lost.push((positions, what));
        }
    }
}
