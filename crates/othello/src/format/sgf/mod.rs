//! SGF, the Smart Game Format, of games of Othello (`GM[2]`).
//!
//! Published by Arno Hollosi as "SGF FF\[4\]", <https://www.red-bean.com/sgf/>,
//! after Anders Kierulf's "Smart Game Board: a Workbench for Game-Playing
//! Programs, with Go and Othello as Case Studies" (1990), whose appendix is
//! version 1, <https://www.red-bean.com/sgf/ff1_3/ff1.html>.
//!
//! Read are all versions; written is version 4. A move is a square by its name,
//! `B[f5]`; two letters as in Go, `B[fe]`, are read too. A pass is `B[]`; `pass`,
//! `pa`, `--` and the `tt` of older versions are read. `AB`, `AW` and `PL` are the
//! whole start board of games from another start. `V` is the worth of the
//! position for Black after the move, in discs.
//!
//! The game is the first line of the tree; that there are others is noted.
//!
//! ```
//! use outflank_othello::format::sgf::{parse_sgf, write_sgf};
//!
//! let read = parse_sgf("(;GM[2]FF[4]SZ[8]PB[Tamenori Hideshi]RE[B+2];B[f5];W[d6]V[-0.5])")?;
//! assert_eq!(read.record.black.name.as_deref(), Some("Tamenori Hideshi"));
//! assert_eq!(read.record.notes[1].evaluation, Some(0.5));
//! assert_eq!(parse_sgf(&write_sgf(&read.record)?)?.record, read.record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod node;
mod read;
mod text;
mod write;

pub use read::parse_sgf;
pub(super) use write::has_one_clock;
pub use write::{SgfError, write_sgf};

#[cfg(test)]
mod tests;
