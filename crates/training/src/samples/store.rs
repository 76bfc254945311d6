//! Samples on disk, by stage of the game.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_engine::evaluation::{KNOTS, PatternSet};
use outflank_othello::{Board, Shape};
use outflank_support::{Locked, open_locked};

use super::{Sample, SampleSink, Split};
use crate::error::TrainingError;
use crate::hash;

/// Maximum size of an encoded sample, in bytes.
const MAX_BYTES: usize = 34;

/// The encoding of a sample: the two words of the board, then the score, little-endian.
#[derive(Clone, Copy, Debug)]
struct Encoding {
    /// Length of a board word in bytes.
    word: usize,
}

impl Encoding {
    fn of(patterns: &PatternSet) -> Self {
        let word = if patterns.shape().is_narrow() { 8 } else { 16 };
        Self { word }
    }

    /// Returns the length of a sample in bytes.
    const fn bytes(self) -> usize {
        2 * self.word + 2
    }

    fn encode(self, sample: Sample) -> [u8; MAX_BYTES] {
        let mut bytes = [0; MAX_BYTES];
        let (mover, opponent) = (sample.board.mover(), sample.board.opponent());
        let word = self.word;
        bytes[..word].copy_from_slice(&mover.to_le_bytes()[..word]);
        bytes[word..2 * word].copy_from_slice(&opponent.to_le_bytes()[..word]);
        bytes[2 * word..2 * word + 2].copy_from_slice(&sample.score.to_le_bytes());
        bytes
    }

    fn decode(self, bytes: &[u8]) -> Sample {
        let word = |from: usize| {
            let mut word = [0; 16];
            word[..self.word].copy_from_slice(&bytes[from..from + self.word]);
            u128::from_le_bytes(word)
        };
        let score = 2 * self.word;
        Sample {
            board: Board::new_unchecked(word(0), word(self.word)),
            score: i16::from_le_bytes([bytes[score], bytes[score + 1]]),
        }
    }
}

/// The samples of a board shape in the files of a directory, one for each split and each
/// interval between two knots of the stages.
#[derive(Clone, Debug)]
pub struct SampleStore {
    directory: PathBuf,
    patterns: &'static PatternSet,
    training: [u64; KNOTS],
    held_out: [u64; KNOTS],
    hash: u64,
    /// The first file, locked so that no other process writes the store.
    _lock: Arc<Locked>,
}

fn path(directory: &Path, split: Split, interval: usize) -> PathBuf {
    let split = match split {
        Split::Training => "training",
        Split::HeldOut => "held-out",
    };
    directory.join(format!("{split}-{interval:02}.samples"))
}

impl SampleStore {
    /// Returns the patterns of the board shape.
    #[must_use]
    pub const fn patterns(&self) -> &'static PatternSet {
        self.patterns
    }

    /// Returns the number of samples to learn from.
    #[must_use]
    pub fn training(&self) -> u64 {
        self.training.iter().sum()
    }

    /// Returns the size of the hold-out set.
    #[must_use]
    pub fn held_out(&self) -> u64 {
        self.held_out.iter().sum()
    }

    /// Removes the files of a store, complete or not, from a directory, then the
    /// directory itself if it is empty. Missing files are not an error.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be removed.
    pub fn remove_from(directory: &Path) -> io::Result<()> {
        let ignore_missing = |result: io::Result<()>| match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        };
        for interval in 0..KNOTS {
            for split in [Split::Training, Split::HeldOut] {
                ignore_missing(std::fs::remove_file(path(directory, split, interval)))?;
            }
        }
        match std::fs::read_dir(directory).map(|mut left| left.next().is_none()) {
            Ok(true) => ignore_missing(std::fs::remove_dir(directory)),
            Ok(false) => Ok(()),
            Err(error) => ignore_missing(Err(error)),
        }
    }

    /// Returns a hash of all samples in their order.
    pub(crate) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the number of samples between a knot and the next one.
    pub(crate) const fn count(&self, split: Split, interval: usize) -> u64 {
        match split {
            Split::Training => self.training[interval],
            Split::HeldOut => self.held_out[interval],
        }
    }

    /// Reads `count` samples of an interval, starting at number `from`.
    pub(crate) fn read(
        &self,
        split: Split,
        interval: usize,
        (from, count): (u64, usize),
        mut each: impl FnMut(Sample),
    ) -> io::Result<()> {
        let mut file = File::open(path(&self.directory, split, interval))?;
        let encoding = Encoding::of(self.patterns);
        file.seek(SeekFrom::Start(from * encoding.bytes() as u64))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = [0; MAX_BYTES];
        let bytes = &mut bytes[..encoding.bytes()];
        for _ in 0..count {
            file.read_exact(bytes)?;
            each(encoding.decode(bytes));
        }
        Ok(())
    }
}

/// Writes a [`SampleStore`].
#[derive(Debug)]
pub struct SampleStoreWriter {
    store: SampleStore,
    files: Vec<[BufWriter<File>; 2]>,
}

impl SampleStoreWriter {
    /// Creates a store in a directory, which is created if needed; an existing store is
    /// overwritten.
    ///
    /// # Errors
    ///
    /// Returns an error if files cannot be created, or another process is using the store
    /// ([`ResourceBusy`](io::ErrorKind::ResourceBusy)).
    pub fn new(directory: &Path, patterns: &'static PatternSet) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let lock = open_locked(&path(directory, Split::Training, 0))?;
        let file = |split, interval| {
            let file = File::create(path(directory, split, interval))?;
            io::Result::Ok(BufWriter::with_capacity(1 << 16, file))
        };
        let both = |interval| {
            let training = file(Split::Training, interval)?;
            Ok([training, file(Split::HeldOut, interval)?])
        };
        let files = (0..KNOTS).map(both).collect::<io::Result<_>>()?;
        Ok(Self {
            store: SampleStore {
                directory: directory.to_owned(),
                patterns,
                training: [0; KNOTS],
                held_out: [0; KNOTS],
                hash: 0,
                _lock: Arc::new(lock),
            },
            files,
        })
    }

    /// Flushes the files and returns the store.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be written.
    pub fn finish(mut self) -> io::Result<SampleStore> {
        for file in self.files.iter_mut().flatten() {
            file.flush()?;
        }
        Ok(self.store)
    }
}

impl SampleSink for SampleStoreWriter {
    fn shape(&self) -> Shape {
        self.store.patterns.shape()
    }

    fn add(&mut self, sample: Sample, split: Split) -> Result<(), TrainingError> {
        let store = &mut self.store;
        let discs = sample.board.occupied().count_ones();
        let (interval, _) = store.patterns.stages().place(discs);
        let (counts, file) = match split {
            Split::Training => (&mut store.training, 0),
            Split::HeldOut => (&mut store.held_out, 1),
        };
        counts[interval] += 1;
        let is_wide = !store.patterns.shape().is_narrow();
        store.hash = hash::with_sample(store.hash, sample, split, is_wide);
        let encoding = Encoding::of(store.patterns);
        let bytes = encoding.encode(sample);
        Ok(self.files[interval][file].write_all(&bytes[..encoding.bytes()])?)
    }
}
