//! Edax's binary book, version 4.
//!
//! A file has a header of 42 bytes, then records of 42 bytes plus 2 for each link. All numbers are
//! little-endian. A position with a forced pass has its own record, whose only link is the pass.

use std::io::{self, Read, Write};

use outflank_engine::Selectivity;
use outflank_othello::{Board, Layout};

use super::{Input, count};
use crate::entry::{canonical_leaf, check_move, check_score};
use crate::{EdaxSettings, Entry, Fault, Link, Quality, valid_leaf};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8; 8] = b"XADEKOOB";

const PASS: u8 = 64;
/// The square number that means "no move", and its score.
const NO_MOVE: u8 = 65;
const NO_SCORE: i8 = -127;

/// A record of the file, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdaxRecord {
    /// The discs, unchecked.
    pub board: Board<u64>,
    /// Wins, draws and losses of games through the position, and the number of lines below.
    pub counts: [u32; 4],
    /// Score, lower and upper bound.
    pub bounds: [i16; 3],
    /// Level of the search.
    pub level: u8,
    /// Score and square of each move that leads to another record.
    pub links: Vec<(i8, u8)>,
    /// Score and square of the best move that is not a link.
    pub leaf: (i8, u8),
}

/// Reads the records of a file.
#[derive(Debug)]
pub struct EdaxReader<R> {
    input: Input<R>,
    settings: EdaxSettings,
}

impl<R: Read> EdaxReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Returns an error if this is not an Edax book.
    pub fn new(input: R) -> Result<Self, Fault> {
        let mut input = Input::new(input);
        let magic: [u8; 8] = input.read("the header")?;
        if &magic != MAGIC {
            return Err(Fault::Foreign("an Edax book, which begins with XADEKOOB"));
        }
        let settings = EdaxSettings::from_bytes(&input.read("the header")?);
        if settings.version[0] != 4 {
            let problem = format!("Edax book version {}: expected 4", settings.version[0]);
            return Err(Fault::wrong(8, problem));
        }
        input.read_positions()?;
        Ok(Self { input, settings })
    }

    /// Returns the settings that the header stores.
    #[must_use]
    pub const fn settings(&self) -> &EdaxSettings {
        &self.settings
    }

    /// Returns the number of positions according to the header.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.input.positions
    }

    fn record(input: &mut Input<R>) -> Result<EdaxRecord, Fault> {
        let bytes: [u8; 40] = input.read("a position")?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let short = |at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut links = Vec::with_capacity(bytes[38].into());
        for _ in 0..bytes[38] {
            links.push(Self::scored_move(input, "a link")?);
        }
        Ok(EdaxRecord {
            board: Board::new_unchecked(word(0), word(8)),
            counts: [16, 20, 24, 28].map(number),
            bounds: [32, 34, 36].map(short),
            level: bytes[39],
            links,
            leaf: Self::scored_move(input, "a leaf")?,
        })
    }

    fn scored_move(input: &mut Input<R>, what: &str) -> Result<(i8, u8), Fault> {
        let [score, square]: [u8; 2] = input.read(what)?;
        Ok((score as i8, square))
    }
}

impl<R: Read> Iterator for EdaxReader<R> {
    type Item = Result<EdaxRecord, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.input.next(Self::record)
    }
}

/// Writes the header of a file of `positions` records.
///
/// # Errors
///
/// Returns an error if there are too many records for the format, or any I/O error.
pub fn write_header(
    output: &mut impl Write,
    settings: &EdaxSettings,
    positions: u64,
) -> io::Result<()> {
    output.write_all(MAGIC)?;
    output.write_all(&settings.to_bytes())?;
    output.write_all(&count(positions)?)
}

impl EdaxRecord {
    /// Writes the record.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&self.board.mover().to_le_bytes())?;
        output.write_all(&self.board.opponent().to_le_bytes())?;
        for count in self.counts {
            output.write_all(&count.to_le_bytes())?;
        }
        for bound in self.bounds {
            output.write_all(&bound.to_le_bytes())?;
        }
        // A position has at most 34 moves.
        output.write_all(&[self.links.len() as u8, self.level])?;
        for &(score, square) in self.links.iter().chain([&self.leaf]) {
            output.write_all(&[score as u8, square])?;
        }
        Ok(())
    }

    /// Returns whether the mover has to pass.
    #[must_use]
    pub fn is_pass(&self, layout: &Layout<u64>) -> bool {
        self.board.legal_moves(layout) == 0 && !self.board.is_over(layout)
    }

    /// Converts the record to an entry. Returns `None` for a forced pass, which has no entry in
    /// Outflank's books.
    ///
    /// # Errors
    ///
    /// Returns a message that names the rule that the record breaks.
    pub fn entry(
        &self,
        settings: &EdaxSettings,
        layout: &Layout<u64>,
    ) -> Result<Option<Entry>, String> {
        let board = self.board.check(layout);
        board.map_err(|error| error.to_string())?;
        let [score, lower, upper] = self.bounds.map(i32::from).map(check_score);
        let (score, lower, upper) = (score?, lower?, upper?);
        if self.is_pass(layout) {
            return Ok(None);
        }
        for &(score, square) in &self.links {
            check_score(score.into())?;
            check_move(self.board, square, layout)?;
        }
        let leaf = match self.leaf {
            (_, NO_MOVE) => None,
            (score, square) => {
                let quality = self.quality(settings);
                let leaf = canonical_leaf(self.board, layout, (square, score.into()), quality);
                Some(leaf?)
            }
        };
        Ok(Some(Entry {
            score,
            lower,
            upper,
            lines: self.counts[3],
            ..Entry::bare(self.board.canonical(layout).0, leaf, self.level)
        }))
    }

    /// Infers the kind of search that found the leaf from the width of the bounds.
    fn quality(&self, settings: &EdaxSettings) -> Quality {
        let [score, lower, upper] = self.bounds.map(i32::from);
        let midgame = Quality::midgame(self.level);
        if !self.links.is_empty() {
            return midgame;
        }
        let is_exact = lower == score && score == upper;
        // Edax shifts midgame errors by parity, so midgame bounds are never symmetric around the
        // score.
        let is_selective = [score - lower, upper - score] == [settings.end_error; 2];
        Quality {
            reaches_end: is_exact || is_selective,
            selectivity: match is_exact {
                true => Selectivity::NONE,
                false => midgame.selectivity,
            },
            ..midgame
        }
    }

    /// Converts an entry and its links to a record, best link first.
    #[must_use]
    pub fn from_entry(entry: &Entry, links: &[Link]) -> Self {
        let leaf = valid_leaf(entry, links);
        let mut links: Vec<(i8, u8)> = links.iter().map(|link| (link.score, link.square)).collect();
        links.sort_by_key(|(score, square)| (-i32::from(*score), *square));
        Self {
            board: entry.board,
            counts: [0, 0, 0, entry.lines],
            bounds: [entry.score, entry.lower, entry.upper].map(i16::from),
            level: entry.level,
            links,
            leaf: leaf.map_or((NO_SCORE, NO_MOVE), |leaf| (leaf.score, leaf.square)),
        }
    }

    /// Returns the record of the forced pass before an entry.
    #[must_use]
    pub fn forced_pass(entry: &Entry, layout: &Layout<u64>) -> Self {
        let negated = [-entry.score, -entry.upper, -entry.lower];
        Self {
            board: entry.board.pass().canonical(layout).0,
            counts: [0, 0, 0, entry.lines],
            bounds: negated.map(i16::from),
            level: entry.level,
            links: vec![(-entry.score, PASS)],
            leaf: (NO_SCORE, NO_MOVE),
        }
    }
}
