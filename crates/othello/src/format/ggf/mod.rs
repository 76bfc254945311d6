//! GGF, the Generic Game Format of the Generic Game Server's archives and of the NBoard protocol.
//!
//! Published by Michael Buro as "Generic Game Format (GGF)",
//! <https://www.skatgame.net/mburo/ggsa/ggf>; its time controls are described at
//! <https://www.skatgame.net/mburo/ggsa/clock>. The server and the format are by Igor
//! Durdanovic and Michael Buro.
//!
//! A game is a list of properties between `(;` and `;)`:
//!
//! | property | holds |
//! |---|---|
//! | `GM` | the game: `Othello` |
//! | `PC`, `DT` | place and date; the oldest dates are seconds since 1970 |
//! | `PB`, `PW`, `RB`, `RW` | names and ratings of Black and White |
//! | `TI`, `TB`, `TW` | time controls of both, of Black, of White |
//! | `TY` | kind of game, such as `8` or `s8kr20` |
//! | `RE` | disc difference for Black, after komi; then `:r` resigned, `:t` time out, `:s` agreed |
//! | `BO` | side length, start board row by row (`*` black, `O` white, `-` empty), side to move |
//! | `KM`, `KB`, `KW` | komi, and the bid of each player: move, evaluation, time |
//! | `B`, `W` | a move, its evaluation in discs for the mover and its seconds: `B[f5/0.48/0.01]`; `pass` and `PA` are passes |
//!
//! Each line of an archive begins with the number of games in the match, one or two. The two games
//! of a synchro match start from the same board.
//!
//! ```
//! use outflank_othello::format::ggf::{parse_ggf, write_ggf};
//!
//! let text = "(;GM[Othello]PC[NBoard]PB[chris]PW[./mEdax]RE[?]TI[15:00]TY[8]\
//!             BO[8 ---------------------------O*------*O--------------------------- *]\
//!             B[F5//1.2]W[F6/-0.5]B[D3];)";
//! let read = parse_ggf(text)?.record;
//! assert_eq!(read.black.name.as_deref(), Some("chris"));
//! assert_eq!(read.game.moves().len(), 3);
//! assert_eq!(read.notes[1].evaluation, Some(-0.5));
//! assert_eq!(parse_ggf(&write_ggf(&read)?)?.record, read);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod read;
mod write;

pub use read::parse_ggf;
pub(super) use write::plain;
pub use write::write_ggf;

#[cfg(test)]
mod tests;
