//! The choices of a proof with the same number of empties, sorted.

use std::cmp::Ordering;
use std::io;
use std::marker::PhantomData;

use outflank_othello::{Bitboard, Board};

use crate::storage::Storage;

/// A choice: a position of the winning side and its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record<W> {
    pub(crate) board: Board<W>,
    /// The bit index of the move.
    pub(crate) best: u8,
    /// The number of choices that lead here, capped at 255.
    pub(crate) parents: u8,
    /// The size in bits of the proof below the choice, without its lemmas.
    pub(crate) size: u32,
    /// The number of the choice as a lemma, or [`NO_LEMMA`].
    pub(crate) lemma: u32,
}

impl<W> Record<W> {
    /// Makes a choice without a move.
    pub(crate) const fn new(board: Board<W>, parents: u8) -> Self {
        Self {
            board,
            best: 0,
            parents,
            size: 0,
            lemma: NO_LEMMA,
        }
    }
}

/// Stands for "not a lemma".
pub(crate) const NO_LEMMA: u32 = u32::MAX;

/// The number of records that one lookup reads.
const BLOCK: usize = 32;

/// A sorted list of records.
#[derive(Debug)]
pub(crate) struct Layer<W> {
    pub(crate) storage: Storage,
    len: usize,
    /// The board of every [`BLOCK`]th record.
    sparse: Vec<Board<W>>,
    width: PhantomData<W>,
}

impl<W: Bitboard> Layer<W> {
    /// Sizes in bytes of a word and of a record.
    const WORD: usize = W::BITS as usize / 8;
    pub(crate) const RECORD: usize = 2 * Self::WORD + 10;

    /// Makes a layer of the first `len` stored records, which must be all of them.
    pub(crate) fn new(storage: Storage, len: usize) -> io::Result<Self> {
        let mut layer = Self {
            storage,
            len,
            sparse: Vec::new(),
            width: PhantomData,
        };
        for number in (0..len).step_by(BLOCK) {
            let records = layer.read(number, 1)?;
            layer
                .sparse
                .extend(records.iter().map(|record| record.board));
        }
        Ok(layer)
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    fn pack(record: &Record<W>, bytes: &mut Vec<u8>) {
        for word in [record.board.mover(), record.board.opponent()] {
            bytes.extend_from_slice(&word.widen().to_le_bytes()[..Self::WORD]);
        }
        bytes.extend_from_slice(&[record.best, record.parents]);
        bytes.extend_from_slice(&record.size.to_le_bytes());
        bytes.extend_from_slice(&record.lemma.to_le_bytes());
    }

    fn unpack(bytes: &[u8]) -> Record<W> {
        let number = |place: usize, len: usize| {
            let mut number = [0; 16];
            number[..len].copy_from_slice(&bytes[place..place + len]);
            u128::from_le_bytes(number)
        };
        let rest = 2 * Self::WORD;
        Record {
            board: Board::new_unchecked(
                W::narrow(number(0, Self::WORD)),
                W::narrow(number(Self::WORD, Self::WORD)),
            ),
            best: bytes[rest],
            parents: bytes[rest + 1],
            size: number(rest + 2, 4) as u32,
            lemma: number(rest + 6, 4) as u32,
        }
    }

    /// Appends records that sort after all earlier ones.
    pub(crate) fn append(&mut self, records: &[Record<W>]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(records.len() * Self::RECORD);
        for record in records {
            if self.len.is_multiple_of(BLOCK) {
                self.sparse.push(record.board);
            }
            self.len += 1;
            Self::pack(record, &mut bytes);
        }
        self.storage.append(&bytes)
    }

    /// Reads up to `most` records, starting at `first`.
    pub(crate) fn read(&mut self, first: usize, most: usize) -> io::Result<Vec<Record<W>>> {
        let count = most.min(self.len.saturating_sub(first));
        let mut bytes = vec![0; count * Self::RECORD];
        self.storage.read(first * Self::RECORD, &mut bytes)?;
        Ok(bytes.chunks_exact(Self::RECORD).map(Self::unpack).collect())
    }

    /// Overwrites records, starting at `first`.
    pub(crate) fn write(&mut self, first: usize, records: &[Record<W>]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(records.len() * Self::RECORD);
        for record in records {
            Self::pack(record, &mut bytes);
        }
        self.storage.overwrite(first * Self::RECORD, &bytes)
    }

    pub(crate) fn find(&mut self, board: Board<W>) -> io::Result<Option<Record<W>>> {
        let blocks = self.sparse.partition_point(|first| *first <= board);
        let Some(block) = blocks.checked_sub(1) else {
            return Ok(None);
        };
        let count = BLOCK.min(self.len - block * BLOCK);
        let mut bytes = [0; 64 * BLOCK];
        let bytes = &mut bytes[..count * Self::RECORD];
        self.storage.read(block * BLOCK * Self::RECORD, bytes)?;
        // Unpacks few records: unpacking all takes a tenth of the time of a proof.
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            let record = Self::unpack(&bytes[middle * Self::RECORD..][..Self::RECORD]);
            match record.board.cmp(&board) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(Some(record)),
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_in_memory_and_on_disk() {
        for on_disk in [false, true] {
            let storage = match on_disk {
                true => Storage::Disk(tempfile::tempfile().unwrap()),
                false => Storage::default(),
            };
            let mut layer = Layer::<u128>::new(storage, 0).unwrap();
            let record = |number: u32| Record {
                board: Board::new_unchecked(u128::from(number) << 70, 1),
                best: number as u8,
                parents: 3,
                size: number << 8,
                lemma: NO_LEMMA - number,
            };
            let all: Vec<_> = (0..1000).map(|number| record(3 * number)).collect();
            layer.append(&all[..70]).unwrap();
            layer.append(&all[70..]).unwrap();
            for (number, expected) in all.iter().enumerate() {
                assert_eq!(layer.find(expected.board).unwrap().as_ref(), Some(expected));
                let missing = record(3 * number as u32 + 1).board;
                assert_eq!(layer.find(missing).unwrap(), None);
            }
            let changed = Record {
                size: 7,
                ..all[500]
            };
            layer.write(500, &[changed]).unwrap();
            assert_eq!(layer.find(changed.board).unwrap(), Some(changed));
            assert_eq!(layer.read(998, 10).unwrap(), all[998..]);
        }
    }
}
