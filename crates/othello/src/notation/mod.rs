//! Notation: the text forms of squares, shapes, positions and games.

mod diagram;
mod error;
mod position;
mod transcript;

pub use diagram::{Diagram, numbered_moves};
pub use error::ParseError;
pub(crate) use transcript::looks_like_board;
pub use transcript::{
    TranscriptMove, parse_game, parse_position, parse_transcript, start_text, transcript,
};
