//! Scored positions on disk, by stage of the game.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outflank_engine::evaluation::{KNOTS, PatternSet};
use outflank_othello::Board;

use outflank_matches::seeds::derived_seed;

/// A position with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position: bit `8·row + column` of boards that fit into 8×8,
    /// `width·row + column` of others.
    pub board: Board<u128>,
    /// The score for the mover, in 1/128 discs.
    pub score: i16,
}

/// Most bytes of a sample in a file.
const MOST_BYTES: usize = 34;

/// How samples stand in a file: the words of the board, then the score.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Bytes of each word of the board.
    word: usize,
}

impl Form {
    fn of(patterns: &PatternSet) -> Self {
        let word = if patterns.shape().is_narrow() { 8 } else { 16 };
        Self { word }
    }

    /// Bytes of a sample.
    const fn bytes(self) -> usize {
        2 * self.word + 2
    }

    fn encode(self, sample: Sample) -> [u8; MOST_BYTES] {
        let mut bytes = [0; MOST_BYTES];
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

/// Samples of a shape for training and, apart from them, samples to test by, each by the
/// knots between which they lie, in files of a directory.
#[derive(Clone, Debug)]
pub struct Spool {
    directory: PathBuf,
    patterns: &'static PatternSet,
    /// Samples for training between each knot and the next.
    counts: [u64; KNOTS],
    /// Samples to test by.
    held_out: [u64; KNOTS],
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
    directory.join(format!("{part}-{interval:02}.samples"))
}

impl Spool {
    /// The patterns of the samples' shape.
    #[must_use]
    pub const fn patterns(&self) -> &'static PatternSet {
        self.patterns
    }

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
        for interval in 0..KNOTS {
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
        let form = Form::of(self.patterns);
        file.seek(SeekFrom::Start(from * form.bytes() as u64))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = [0; MOST_BYTES];
        let bytes = &mut bytes[..form.bytes()];
        for _ in 0..count {
            file.read_exact(bytes)?;
            each(form.decode(bytes));
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
    /// A new spool for samples of the shape of `patterns` in a directory, which is made if it is not there; a spool
    /// that it held is written over.
    ///
    /// # Errors
    ///
    /// When files cannot be written.
    pub fn new(directory: &Path, patterns: &'static PatternSet) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let file = |part, interval| {
            let file = File::create(path(directory, part, interval))?;
            io::Result::Ok(BufWriter::with_capacity(1 << 16, file))
        };
        let files = (0..KNOTS)
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
                patterns,
                counts: [0; KNOTS],
                held_out: [0; KNOTS],
                hash: 0,
            },
            files,
        })
    }

    /// The patterns of the samples' shape.
    #[must_use]
    pub const fn patterns(&self) -> &'static PatternSet {
        self.spool.patterns
    }

    /// Adds a sample, for training or to test by.
    ///
    /// # Errors
    ///
    /// When the disk is full.
    pub fn push(&mut self, sample: Sample, is_held_out: bool) -> io::Result<()> {
        let patterns = self.spool.patterns;
        let discs = sample.board.occupied().count_ones();
        let (interval, _) = patterns.stages().place(discs);
        let counts = if is_held_out {
            &mut self.spool.held_out
        } else {
            &mut self.spool.counts
        };
        counts[interval] += 1;
        let (mover, opponent) = (sample.board.mover(), sample.board.opponent());
        let rest = u64::from(sample.score as u16) << 1 | u64::from(is_held_out);
        let low = [mover as u64, opponent as u64, rest];
        self.spool.hash = derived_seed(self.spool.hash, &low);
        let form = Form::of(patterns);
        if !patterns.shape().is_narrow() {
            let high = [mover, opponent].map(|word| (word >> 64) as u64);
            self.spool.hash = derived_seed(self.spool.hash, &high);
        }
        let bytes = form.encode(sample);
        self.files[interval][usize::from(is_held_out)].write_all(&bytes[..form.bytes()])
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
