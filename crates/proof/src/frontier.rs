//! The choices that the proof reaches but that have no move yet, by number of empties.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use outflank_othello::{Bitboard, Board};

/// Collects boards in memory up to a limit, and in sorted files beyond it.
#[derive(Debug)]
pub(crate) struct Frontier<W> {
    /// By empties: boards in any order, with duplicates.
    boards: Vec<Vec<Board<W>>>,
    /// By empties: files of sorted boards with the number of their parents.
    runs: Vec<Vec<File>>,
    /// The number of boards in memory, and its limit.
    count: usize,
    most: usize,
    /// Where the files are created.
    folder: PathBuf,
}

/// A board and the number of choices that lead to it.
pub(crate) type Reached<W> = (Board<W>, u32);

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
        let mut file = BufWriter::new(temporary_file(&self.folder)?);
        for (board, parents) in counted(boards) {
            for word in [board.mover(), board.opponent()] {
                file.write_all(&word.widen().to_le_bytes())?;
            }
            file.write_all(&parents.to_le_bytes())?;
        }
        let mut file = file.into_inner()?;
        file.seek(SeekFrom::Start(0))?;
        self.runs[largest].push(file);
        Ok(())
    }

    /// Takes the boards of a layer, sorted.
    pub(crate) fn take(&mut self, empties: u32) -> io::Result<Merged<W>> {
        let boards = std::mem::take(&mut self.boards[empties as usize]);
        self.count -= boards.len();
        let mut sources: Vec<Source<W>> = vec![Box::new(counted(boards).map(Ok))];
        for file in std::mem::take(&mut self.runs[empties as usize]) {
            sources.push(Box::new(Run {
                file: BufReader::new(file),
                width: std::marker::PhantomData,
            }));
        }
        let heads = sources.iter_mut().map(|source| source.next().transpose());
        let heads = heads.collect::<io::Result<_>>()?;
        Ok(Merged { sources, heads })
    }
}

/// Creates a file that is deleted when it is closed.
pub(crate) fn temporary_file(folder: &std::path::Path) -> io::Result<File> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    std::fs::create_dir_all(folder)?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("run-{}-{number}", std::process::id()));
    let mut options = OpenOptions::new();
    let file = options
        .read(true)
        .write(true)
        .create_new(true)
        .open(&path)?;
    // Where an open file cannot be removed, it goes with the folder at the end.
    let _ = std::fs::remove_file(path);
    Ok(file)
}

/// Sorts boards and counts equal ones.
fn counted<W: Bitboard>(mut boards: Vec<Board<W>>) -> impl Iterator<Item = Reached<W>> {
    boards.sort_unstable();
    let mut boards = boards.into_iter().peekable();
    std::iter::from_fn(move || {
        let board = boards.next()?;
        let mut parents = 1;
        while boards.next_if_eq(&board).is_some() {
            parents += 1;
        }
        Some((board, parents))
    })
}

/// A file of sorted boards.
struct Run<W> {
    file: BufReader<File>,
    width: std::marker::PhantomData<W>,
}

impl<W: Bitboard> Iterator for Run<W> {
    type Item = io::Result<Reached<W>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = [0; 36];
        match self.file.fill_buf_is_empty() {
            Ok(true) => return None,
            Ok(false) => {}
            Err(error) => return Some(Err(error)),
        }
        if let Err(error) = self.file.read_exact(&mut bytes) {
            return Some(Err(error));
        }
        let word = |place: usize| {
            let mut word = [0; 16];
            word.copy_from_slice(&bytes[place..place + 16]);
            W::narrow(u128::from_le_bytes(word))
        };
        let mut parents = [0; 4];
        parents.copy_from_slice(&bytes[32..]);
        let board = Board::new_unchecked(word(0), word(16));
        Some(Ok((board, u32::from_le_bytes(parents))))
    }
}

trait AtEnd {
    fn fill_buf_is_empty(&mut self) -> io::Result<bool>;
}

impl AtEnd for BufReader<File> {
    fn fill_buf_is_empty(&mut self) -> io::Result<bool> {
        use std::io::BufRead as _;
        self.fill_buf().map(<[u8]>::is_empty)
    }
}

type Source<W> = Box<dyn Iterator<Item = io::Result<Reached<W>>>>;

/// The boards of a layer, sorted and without duplicates.
pub(crate) struct Merged<W> {
    sources: Vec<Source<W>>,
    heads: Vec<Option<Reached<W>>>,
}

impl<W: Bitboard> Iterator for Merged<W> {
    type Item = io::Result<Reached<W>>;

    fn next(&mut self) -> Option<Self::Item> {
        let least = self.heads.iter().flatten().map(|head| head.0).min()?;
        let mut parents = 0;
        for (source, head) in self.sources.iter_mut().zip(&mut self.heads) {
            if let Some((board, more)) = *head
                && board == least
            {
                parents += more;
                *head = match source.next().transpose() {
                    Ok(next) => next,
                    Err(error) => return Some(Err(error)),
                };
            }
        }
        Some(Ok((least, parents)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_come_back_sorted_and_counted_from_memory_and_disk() {
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
            for (place, (board, parents)) in all.iter().enumerate() {
                assert_eq!(board.mover(), place as u64);
                let number = (0..100)
                    .find(|number| (number * 37) % 100 == place)
                    .unwrap();
                assert_eq!(*parents as usize, 1 + number % 3);
            }
            assert_eq!(frontier.take(1).unwrap().count(), 0);
        }
    }
}
