//! Scored positions on disk, by stage of the game.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outflank_engine::evaluation::{KNOTS, place};
use outflank_othello::{Bitboard, Board};

use crate::seeds::derived_seed;

/// A position with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position, of the 8×8 board.
    pub board: Board<u64>,
    /// The score for the mover, in 1/128 discs.
    pub score: i16,
}

/// Bytes of a sample in a file.
const BYTES: usize = 18;

impl Sample {
    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.board.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent.to_le_bytes());
        bytes[16..].copy_from_slice(&self.score.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let word = |from: usize| {
            bytes[from..from + 8]
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        Self {
            board: Board::new(word(0), word(8)),
            score: i16::from_le_bytes([bytes[16], bytes[17]]),
        }
    }
}

/// Samples for training and, apart from them, samples to test by, each by the
/// knots between which they lie, in files of a directory.
#[derive(Clone, Debug)]
pub struct Spool {
    directory: PathBuf,
    /// Samples for training between each knot and the next.
    counts: [u64; KNOTS.len()],
    /// Samples to test by.
    held_out: [u64; KNOTS.len()],
    /// A hash of all samples in their order.
    hash: u64,
}

/// Which samples of a spool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Training,
    HeldOut,
}

fn path(directory: &Path, part: Part, interval: usize) -> PathBuf {
    let part = match part {
        Part::Training => "training",
        Part::HeldOut => "held-out",
    };
    directory.join(format!("{part}-{:02}.samples", KNOTS[interval]))
}

impl Spool {
    /// Number of samples for training.
    #[must_use]
    pub fn training(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Number of samples to test by.
    #[must_use]
    pub fn held_out(&self) -> u64 {
        self.held_out.iter().sum()
    }

    /// Removes the files, and the directory if nothing else is in it.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        Self::remove_from(&self.directory)
    }

    /// Removes the files of a spool, whole or not, from a directory, and the
    /// directory if nothing else is in it. That nothing is there is no error.
    ///
    /// # Errors
    ///
    /// When a file cannot be removed.
    pub fn remove_from(directory: &Path) -> io::Result<()> {
        let gone = |result: io::Result<()>| match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        };
        for interval in 0..KNOTS.len() {
            for part in [Part::Training, Part::HeldOut] {
                gone(std::fs::remove_file(path(directory, part, interval)))?;
            }
        }
        match std::fs::read_dir(directory).map(|mut left| left.next().is_none()) {
            Ok(true) => gone(std::fs::remove_dir(directory)),
            Ok(false) => Ok(()),
            Err(error) => gone(Err(error)),
        }
    }

    /// A hash of all samples in their order, held out or not.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Number of samples between a knot and the next.
    pub(super) const fn count(&self, part: Part, interval: usize) -> u64 {
        match part {
            Part::Training => self.counts[interval],
            Part::HeldOut => self.held_out[interval],
        }
    }

    /// Some samples of an interval, from number `from` on, into `samples`.
    pub(super) fn read(
        &self,
        part: Part,
        interval: usize,
        (from, count): (u64, usize),
        mut each: impl FnMut(Sample),
    ) -> io::Result<()> {
        let mut file = File::open(path(&self.directory, part, interval))?;
        file.seek(SeekFrom::Start(from * BYTES as u64))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = [0; BYTES];
        for _ in 0..count {
            file.read_exact(&mut bytes)?;
            each(Sample::from_bytes(&bytes));
        }
        Ok(())
    }
}

/// Fills a spool.
#[derive(Debug)]
pub struct SpoolWriter {
    spool: Spool,
    files: Vec<[BufWriter<File>; 2]>,
}

impl SpoolWriter {
    /// A new spool in a directory, which is made if it is not there; a spool
    /// that it held is written over.
    ///
    /// # Errors
    ///
    /// When files cannot be written.
    pub fn new(directory: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let file = |part, interval| {
            let file = File::create(path(directory, part, interval))?;
            io::Result::Ok(BufWriter::with_capacity(1 << 16, file))
        };
        let files = (0..KNOTS.len())
            .map(|interval| {
                Ok([
                    file(Part::Training, interval)?,
                    file(Part::HeldOut, interval)?,
                ])
            })
            .collect::<io::Result<_>>()?;
        Ok(Self {
            spool: Spool {
                directory: directory.to_owned(),
                counts: [0; KNOTS.len()],
                held_out: [0; KNOTS.len()],
                hash: 0,
            },
            files,
        })
    }

    /// Adds a sample, for training or to test by.
    ///
    /// # Errors
    ///
    /// When the disk is full.
    pub fn push(&mut self, sample: Sample, is_held_out: bool) -> io::Result<()> {
        let (interval, _) = place(sample.board.occupied().count());
        let counts = if is_held_out {
            &mut self.spool.held_out
        } else {
            &mut self.spool.counts
        };
        counts[interval] += 1;
        let Board { mover, opponent } = sample.board;
        let rest = u64::from(sample.score as u16) << 1 | u64::from(is_held_out);
        self.spool.hash = derived_seed(self.spool.hash, &[mover, opponent, rest]);
        self.files[interval][usize::from(is_held_out)].write_all(&sample.to_bytes())
    }

    /// The spool, ready to be read.
    ///
    /// # Errors
    ///
    /// When the disk is full.
    pub fn finish(mut self) -> io::Result<Spool> {
        for file in self.files.iter_mut().flatten() {
            file.flush()?;
        }
        Ok(self.spool)
    }
}
