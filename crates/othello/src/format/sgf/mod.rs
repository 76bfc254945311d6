//! SGF, the Smart Game Format, of games of Othello (`GM[2]`).
//!
//! Published by Arno Hollosi as "SGF FF\[4\]", <https://www.red-bean.com/sgf/>, after Anders
//! Kierulf's "Smart Game Board: a Workbench for Game-Playing Programs, with Go and Othello as Case
//! Studies" (1990), whose appendix is version 1, <https://www.red-bean.com/sgf/ff1_3/ff1.html>.
//!
//! All versions are read; version 4 is written. A move is the name of a square, `B[f5]`; two
//! letters as in Go, `B[fe]`, are also accepted. A pass is `B[]`; `pass`, `pa`, `--` and the `tt`
//! of older versions are also accepted. `AB`, `AW` and `PL` set up the whole board of a game with
//! another start. `V` is the evaluation after the move, in discs for Black.
//!
//! The game is the main line of the tree; other variations are reported as omitted.
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
pub use write::write_sgf;

#[cfg(test)]
mod tests;
