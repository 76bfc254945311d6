//! Writing a book.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use outflank_othello::{Board, Layout, Shape};
use twox_hash::XxHash3_64;

use super::page::{self, ENTRIES_PER_PAGE, PAGE_SIZE, word};
use super::reader::read_at;
use crate::{BookLock, EdaxSettings, Entry, Fault, Header, Key, Totals};

/// Writes sorted entries to a book under construction.
pub(crate) struct StoreWriter {
    file: BufWriter<File>,
    shape: Shape,
    page: Vec<Entry>,
    index: Vec<Board<u64>>,
    /// The first page of each group so far.
    groups: [u64; 66],
    last: Option<Key>,
    positions: u64,
}

impl StoreWriter {
    /// Creates or truncates the file.
    pub(crate) fn create(book: &BookLock, path: &Path, shape: Shape) -> Result<Self, Fault> {
        if !shape.is_narrow() {
            return Err(Fault::Wide(shape));
        }
        let mut writer = Self::new(book.create(path)?, shape);
        writer.file.write_all(&[0; PAGE_SIZE])?;
        Ok(writer)
    }

    fn new(file: File, shape: Shape) -> Self {
        Self {
            file: BufWriter::with_capacity(1 << 18, file),
            shape,
            page: Vec::with_capacity(ENTRIES_PER_PAGE),
            index: Vec::new(),
            groups: [0; 66],
            last: None,
            positions: 0,
        }
    }

    /// Reopens a file that has at least `pages` complete pages, to continue after them.
    pub(crate) fn resume(path: &Path, shape: Shape, pages: u64) -> Result<Self, Fault> {
        let layout = Layout::new(shape).ok_or(Fault::Wide(shape))?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut writer = Self::new(file, shape);
        for number in 0..pages {
            let mut bytes = [0; PAGE_SIZE];
            let offset = (number + 1) * PAGE_SIZE as u64;
            read_at(writer.file.get_ref(), &mut bytes, offset)?;
            let wrong = |problem| Fault::wrong(offset, problem);
            let count = page::check(&bytes).map_err(wrong)?;
            let first = page::first_board(&bytes);
            let last = page::entry(&bytes, count - 1, &layout).map_err(wrong)?;
            writer.begin_group(Key::of(first).discs);
            writer.index.push(first);
            writer.last = Some(last.key());
            writer.positions += count as u64;
        }
        let end = (pages + 1) * PAGE_SIZE as u64;
        writer.file.get_ref().set_len(end)?;
        writer.file.seek(SeekFrom::Start(end))?;
        Ok(writer)
    }

    /// Records that the next page begins with positions of `discs` discs.
    fn begin_group(&mut self, discs: u32) {
        let last = self.last.map(|key| key.discs);
        if last != Some(discs) {
            let first = last.map_or(0, |last| last as usize + 1);
            let pages = self.index.len() as u64;
            self.groups[first..=discs as usize].fill(pages);
        }
    }

    /// Adds an entry, which must sort after all earlier ones. Returns whether all entries so far
    /// are in complete pages. If so, writing can resume from there after [`sync`](Self::sync).
    pub(crate) fn push(&mut self, entry: Entry) -> Result<bool, Fault> {
        let key = entry.key();
        debug_assert!(self.last < Some(key), "entries are sorted");
        if self.last.is_some_and(|last| last.discs != key.discs) {
            self.write_page()?;
        }
        if self.page.is_empty() {
            self.begin_group(key.discs);
        }
        self.last = Some(key);
        self.page.push(entry);
        self.positions += 1;
        let is_full = self.page.len() == ENTRIES_PER_PAGE;
        if is_full {
            self.write_page()?;
        }
        Ok(is_full)
    }

    fn write_page(&mut self) -> Result<(), Fault> {
        if let Some(first) = self.page.first() {
            self.index.push(first.board);
            self.file.write_all(&page::encode(&self.page))?;
            self.page.clear();
        }
        Ok(())
    }

    /// Makes the complete pages durable and returns their number.
    pub(crate) fn sync(&mut self) -> Result<u64, Fault> {
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        Ok(self.index.len() as u64)
    }

    /// Writes the index and the header, with the given totals of links and exact scores.
    pub(crate) fn finish(
        mut self,
        totals: Totals,
        edax: Option<EdaxSettings>,
    ) -> Result<(), Fault> {
        self.write_page()?;
        let pages = self.index.len() as u64;
        let next = self.last.map_or(0, |key| key.discs as usize + 1);
        self.groups[next..].fill(pages);
        let mut index = Vec::with_capacity(self.index.len() * 16);
        for board in &self.index {
            index.extend(board.mover().to_le_bytes());
            index.extend(board.opponent().to_le_bytes());
        }
        self.file.write_all(&index)?;
        let header = Header {
            shape: self.shape,
            totals: Totals {
                positions: self.positions,
                ..totals
            },
            groups: self.groups,
            index_checksum: XxHash3_64::oneshot(&index),
            edax,
        };
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header.encode())?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        Ok(())
    }
}

/// Replaces a page of a complete book. The boards must not change.
pub(crate) fn rewrite_page(file: &mut File, page: u64, entries: &[Entry]) -> Result<(), Fault> {
    file.seek(SeekFrom::Start((page + 1) * PAGE_SIZE as u64))?;
    file.write_all(&page::encode(entries))?;
    Ok(())
}

/// Replaces the totals of a complete book.
pub(crate) fn rewrite_totals(file: &mut File, totals: Totals) -> Result<(), Fault> {
    let mut bytes = [0; PAGE_SIZE];
    read_at(file, &mut bytes, 0)?;
    let header = Header::decode(&bytes)?;
    debug_assert_eq!(word(&bytes, 0), word(&header.encode(), 0));
    let header = Header { totals, ..header };
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.encode())?;
    file.sync_all()?;
    Ok(())
}
