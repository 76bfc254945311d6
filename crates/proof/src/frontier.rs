//! Choices that the proof reaches but for which no move has been found yet, by number of empties.

use std::io;
use std::path::PathBuf;

use outflank_othello::{Bitboard, Board};

use crate::layer::{Layer, Record};
use crate::storage::Storage;

/// Collects boards in memory up to a limit, and in sorted files beyond it.
#[derive(Debug)]
pub(crate) struct Frontier<W> {
    /// Boards by number of empties, in any order, with duplicates.
    boards: Vec<Vec<Board<W>>>,
    /// Sorted boards on disk, by number of empties.
    runs: Vec<Vec<Layer<W>>>,
    /// The number of boards in memory, and its limit.
    count: usize,
    most: usize,
    /// The folder in which files are created.
    folder: PathBuf,
}

/// The number of records that are read or written at a time.
const BATCH: usize = 1 << 12;

impl<W: Bitboard> Frontier<W> {
    /// Creates an empty frontier that uses up to `memory` bytes.
    pub(crate) fn new(empties: u32, memory: usize, folder: PathBuf) -> Self {
        let layers = empties as usize + 1;
        Self {
            boards: (0..layers).map(|_| Vec::new()).collect(),
            runs: (0..layers).map(|_| Vec::new()).collect(),
            count: 0,
            most: memory / size_of::<Board<W>>(),
            folder,
        }
    }

    pub(crate) fn push(&mut self, board: Board<W>, empties: u32) -> io::Result<()> {
        self.boards[empties as usize].push(board);
        self.count += 1;
        if self.count > self.most {
            self.spill()?;
        }
        Ok(())
    }

    /// Writes the largest layer to disk.
    fn spill(&mut self) -> io::Result<()> {
        let sizes = self.boards.iter().enumerate();
        let Some((largest, _)) = sizes.max_by_key(|(_, boards)| boards.len()) else {
            return Ok(());
        };
        let boards = std::mem::take(&mut self.boards[largest]);
        self.count -= boards.len();
        let mut run = Layer::new(Storage::on_disk(&self.folder)?, 0)?;
        let mut records = counted(boards).peekable();
        while records.peek().is_some() {
            let batch: Vec<_> = records.by_ref().take(BATCH).collect();
            run.append(&batch)?;
        }
        self.runs[largest].push(run);
        Ok(())
    }

    /// Takes the boards of a layer, sorted and without duplicates.
    pub(crate) fn take(
        &mut self,
        empties: u32,
    ) -> io::Result<impl Iterator<Item = io::Result<Record<W>>> + use<W>> {
        let boards = std::mem::take(&mut self.boards[empties as usize]);
        self.count -= boards.len();
        let mut sources: Vec<Source<W>> = vec![Box::new(counted(boards).map(Ok))];
        for mut run in std::mem::take(&mut self.runs[empties as usize]) {
            let batches = (0..run.len()).step_by(BATCH);
            sources.push(Box::new(batches.flat_map(
                move |first| match run.read(first, BATCH) {
                    Ok(records) => records.into_iter().map(Ok).collect(),
                    Err(error) => vec![Err(error)],
                },
            )));
        }
        let heads = sources.iter_mut().map(|source| source.next().transpose());
        let mut heads = heads.collect::<io::Result<Vec<_>>>()?;
        Ok(std::iter::from_fn(move || {
            let least = heads.iter().flatten().map(|head| head.board).min()?;
            let mut parents = 0_u8;
            for (source, head) in sources.iter_mut().zip(&mut heads) {
                if let Some(record) = head
                    && record.board == least
                {
                    parents = parents.saturating_add(record.parents);
                    *head = match source.next().transpose() {
                        Ok(next) => next,
                        Err(error) => return Some(Err(error)),
                    };
                }
            }
            Some(Ok(Record::new(least, parents)))
        }))
    }
}

type Source<W> = Box<dyn Iterator<Item = io::Result<Record<W>>>>;

/// Sorts boards and counts duplicates.
fn counted<W: Bitboard>(mut boards: Vec<Board<W>>) -> impl Iterator<Item = Record<W>> {
    boards.sort_unstable();
    let mut boards = boards.into_iter().peekable();
    std::iter::from_fn(move || {
        let board = boards.next()?;
        let mut parents = 1_u8;
        while boards.next_if_eq(&board).is_some() {
            parents = parents.saturating_add(1);
        }
        Some(Record::new(board, parents))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_returned_sorted_and_counted_from_memory_and_disk() {
        for memory in [usize::MAX, 256] {
            let folder = tempfile::tempdir().unwrap();
            let mut frontier = Frontier::<u64>::new(2, memory, folder.path().to_owned());
            for number in 0..100_u64 {
                for _ in 0..=number % 3 {
                    let board = Board::new_unchecked((number * 37) % 100, 0);
                    frontier.push(board, 2).unwrap();
                }
            }
            let all: Vec<_> = frontier.take(2).unwrap().map(Result::unwrap).collect();
            assert_eq!(all.len(), 100);
            for (place, record) in all.iter().enumerate() {
                assert_eq!(record.board.mover(), place as u64);
                let mut numbers = 0..100;
                let number = numbers.find(|number| (number * 37) % 100 == place);
                assert_eq!(usize::from(record.parents), 1 + number.unwrap() % 3);
            }
            assert_eq!(frontier.take(1).unwrap().count(), 0);
        }
    }
}
