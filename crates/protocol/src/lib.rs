//! The two protocols between Othello programs and engines: [GTP](gtp) and
//! [NBoard](nboard).
//!
//! Each module is a codec: commands and answers are types that are parsed from a line and
//! formatted as one, for engines and for the programs that drive them. Nothing here
//! reads, writes, waits or searches.
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
#![forbid(unsafe_code)]

pub mod gtp;
pub mod nboard;

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
