//! WTHOR, the database of the Fédération Française d'Othello.
//!
//! There are three kinds of file, each little-endian with a header of 16 bytes: games of one year
//! (`.wtb`, 68 bytes per game), players (`.jou`, 20 bytes per name) and tournaments (`.trn`, 26
//! bytes per name). The federation published the format as "Format de la base WTHOR".
//!
//! All bytes are kept, so a file is written back unchanged.

mod bytes;
mod error;
mod games;
mod names;

pub use error::WthorError;
pub use games::{WthorFile, WthorGame};
pub use names::WthorNames;

/// The header, the same for all three kinds of file. Unused fields are preserved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WthorHeader {
    /// Century, year, month and day on which the file was written.
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
    /// Number of empties at which the theoretical scores were computed.
    pub depth: u8,
    /// Not used by the format.
    pub reserved: u8,
}
