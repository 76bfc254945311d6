//! Building a store from sorted sources: merging books, importing files, applying an overlay.

use std::fs;
use std::path::Path;

use outflank_othello::Shape;
use outflank_support::write_atomically;

use crate::error::At as _;
use crate::negamax::propagate;
use crate::store::StoreWriter;
use crate::{
    BookError, BookLock, EdaxSettings, Entries, Entry, Fault, Place, Progress, Scores, Store,
    Totals,
};

/// The number of pages between resume points of a merge, about 130 MB.
const PAGES_BETWEEN_SAVES: u64 = 1 << 15;

/// The number of entries between two progress reports.
const REPORT_EVERY: u64 = 1 << 14;

/// Returns the better of two entries of one position. Manual scores beat searched ones, and proven
/// scores beat others; then the higher level and the better leaf win.
#[must_use]
pub fn better(a: Entry, b: Entry) -> Entry {
    let rank = |entry: &Entry| {
        let quality = entry.leaf.map(|leaf| leaf.quality);
        (
            entry.is_manual,
            entry.is_exact(),
            entry.level,
            quality.map(|quality| (quality.reaches_end, quality.selectivity, quality.level)),
            entry.lines,
        )
    };
    // The bytes break ties, so the result does not depend on the order of the arguments.
    let key = |entry: &Entry| (rank(entry), entry.to_bytes());
    if key(&b) > key(&a) { b } else { a }
}

/// A source of a merge: entries in file order.
pub(crate) enum Source<'a> {
    /// A book.
    Store(Entries<'a>),
    /// Sorted entries in memory.
    Memory(std::vec::IntoIter<Entry>),
}

impl Source<'_> {
    fn next(&mut self) -> Option<Result<Entry, BookError>> {
        match self {
            Self::Store(entries) => entries.next(),
            Self::Memory(entries) => entries.next().map(Ok),
        }
    }
}

/// A source with its next entry.
struct Head<'a> {
    source: Source<'a>,
    next: Option<Entry>,
    /// The place of the entry, if the source is a book.
    place: Place,
}

impl<'a> Head<'a> {
    fn new(source: Source<'a>) -> Result<Self, BookError> {
        let (next, place) = (None, Place::default());
        let mut head = Self {
            source,
            next,
            place,
        };
        head.advance()?;
        Ok(head)
    }

    fn advance(&mut self) -> Result<(), BookError> {
        if let Source::Store(entries) = &self.source {
            self.place = entries.place();
        }
        self.next = self.source.next().transpose()?;
        Ok(())
    }
}

/// Counts of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries read from all sources.
    pub read: u64,
    /// Positions written.
    pub written: u64,
}

