//! Scored positions.

use std::path::Path;

use outflank_othello::{Board, BoardError, Color, Position, Shape};
use parquet::data_type::{BoolType, FloatType, Int32Type, Int64Type};

use super::columns::{write_column, write_file};
use super::header::Header;
use crate::error::TrainingError;

/// Each row records how its score was found: exactly, or by a search with a depth and a
/// selectivity.
const SCHEMA: &str = "message positions {
    REQUIRED INT64 mover (INTEGER(64,false));
    REQUIRED INT64 opponent (INTEGER(64,false));
    REQUIRED FLOAT score;
    REQUIRED BOOLEAN exact;
    OPTIONAL INT32 depth (INTEGER(8,false));
    OPTIONAL INT32 selectivity (INTEGER(8,false));
}";

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

    /// Checks the position on a board with these squares. The error says what is wrong.
    pub(super) fn check(&self, squares: u64) -> Result<(), String> {
        let Self {
            mover, opponent, ..
        } = self;
        let wrong = |what| Err(format!("{what}, discs {mover:#018x} and {opponent:#018x}"));
        if mover & opponent != 0 {
            return wrong("expected at most one disc on a square");
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
}

/// Returns the squares of a board that fits into 8×8: bit `8·row + column`.
pub(super) fn squares(shape: Shape, path: &Path) -> Result<u64, TrainingError> {
    if !shape.is_narrow() {
        let reason = format!("positions on {shape}: expected a board that fits into 8x8");
        return Err(TrainingError::content(path, reason));
    }
    let bit = |row: u8, column: u8| 1 << (8 * row + column);
    let squares = shape.squares_in_order();
    Ok(squares.fold(0, |squares, square| {
        squares | bit(square.row(), square.column())
    }))
}

/// Writes scored positions to a Parquet file, for [`PositionsReader`](super::PositionsReader).
///
/// The columns are `mover` and `opponent` (discs as 64-bit sets, bit 8·row + column), `score`
/// (discs, for the mover), `exact`, `depth` (plies) and `selectivity` (ProbCut confidence in per
/// cent, 100 without ProbCut). The last two are null if the score is exact. The selectivity comes
/// from the header's settings; it is null if they have none. The file's metadata contains the
/// header as JSON under the key `outflank`.
///
/// # Errors
///
/// Returns an error if a position is impossible on the header's board, which must fit into 8×8, or
/// if writing fails. No file is then left behind.
pub fn write_positions(
    positions: &[ScoredPosition],
    header: &Header,
    path: &Path,
) -> Result<(), TrainingError> {
    let squares = squares(header.shape, path)?;
    for (position, row) in positions.iter().zip(1..) {
        let checked = position.check(squares);
        checked.map_err(|reason| TrainingError::row(path, row, &reason))?;
    }
    let selectivity = header.settings.get("selectivity");
    let selectivity = selectivity.and_then(serde_json::Value::as_u64);
    let selectivity = selectivity.filter(|percent| *percent <= 100);
    write_file(positions, header, path, SCHEMA, |positions, group| {
        let discs: [fn(&ScoredPosition) -> u64; 2] = [|p| p.mover, |p| p.opponent];
        for discs in discs {
            let sets = positions.iter().map(|p| discs(p).cast_signed());
            write_column::<Int64Type>(group, sets, None)?;
        }
        let scores = positions.iter().map(|position| position.discs() as f32);
        write_column::<FloatType>(group, scores, None)?;
        let exact = positions.iter().map(ScoredPosition::is_exact);
        write_column::<BoolType>(group, exact, None)?;
        let searched = positions.iter().filter(|position| !position.is_exact());
        let is_searched = positions.iter().map(|p| i16::from(!p.is_exact()));
        let is_searched: Vec<i16> = is_searched.collect();
        let depths = searched.clone().map(|position| position.depth.into());
        write_column::<Int32Type>(group, depths, Some(&is_searched))?;
        match selectivity {
            Some(percent) => {
                let percents = searched.map(|_| percent as i32);
                write_column::<Int32Type>(group, percents, Some(&is_searched))
            }
            None => {
                let nulls = vec![0; positions.len()];
                write_column::<Int32Type>(group, [].into_iter(), Some(&nulls))
            }
        }
    })
}
