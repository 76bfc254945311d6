//! PGN as exported by the site Live Othello.
//!
//! The syntax is that of chess PGN, "Portable Game Notation Specification and Implementation Guide"
//! (Steven J. Edwards 1994, <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>): tags
//! in brackets, then the moves, then the result. No document specifies its use for Othello; this
//! module follows the files of Live Othello (<https://www.liveothello.com>) for the years 2005 to
//! 2022:
//!
//! ```text
//! [Event "World championship"]
//! [Date "2005.11.12"]
//! [Round "F1"]
//! [Black "Tamenori Hideshi"]
//! [White "Lee Kwang Wook"]
//! [Result "33-31"]
//! 1. F5 D6
//! 3. C3 D3
//! 33-31
//! ```
//!
//! Move numbers count discs, and passes are omitted. A result is the disc counts of Black and White
//! without the empties, `1-0` or `0-1` if only the winner is known, or `*`. Comments, variations,
//! glyphs and the other tags of chess PGN are accepted.
//!
//! ```
//! use outflank_othello::Shape;
//! use outflank_othello::format::pgn::{parse_pgn, write_pgn};
//!
//! let text = "[Black \"Tamenori Hideshi\"]\n[Result \"33-31\"]\n1. F5 D6\n3. C3\n33-31\n";
//! let read = parse_pgn(text, Shape::STANDARD)?.record;
//! assert_eq!(read.black_discs(), Some(33));
//! assert_eq!(parse_pgn(&write_pgn(&read)?, Shape::STANDARD)?.record, read);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod tokens;
mod write;

pub use read::parse_pgn;
pub use write::write_pgn;
pub(super) use write::{disc_counts, seconds};

#[cfg(test)]
mod tests;
