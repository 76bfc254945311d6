//! WTHOR, the database of the Fédération Française d'Othello.
//!
//! Three kinds of file, all little-endian, each with a header of 16 bytes:
//! games of one year (`.wtb`, 68 bytes a game), players (`.jou`, 20 bytes a
//! name) and tournaments (`.trn`, 26 bytes a name). Published by the
//! federation as "Format de la base WTHOR".
//!
//! What is read is kept whole, so that writing gives every byte back.

mod bytes;
mod error;
mod games;
mod names;

pub use error::WthorError;
pub use games::{WthorFile, WthorGame};
pub use names::WthorNames;

/// The header of all three kinds of file. Fields that a kind does not use are
/// kept as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WthorHeader {
    /// Century, year, month and day of the file's making.
    pub date: [u8; 4],
    /// Number of games (`.wtb`).
    pub games: u32,
    /// Number of names (`.jou`, `.trn`).
    pub names: u16,
    /// Year of the games (`.wtb`).
    pub year: u16,
    /// Columns and rows of the board; 0 stands for 8.
    pub board: u8,
    /// 1 for solitaires.
    pub kind: u8,
    /// Empty squares from which the theoretical scores are exact.
    pub depth: u8,
    /// Not used by the format.
    pub reserved: u8,
}
