//! Errors in WTHOR files.

/// An error while reading or writing a WTHOR file or game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// The file ends within its header.
    #[error("byte {length}: the file ends in its header: expected at least 16 bytes")]
    NoHeader {
        /// Length of the file in bytes.
        length: usize,
    },
    /// UTF-16 text.
    #[error("byte 0: UTF-16 text: expected UTF-8 or ISO 8859-1")]
    Utf16,
    /// Neither text nor a WTHOR header.
    #[error("byte {offset}: found {byte:#04x}: expected text, or the header of a WTHOR file")]
    NotText {
        /// Offset of the byte in the file.
        offset: usize,
        /// The byte.
        byte: u8,
    },
    /// The length of the file does not match its header.
    #[error(
        "byte {length}: the header announces {records} records of {size} bytes: expected {} bytes in all",
        16 + records * size
    )]
    Length {
        /// Length of the file in bytes.
        length: usize,
        /// Number of records according to the header.
        records: usize,
        /// Length of a record in bytes.
        size: usize,
    },
    /// The board is not 8×8.
    #[error("byte 12: a board of {0}x{0}: expected 8 (or 0, which means 8)")]
    Board(u8),
    /// A move that is not a square or that the rules forbid.
    #[error("game {game}, byte {offset}: move {number} is {problem}")]
    Move {
        /// 1-based number of the game.
        game: usize,
        /// Offset of the byte in the file.
        offset: usize,
        /// 1-based number of the move.
        number: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A game that the format cannot represent.
    #[error("WTHOR supports only games from the standard start on 8x8")]
    Start,
    /// A name that the format cannot represent.
    #[error(
        "the name {0:?} is too long or has characters outside ISO 8859-1: expected at most {1} characters"
    )]
    Name(String, usize),
    /// More records than the header can count.
    #[error("{0} records are more than a WTHOR header can count")]
    TooMany(usize),
}
