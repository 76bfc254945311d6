//! Scored positions.

use std::path::Path;

use outflank_othello::{Board, BoardError, Color, Position, Shape};

use super::error::DatasetError;
use super::header::{Header, Kind};
use super::records::{Reader, Record, Writer, take};

/// A position of a board that fits into 8×8, with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredPosition {
    /// Discs of the side to move: bit 8·row + column, whatever the shape.
    pub mover: u64,
    /// Discs of the other side, likewise.
    pub opponent: u64,
    /// Score for the mover, in 1/128 discs.
    pub score: i16,
    /// Plies searched; [`ScoredPosition::EXACT`] if the score is exact.
    pub depth: u8,
}

impl ScoredPosition {
    /// The depth of a position that was searched to the end without selectivity.
    pub const EXACT: u8 = 255;

    /// Units of a score in a disc.
    pub const UNITS: i16 = 128;

    /// Whether the score is exact, in whole discs.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.depth == Self::EXACT
    }

    /// The position, Black to move, on a board of `shape`.
    ///
    /// # Errors
    ///
    /// Discs that overlap or stand off the board; a [`PositionsReader`] gives none.
    pub fn position(&self, shape: Shape) -> Result<Position, BoardError> {
        let board = Board::new_unchecked(self.mover, self.opponent).widen();
        Position::from_widened_board(shape, board, Color::Black)
    }

    /// Score for the mover, in discs.
    #[must_use]
    pub fn discs(&self) -> f64 {
        f64::from(self.score) / f64::from(Self::UNITS)
    }
}

/// The squares of a board that fits into 8×8: bit 8·row + column.
fn squares(shape: Shape) -> u64 {
    let bit = |row: u8, column: u8| 1 << (8 * row + column);
    shape
        .squares_in_order()
        .map(|square| bit(square.row(), square.column()))
        .fold(0, |squares, bit: u64| squares | bit)
}

impl Record for ScoredPosition {
    const KIND: Kind = Kind::Positions;

    /// The squares of the board.
    type Board = u64;

    fn board(shape: Shape) -> Result<u64, String> {
        if shape.is_narrow() {
            Ok(squares(shape))
        } else {
            Err(format!(
                "positions of a board of {shape}: expected one that fits into 8x8"
            ))
        }
    }

    fn check(&self, squares: &u64) -> Result<(), String> {
        let Self {
            mover, opponent, ..
        } = self;
        let wrong = |what| Err(format!("{what}, discs {mover:#018x} and {opponent:#018x}"));
        if mover & opponent != 0 {
            return wrong("expected one disc on a square");
        }
        if mover | opponent == 0 {
            return wrong("expected discs on the board");
        }
        if (mover | opponent) & !squares != 0 {
            return wrong("expected no discs off the board");
        }
        let most = squares.count_ones();
        if u32::from(self.score.unsigned_abs()) > most * u32::from(Self::UNITS.unsigned_abs()) {
            let discs = self.discs();
            return Err(format!("a score of {discs} discs: expected at most {most}"));
        }
        if self.is_exact() && self.score % Self::UNITS != 0 {
            let discs = self.discs();
            return Err(format!(
                "an exact score of {discs} discs: expected a whole number"
            ));
        }
        Ok(())
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.mover.to_le_bytes());
        bytes.extend(self.opponent.to_le_bytes());
        bytes.extend(self.score.to_le_bytes());
        bytes.push(self.depth);
    }

    fn decode(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            mover: u64::from_le_bytes(take(bytes)?),
            opponent: u64::from_le_bytes(take(bytes)?),
            score: i16::from_le_bytes(take(bytes)?),
            depth: u8::from_le_bytes(take(bytes)?),
        })
    }
}

/// Writes a file of positions. What was not flushed is lost with the writer.
pub struct PositionsWriter(Writer<ScoredPosition>);

impl PositionsWriter {
    /// Creates the file, or takes up one that is there: the blocks in it are
    /// read, and a last one that is cut off is removed.
    ///
    /// # Errors
    ///
    /// If the file that is there has another header (the error names the first
    /// setting that differs), holds something else or is damaged; if it cannot be
    /// written; if the board does not fit into 8×8, or the header takes more than
    /// 1 MiB.
    pub fn create_or_resume(path: &Path, header: &Header) -> Result<Self, DatasetError> {
        Writer::create_or_resume(path, header).map(Self)
    }

    /// Positions in the file and in the block not yet written.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.0.records()
    }

    /// Takes a position, and writes a block when 1000 are there.
    ///
    /// # Errors
    ///
    /// If the position is none of the header's shape, or has a score that cannot
    /// be: it is not taken. If the block cannot be written: the position is
    /// taken, and the next call tries again.
    pub fn push(&mut self, position: &ScoredPosition) -> Result<(), DatasetError> {
        self.0.push(position)
    }

    /// Writes what is there as a block, and waits until the disk has it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), DatasetError> {
        self.0.flush()
    }
}

/// Reads a file of positions, in their order, a block in memory at a time. Each
/// is checked: its discs are on the board, and its score can be. After an error
/// there are no more.
pub struct PositionsReader(Reader<ScoredPosition>);

impl PositionsReader {
    /// Opens the file and reads its header.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or does not begin with the whole header of a
    /// file of positions.
    pub fn open(path: &Path) -> Result<Self, DatasetError> {
        Reader::open(path).map(Self)
    }

    /// Ends without an error before a last block that is cut off, as it is where
    /// a writer was killed or is still at work.
    #[must_use]
    pub fn truncated_tail_is_fine(mut self) -> Self {
        self.0.set_truncated_tail_is_fine();
        self
    }

    /// What all positions of the file have in common.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.0.header()
    }
}

impl Iterator for PositionsReader {
    type Item = Result<ScoredPosition, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}
