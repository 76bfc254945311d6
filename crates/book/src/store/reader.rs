//! Reading a book.

use std::fs::File;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use outflank_othello::{Board, Layout, Shape};
use tempfile::TempDir;
use twox_hash::XxHash3_64;

use super::map::Map;
use super::page::{self, PAGE_SIZE, PAGE_WORDS, load_board};
use crate::{BookError, Entry, Fault, Header, Key, overlay_path};

/// The number of boards in 4096 bytes of the index.
const BOARDS_PER_PAGE: usize = PAGE_SIZE / 16;

/// An open book file, which threads may share.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Used to read whole pages.
    file: File,
    /// Used for lookups.
    map: Map,
    /// The first board in each 4096-byte page of the index.
    index_pages: Vec<Key>,
    header: Header,
    layout: Layout<u64>,
    /// A bit for each page, set once its checksum has been verified.
    checked: Vec<AtomicU64>,
    /// The folder of a temporary book, which is removed after the file is closed.
    _folder: Option<TempDir>,
}

/// The location of an entry in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The page of entries, from 0.
    pub page: u64,
    /// The entry's index in the page.
    pub slot: usize,
}

impl Store {
    /// Opens a book. Checks the header and the index. Entries are read when they are looked up.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a complete book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if overlay_path(path).exists() => Fault::Unwritten,
            _ => Fault::Io(error),
        });
        let reader = file.and_then(|file| Self::from_file(file, path));
        reader.map_err(|fault| fault.at(path))
    }

    /// Reads the header and the index of an open file.
    pub(crate) fn from_file(file: File, path: &Path) -> Result<Self, Fault> {
        let size = file.metadata()?.len();
        let mut bytes = [0; PAGE_SIZE];
        // A shorter file is padded with zeros, so that its header is still checked.
        let read = usize::try_from(size).map_or(PAGE_SIZE, |size| size.min(PAGE_SIZE));
        read_at(&file, &mut bytes[..read], 0)?;
        let header = Header::decode(&bytes)?;
        if header.file_size() != Some(size) {
            let problem = match header.file_size() {
                Some(expected) => format!("the file ends here: expected {expected} bytes"),
                None => "more pages than a file can have".to_owned(),
            };
            return Err(Fault::wrong(size, problem));
        }
        let layout = Layout::new(header.shape).ok_or(Fault::Wide(header.shape))?;
        let map = Map::new(&file)?;
        let at = (header.pages() + 1) * PAGE_SIZE as u64;
        let (mut checksum, mut bytes) = (XxHash3_64::new(), [0; PAGE_SIZE]);
        let mut index_pages = Vec::new();
        for boards in index_of(&map, &header).chunks(BOARDS_PER_PAGE) {
            let words = boards.as_flattened();
            let bytes = &mut bytes[..8 * words.len()];
            page::copy(words, bytes);
            checksum.write(bytes);
            index_pages.push(key(&boards[0]));
        }
        if checksum.finish() != header.index_checksum {
            return Err(Fault::wrong(at, "damaged index: wrong checksum"));
        }
        let groups_of_bits = header.pages().div_ceil(64);
        Ok(Self {
            path: path.to_owned(),
            map,
            index_pages,
            file,
            layout,
            checked: (0..groups_of_bits).map(|_| AtomicU64::new(0)).collect(),
            header,
            _folder: None,
        })
    }

    /// Opens a book in a temporary folder, which is removed when the store is dropped. Error
    /// messages call the book `path`.
    pub(crate) fn temporary(book: &Path, folder: TempDir, path: &Path) -> Result<Self, Fault> {
        Ok(Self {
            _folder: Some(folder),
            ..Self::from_file(File::open(book)?, path)?
        })
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the board shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.header.shape
    }

    /// Returns the layout of the board.
    #[must_use]
    pub const fn layout(&self) -> &Layout<u64> {
        &self.layout
    }

    /// Looks up a canonical board.
    ///
    /// # Errors
    ///
    /// Returns an error if its page cannot be read or is damaged.
    pub fn get(&self, board: Board<u64>) -> Result<Option<Entry>, BookError> {
        let Some(page) = self.page_of(board) else {
            return Ok(None);
        };
        let found = self.find(page, board);
        found.map_err(|problem| self.wrong(page, problem))
    }

    fn find(&self, page: u64, board: Board<u64>) -> Result<Option<Entry>, String> {
        // Page 0 is the header.
        let (pages, _) = self.map.words().as_chunks::<PAGE_WORDS>();
        let Some(words) = pages.get(page as usize + 1) else {
            return Err("a page beyond the end of the file".to_owned());
        };
        let (checked, bit) = (&self.checked[page as usize / 64], 1 << (page % 64));
        if checked.load(Ordering::Relaxed) & bit == 0 {
            let mut bytes = [0; PAGE_SIZE];
            page::copy(words, &mut bytes);
            page::check(&bytes)?;
            checked.fetch_or(bit, Ordering::Relaxed);
        }
        page::find(words, board, &self.layout)
    }

    /// Returns the page that would contain a board.
    pub(crate) fn page_of(&self, board: Board<u64>) -> Option<u64> {
        let wanted = Key::of(board);
        let pages = self.index_pages.partition_point(|first| *first <= wanted);
        let first = BOARDS_PER_PAGE * pages.checked_sub(1)?;
        let index = index_of(&self.map, &self.header).get(first..)?;
        let index = &index[..index.len().min(BOARDS_PER_PAGE)];
        let page = first + page::last_before(index, |first| key(first) <= wanted)?;
        let pages = self.pages_of(wanted.discs as usize);
        Some(page as u64).filter(|page| pages.contains(page))
    }

    /// Returns the pages of the positions with `discs` discs.
    pub(crate) const fn pages_of(&self, discs: usize) -> std::ops::Range<u64> {
        self.header.groups[discs]..self.header.groups[discs + 1]
    }

    /// Reads all entries of a page.
    ///
    /// # Errors
    ///
    /// Returns an error if the page cannot be read or is damaged.
    pub fn page(&self, page: u64) -> Result<Vec<Entry>, BookError> {
        let mut bytes = [0; PAGE_SIZE];
        read_at(&self.file, &mut bytes, (page + 1) * PAGE_SIZE as u64)
            .map_err(|error| Fault::Io(error).at(&self.path))?;
        let entries = page::decode(&bytes, &self.layout);
        let entries = entries.map_err(|problem| self.wrong(page, problem))?;
        let in_group = (0..=64).find(|&discs| self.pages_of(discs).contains(&page));
        if !in_group.is_some_and(|discs| page::has_discs(&entries, discs as u32)) {
            return Err(self.wrong(page, "entries in the wrong group"));
        }
        let indexed = index_of(&self.map, &self.header).get(page as usize);
        let indexed = indexed.map(|first| load_board(first.each_ref()));
        if indexed != Some(page::first_board(&bytes)) {
            return Err(self.wrong(page, "the index has a different board"));
        }
        Ok(entries)
    }

    /// Reads all entries of some pages.
    pub(crate) fn pages(&self, pages: std::ops::Range<u64>) -> Result<Vec<Entry>, BookError> {
        let pages = pages.map(|page| self.page(page));
        Ok(pages.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Adds the file and the page's offset to a problem.
    fn wrong(&self, page: u64, problem: impl Into<String>) -> BookError {
        Fault::wrong((page + 1) * PAGE_SIZE as u64, problem).at(&self.path)
    }

    /// Iterates over all entries in order.
    #[must_use]
    pub fn entries(&self) -> Entries<'_> {
        self.entries_from(Place::default())
    }

    /// Iterates over the entries from a place onwards.
    #[must_use]
    pub fn entries_from(&self, place: Place) -> Entries<'_> {
        Entries {
            store: self,
            place,
            entries: None,
        }
    }
}

