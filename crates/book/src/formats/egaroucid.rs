//! Egaroucid's book, version 3 (`.egbk3`).
//!
//! A file has a header of 14 bytes, then records of 25 bytes. All numbers are little-endian. The
//! file stores no links: every legal move to a position of the book is a link. Every position has a
//! legal move.

use std::io::{self, Read, Write};

use outflank_othello::{Board, Layout};

use super::{Input, count};
use crate::entry::{canonical_leaf, check_score};
use crate::{Entry, Fault, Quality};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 9] = b"DICUORAGE";

const VERSION: u8 = 3;
/// The score that means "no score".
const NO_SCORE: i8 = -126;
/// The square number that means "no move".
const NO_MOVE: u8 = 125;
/// The level of an entry that a person entered.
const MANUAL: u8 = 70;

/// A record of the file, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EgaroucidRecord {
    /// The discs, unchecked.
    pub board: Board<u64>,
    /// Score of the position for the mover.
    pub score: i8,
    /// Level of the search.
    pub level: u8,
    /// The number of lines below.
    pub lines: u32,
    /// Score, square and level of the best move that leaves the book.
    pub leaf: (i8, u8, u8),
}

/// Reads the records of a file.
#[derive(Debug)]
pub struct EgaroucidReader<R> {
    input: Input<R>,
}

impl<R: Read> EgaroucidReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Returns an error if this is not an Egaroucid book.
    pub fn new(input: R) -> Result<Self, Fault> {
        let mut input = Input::new(input);
        let magic: [u8; 9] = input.read("the header")?;
        if &magic != MAGIC {
            let expected = "an Egaroucid book, which begins with DICUORAGE";
            return Err(Fault::Foreign(expected));
        }
        let [version]: [u8; 1] = input.read("the header")?;
        if version != VERSION {
            let problem = format!("Egaroucid book version {version}: expected {VERSION}");
            return Err(Fault::wrong(9, problem));
        }
        input.read_positions()?;
        Ok(Self { input })
    }

    /// Returns the number of positions according to the header.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.input.positions
    }

    fn record(input: &mut Input<R>) -> Result<EgaroucidRecord, Fault> {
        let bytes: [u8; 25] = input.read("a position")?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        Ok(EgaroucidRecord {
            board: Board::new_unchecked(word(0), word(8)),
            score: bytes[16] as i8,
            level: bytes[17],
            lines: u32::from_le_bytes(std::array::from_fn(|byte| bytes[18 + byte])),
            leaf: (bytes[22] as i8, bytes[23], bytes[24]),
        })
    }
}

impl<R: Read> Iterator for EgaroucidReader<R> {
    type Item = Result<EgaroucidRecord, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.input.next(Self::record)
    }
}

/// Writes the header of a file of `positions` records.
///
/// # Errors
///
/// Returns an error if there are too many records for the format, or any I/O error.
pub fn write_header(output: &mut impl Write, positions: u64) -> io::Result<()> {
    output.write_all(MAGIC)?;
    output.write_all(&[VERSION])?;
    output.write_all(&count(positions)?)
}

impl EgaroucidRecord {
    /// Writes the record.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&self.board.mover().to_le_bytes())?;
        output.write_all(&self.board.opponent().to_le_bytes())?;
        output.write_all(&[self.score as u8, self.level])?;
        output.write_all(&self.lines.to_le_bytes())?;
        let (score, square, level) = self.leaf;
        output.write_all(&[score as u8, square, level])
    }

    /// Converts the record to an entry. The format does not record which scores are proven, so no
    /// entry is exact.
    ///
    /// # Errors
    ///
    /// Returns a message that names the rule that the record breaks.
    pub fn entry(&self, layout: &Layout<u64>) -> Result<Entry, String> {
        let board = self.board.check(layout);
        board.map_err(|error| error.to_string())?;
        if self.board.legal_moves(layout) == 0 {
            return Err("a position without a legal move".to_owned());
        }
        let leaf = match self.leaf {
            (_, NO_MOVE, _) => None,
            (score, square, level) => {
                let quality = Quality::midgame(level);
                let leaf = canonical_leaf(self.board, layout, (square, score.into()), quality);
                Some(leaf?)
            }
        };
        Ok(Entry {
            score: check_score(self.score.into())?,
            is_manual: self.level == MANUAL,
            lines: self.lines,
            ..Entry::bare(self.board.canonical(layout).0, leaf, self.level)
        })
    }

    /// Converts an entry to a record.
    #[must_use]
    pub fn from_entry(entry: &Entry) -> Self {
        let leaf = entry.leaf.map_or((NO_SCORE, NO_MOVE, 0), |leaf| {
            (leaf.score, leaf.square, leaf.quality.level)
        });
        Self {
            board: entry.board,
            score: entry.score,
            level: if entry.is_manual { MANUAL } else { entry.level },
            lines: entry.lines,
            leaf,
        }
    }
}
