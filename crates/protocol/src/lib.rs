//! The two protocols between Othello programs and engines: [GTP](gtp) and
//! [NBoard](nboard).
//!
//! Each module has a codec, for engines and for the programs that drive them: commands and
//! answers are types that are parsed from a line and formatted as one.
//!
//! Each module also implements the engine's side, as a state machine. A [`Protocol`] turns a line
//! of input into [`Action`]s: lines to print, or a search to start. A [`CommandQueue`] holds the
//! lines that arrive during a search, and decides which of them stop it. Nothing here reads,
//! prints, waits or searches: a [`SearchEngine`] searches, and a driver does the rest.
//! [`answer_all`] is a driver without threads.
//!
//! ```
//! use outflank_protocol::{gtp, nboard};
//!
//! let request = gtp::Request::parse("7 genmove black # your turn").unwrap();
//! assert_eq!((request.id, request.command.unwrap().to_string()), (Some(7), "genmove b".into()));
//!
//! let message = nboard::Message::parse("=== f5/1.25/0.02").unwrap().unwrap();
//! assert_eq!(message.to_string(), "=== F5/1.25/0.02");
//! ```
//!
//! ```
//! use outflank_engine::{Limits, SearchOptions, Searcher};
//! use outflank_protocol::{answer_all, gtp::Gtp};
//!
//! let mut searcher = Searcher::new(SearchOptions::default().with_hash(1))?;
//! let input = "1 play b f5\n2 play w f5\n3 genmove w\n";
//! let output = answer_all(Gtp::new(Some(Limits::level(2))), &mut searcher, input.as_bytes());
//! let answers: Vec<&str> = output.lines().filter(|line| !line.is_empty()).collect();
//! assert_eq!(answers[..2], ["=1", "?2 illegal move: f5 is occupied"]);
//! assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&answers[2]));
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod gtp;
mod history;
mod line;
pub mod nboard;
mod queue;
#[cfg(test)]
mod scripted;
mod search_engine;
mod time_left;

pub use line::{Line, Lines, MAX_LINE_BYTES};
pub use queue::{Action, CommandQueue, Event, Protocol};
pub use search_engine::{SearchEngine, Task, answer_all};
pub use time_left::TimeLeft;

/// Maximum number of characters of a word that an error quotes.
const MAX_QUOTED: usize = 40;

/// Quotes a word for an error message, truncating long ones.
#[must_use]
pub fn quoted(word: &str) -> String {
    match word.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{:?}…", &word[..end]),
        None => format!("{word:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_truncated() {
        assert_eq!(quoted("name"), "\"name\"");
        let long = "é".repeat(100);
        assert_eq!(quoted(&long), format!("\"{}\"…", "é".repeat(MAX_QUOTED)));
    }
}