/// Returns the first board of each page, or an empty slice if the file has been truncated.
fn index_of<'a>(map: &'a Map, header: &Header) -> &'a [[AtomicU64; 2]] {
    let pages = header.pages() as usize;
    let index = map.words().get((pages + 1) * PAGE_WORDS..);
    let (index, _) = index.unwrap_or_default().as_chunks();
    index.get(..pages).unwrap_or_default()
}

fn key(board: &[AtomicU64; 2]) -> Key {
    Key::of(load_board(board.each_ref()))
}

/// The entries of a book in order.
#[derive(Debug)]
pub struct Entries<'a> {
    store: &'a Store,
    place: Place,
    /// The entries of the current page.
    entries: Option<Vec<Entry>>,
}

impl Entries<'_> {
    /// Returns the place of the next entry.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.place.page >= self.store.header.pages() {
                return None;
            }
            if self.entries.is_none() {
                match self.store.page(self.place.page) {
                    Ok(entries) => self.entries = Some(entries),
                    Err(error) => {
                        // Stop at a damaged page.
                        self.place.page = u64::MAX;
                        return Some(Err(error));
                    }
                }
            }
            let entries = self.entries.as_deref().unwrap_or_default();
            if let Some(entry) = entries.get(self.place.slot) {
                self.place.slot += 1;
                return Some(Ok(*entry));
            }
            self.entries = None;
            (self.place.page, self.place.slot) = (self.place.page + 1, 0);
        }
    }
}

/// Fills `bytes` from an offset. Does not use the map, so a file that another program truncates
/// causes an error instead of a signal.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from an offset.
#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}
