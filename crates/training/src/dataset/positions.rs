//! Scored positions.

use outflank_othello::{Board, BoardError, Color, Position, Shape};

use super::header::Kind;
use super::records::{Record, take};

/// A position with its score, on a board that fits into 8×8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredPosition {
    /// Discs of the side to move: bit 8·row + column, whatever the shape.
    pub mover: u64,
    /// Discs of the other side, in the same bits.
    pub opponent: u64,
    /// Score for the mover, in 1/128 discs.
    pub score: i16,
    /// Depth of the search in plies; [`ScoredPosition::EXACT`] for exact scores.
    pub depth: u8,
}

impl ScoredPosition {
    /// The depth of exact scores.
    pub const EXACT: u8 = 255;

    /// Units of a score per disc.
    pub const UNITS: i16 = 128;

    /// Returns whether the score is exact, in whole discs.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.depth == Self::EXACT
    }

    /// Returns the position, Black to move, on a board of `shape`.
    ///
    /// # Errors
    ///
    /// Returns an error if discs overlap or lie off the board; a reader never returns such
    /// a record.
    pub fn position(&self, shape: Shape) -> Result<Position, BoardError> {
        let board = Board::new_unchecked(self.mover, self.opponent).widen();
        Position::from_widened_board(shape, board, Color::Black)
    }

    /// Returns the score for the mover in discs.
    #[must_use]
    pub fn discs(&self) -> f64 {
        f64::from(self.score) / f64::from(Self::UNITS)
    }
}

/// Returns the squares of a board that fits into 8×8: bit `8·row + column`.
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