/// Merges sources into the part file. Calls `at_page` whenever all entries so far are in complete
/// pages.
fn stream(
    sources: &mut [Head<'_>],
    writer: &mut StoreWriter,
    merged: &mut Merged,
    mut at_page: impl FnMut(&mut StoreWriter, &[Head<'_>], &Merged) -> Result<(), Fault>,
    path: &Path,
) -> Result<(), BookError> {
    loop {
        let heads = sources.iter().filter_map(|head| head.next);
        let Some(least) = heads.map(|entry| entry.key()).min() else {
            return Ok(());
        };
        let mut best: Option<Entry> = None;
        for head in &mut *sources {
            while let Some(entry) = head.next.filter(|entry| entry.key() == least) {
                best = Some(best.map_or(entry, |other| better(other, entry)));
                merged.read += 1;
                head.advance()?;
            }
        }
        if let Some(entry) = best {
            merged.written += 1;
            if writer.push(entry).at(path)? {
                at_page(writer, sources, merged).at(path)?;
            }
        }
    }
}

/// Options for rebuilding a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The shape of the boards.
    pub(crate) shape: Shape,
    /// The header of Edax's format.
    pub(crate) edax: Option<EdaxSettings>,
    /// Whether to recompute the scores.
    pub(crate) scores: Scores,
    /// Whether the result includes the overlay, which is then removed.
    pub(crate) includes_overlay: bool,
}

/// Replaces the locked book with the union of the sources. An interrupted call cannot resume.
pub(crate) fn rebuild(
    lock: &BookLock,
    sources: Vec<Source<'_>>,
    settings: &Settings,
    progress: &mut Progress<'_>,
) -> Result<(Merged, Totals), BookError> {
    let path = lock.path();
    // Discard the state of an interrupted merge.
    let _ = fs::remove_file(lock.progress());
    let mut writer = StoreWriter::create(lock, &lock.part(), settings.shape).at(path)?;
    let heads: Result<Vec<Head<'_>>, BookError> = sources.into_iter().map(Head::new).collect();
    let mut merged = Merged::default();
    let report = |_: &mut StoreWriter, _: &[Head<'_>], merged: &Merged| {
        if merged.written.is_multiple_of(REPORT_EVERY) {
            progress.report(merged.written, 0)?;
        }
        Ok(())
    };
    stream(&mut heads?, &mut writer, &mut merged, report, lock.path())?;
    writer.finish(Totals::default(), settings.edax).at(path)?;
    let totals = propagate(&lock.part(), settings.scores, progress)?;
    lock.replace(settings.includes_overlay).at(path)?;
    Ok((merged, totals))
}

/// Merges books and replaces the locked book with the result. If several books have a position, the
/// [`better`] entry wins. After an interruption, even a kill, the same call resumes the merge and
/// produces the same file.
///
/// # Errors
///
/// Returns [`Fault::Stopped`] if `progress` stopped it, or any read or write error.
pub fn merge(
    lock: &BookLock,
    books: &[Store],
    progress: &mut Progress<'_>,
) -> Result<(Merged, Totals), BookError> {
    let (path, shape) = (lock.path(), shared_shape(books)?);
    let whole = books.iter().map(|book| book.header().totals.positions);
    let whole = whole.sum();
    let part = lock.part();
    let saved = SavedMerge::read(lock, books);
    let is_new = saved.is_none();
    let mut saved = saved.unwrap_or_else(|| SavedMerge {
        pages: 0,
        places: vec![Place::default(); books.len()],
        merged: Merged::default(),
        is_streamed: false,
    });
    if !saved.is_streamed {
        let writer = match is_new {
            true => StoreWriter::create(lock, &part, shape),
            false => StoreWriter::resume(&part, shape, saved.pages),
        };
        let mut writer = writer.at(path)?;
        let sources = books.iter().zip(saved.places);
        let heads = sources.map(|(book, place)| Head::new(Source::Store(book.entries_from(place))));
        let heads: Result<Vec<Head<'_>>, BookError> = heads.collect();
        let mut pages = 0;
        let save = |writer: &mut StoreWriter, heads: &[Head<'_>], merged: &Merged| {
            pages += 1;
            if pages % 256 == 0 {
                progress.report(merged.read, whole)?;
            }
            if pages % PAGES_BETWEEN_SAVES == 0 {
                let saved = SavedMerge {
                    pages: writer.sync()?,
                    places: heads.iter().map(|head| head.place).collect(),
                    merged: *merged,
                    is_streamed: false,
                };
                saved.write(lock, books)?;
            }
            Ok(())
        };
        stream(&mut heads?, &mut writer, &mut saved.merged, save, path)?;
        let edax = books.iter().find_map(|book| book.header().edax);
        writer.finish(Totals::default(), edax).at(path)?;
        (saved.places, saved.is_streamed) = (Vec::new(), true);
        saved.write(lock, books).at(path)?;
    }
    let totals = propagate(&part, Scores::Update, progress)?;
    lock.replace(false).at(path)?;
    Ok((saved.merged, totals))
}

/// Checks that all books have the same board shape and returns it.
fn shared_shape(books: &[Store]) -> Result<Shape, BookError> {
    let expected = books.first().map_or(Shape::STANDARD, Store::shape);
    match books.iter().find(|book| book.shape() != expected) {
        None => Ok(expected),
        Some(other) => {
            let found = other.shape();
            Err(Fault::Shape { found, expected }.at(other.path()))
        }
    }
}

/// The state from which an interrupted merge resumes.
#[derive(Debug, PartialEq)]
struct SavedMerge {
    /// The number of complete pages in the part file.
    pages: u64,
    /// The next entry of each book.
    places: Vec<Place>,
    merged: Merged,
    /// Whether all entries are written and only the values are missing.
    is_streamed: bool,
}

impl SavedMerge {
    /// Identifies the books, so that a merge resumes only with the same books.
    fn identity(books: &[Store]) -> String {
        let books = books.iter().map(|book| {
            let header = book.header();
            format!("{:?} {}\n", book.path(), header.identity())
        });
        books.collect()
    }

    fn write(&self, lock: &BookLock, books: &[Store]) -> Result<(), Fault> {
        let place = |place: &Place| format!("{} {}", place.page, place.slot);
        let places: Vec<String> = self.places.iter().map(place).collect();
        let text = format!(
            "outflank merge 1\n{} {} {} {}\n{}\n{}",
            self.pages,
            self.merged.read,
            self.merged.written,
            u8::from(self.is_streamed),
            places.join(" "),
            Self::identity(books),
        );
        Ok(write_atomically(&lock.progress(), text.as_bytes())?)
    }

    /// Reads the saved state of an interrupted merge of the same books, if there is one.
    fn read(lock: &BookLock, books: &[Store]) -> Option<Self> {
        let text = fs::read_to_string(lock.progress()).ok()?;
        let mut lines = text.splitn(4, '\n');
        if lines.next()? != "outflank merge 1" {
            return None;
        }
        let numbers = |line: &str| -> Option<Vec<u64>> {
            let words = line.split_whitespace();
            words.map(|word| word.parse().ok()).collect()
        };
        let counts = numbers(lines.next()?)?;
        let places = numbers(lines.next()?)?;
        let &[pages, read, written, is_streamed] = counts.as_slice() else {
            return None;
        };
        let places = places.chunks_exact(2).map(|place| Place {
            page: place[0],
            slot: place[1] as usize,
        });
        let saved = Self {
            pages,
            places: places.collect(),
            merged: Merged { read, written },
            is_streamed: is_streamed == 1,
        };
        let size = fs::metadata(lock.part()).ok()?.len();
        let is_complete = saved.is_streamed && Store::open(&lock.part()).is_ok();
        let has_pages = saved.places.len() == books.len()
            && size >= (saved.pages + 1) * crate::store::PAGE_SIZE as u64;
        let is_same = lines.next()? == Self::identity(books);
        (is_same && (is_complete || (!saved.is_streamed && has_pages))).then_some(saved)
    }
}
