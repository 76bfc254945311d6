//! The names of formats.

use outflank_othello::format::Format;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A format by the name that clients use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Format")]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum FormatName {
    Transcript,
    Obf,
    Wthor,
    Ggf,
    Sgf,
    Pgn,
}

impl From<Format> for FormatName {
    fn from(format: Format) -> Self {
        match format {
            Format::Transcripts => Self::Transcript,
            Format::Obf => Self::Obf,
            Format::Wthor => Self::Wthor,
            Format::Ggf => Self::Ggf,
            Format::Sgf => Self::Sgf,
            Format::Pgn => Self::Pgn,
        }
    }
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Transcript => Self::Transcripts,
            FormatName::Obf => Self::Obf,
            FormatName::Wthor => Self::Wthor,
            FormatName::Ggf => Self::Ggf,
            FormatName::Sgf => Self::Sgf,
            FormatName::Pgn => Self::Pgn,
        }
    }
}
