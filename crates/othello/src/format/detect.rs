//! Detection of file formats.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use super::omission::Field;
use super::wthor::{WthorError, WthorGame, WthorHeader};
use crate::notation::looks_like_board;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Format {
    /// One transcript per line (`.txt`).
    #[cfg_attr(feature = "serde", serde(rename = "transcript"))]
    Transcripts,
    /// One position per line, with scores of moves (`.obf`).
    Obf,
    /// The database of the French federation (`.wtb`).
    Wthor,
    /// Generic Game Format, of the Generic Game Server and NBoard (`.ggf`).
    Ggf,
    /// Smart Game Format (`.sgf`).
    Sgf,
    /// PGN as written by Live Othello (`.pgn`).
    Pgn,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Transcripts,
        Self::Obf,
        Self::Wthor,
        Self::Ggf,
        Self::Sgf,
        Self::Pgn,
    ];

    /// Number of bytes at the start of a file that are enough to detect its format.
    pub const PREFIX: usize = 1 << 16;

    /// Returns the usual file extension, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Transcripts => "txt",
            Self::Obf => "obf",
            Self::Wthor => "wtb",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
        }
    }

    /// Returns a list of all extensions for use in messages.
    #[must_use]
    pub fn extensions() -> String {
        let [others @ .., last] = Self::ALL.map(|format| format!(".{}", format.extension()));
        format!("{} or {last}", others.join(", "))
    }

    /// Returns the format for the extension of a path.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Returns the format of a file's content, or of its first [`Format::PREFIX`] bytes. Content
    /// that is not text is taken to be WTHOR, whose reader reports what is wrong with it.
    #[must_use]
    pub fn from_content(content: &[u8]) -> Self {
        if is_wthor(content) || content.iter().any(is_control) {
            return Self::Wthor;
        }
        // Everything that distinguishes the text formats is ASCII.
        let text = encoding_rs::mem::decode_latin1(content);
        let text = text.strip_prefix("\u{EF}\u{BB}\u{BF}").unwrap_or(&text);
        let first = text.lines().find(|line| !super::obf::is_comment(line));
        let first = first.unwrap_or_default().trim();
        if is_tag(first) {
            return Self::Pgn;
        }
        if let Some(format) = tree_format(text, first) {
            return format;
        }
        match looks_like_board(first) {
            true => Self::Obf,
            false => Self::Transcripts,
        }
    }

    /// Returns whether the format can represent a field. Some formats can represent only
    /// some values: see [`GameWriter`](super::GameWriter).
    #[must_use]
    pub const fn holds(self, field: Field) -> bool {
        use Field as F;
        match (self, field) {
            (Self::Obf, _) => false,
            (Self::Transcripts, field) => matches!(field, F::Moves),
            (Self::Wthor, F::Moves | F::Names | F::Tournament | F::Year | F::Result) => true,
            (Self::Wthor, field) => matches!(field, F::Theoretical),
            (_, F::Theoretical) => false,
            (Self::Ggf, field) => !matches!(field, F::Tournament | F::Round | F::Comments),
            (_, F::Time | F::Komi | F::Variant | F::Seconds) => false,
            (Self::Sgf, _) => true,
            (Self::Pgn, field) => !matches!(field, F::Evaluations),
        }
    }
}

const fn is_control(byte: &u8) -> bool {
    byte.is_ascii_control() && !byte.is_ascii_whitespace()
}

/// Checks that content taken to be WTHOR begins with a plausible header, so that the reader's
/// errors make sense.
pub(super) fn check_wthor(content: &[u8]) -> Result<(), WthorError> {
    let Some(&[_, _, month, day, _, _, _, _, _, _, y0, y1, board, ..]) =
        content.first_chunk::<{ WthorHeader::SIZE }>()
    else {
        // Text with a control character, or a truncated header.
        return match content.first() {
            Some(first) if first.is_ascii_graphic() || *first >= 0xFE => not_text(content),
            _ => Ok(()),
        };
    };
    let year = u16::from_le_bytes([y0, y1]);
    let is_header = month <= 12 && day <= 31 && year <= 2200 && matches!(board, 0 | 8 | 10);
    match is_wthor(content) || is_header {
        true => Ok(()),
        false => not_text(content),
    }
}

fn not_text(content: &[u8]) -> Result<(), WthorError> {
    let zeros = content.iter().filter(|&&byte| byte == 0).count();
    let has_mark = content.starts_with(&[0xFF, 0xFE]) || content.starts_with(&[0xFE, 0xFF]);
    if has_mark || 3 * zeros > content.len() && content.iter().all(u8::is_ascii) {
        return Err(WthorError::Utf16);
    }
    let offset = content.iter().position(is_control).unwrap_or_default();
    let byte = content.get(offset).copied().unwrap_or_default();
    Err(WthorError::NotText { offset, byte })
}

/// Returns whether the length matches the number of games in the WTHOR header.
fn is_wthor(content: &[u8]) -> bool {
    let Some(&[.., a, b, c, d]) = content.first_chunk::<8>() else {
        return false;
    };
    let games = u32::from_le_bytes([a, b, c, d]) as usize;
    let records = content.len().checked_sub(WthorHeader::SIZE);
    records == Some(games * WthorGame::SIZE)
}

/// Returns whether a line is a PGN tag.
fn is_tag(line: &str) -> bool {
    let name = |text: &str| text.chars().take_while(char::is_ascii_alphanumeric).count();
    line.strip_prefix('[').is_some_and(|rest| {
        let length = name(rest);
        length > 0 && rest[length..].trim_start().starts_with('"')
    })
}

/// Returns GGF or SGF, if the text contains a tree of properties.
fn tree_format(text: &str, first: &str) -> Option<Format> {
    let start = text.find("(;");
    if start.is_none() && !first.starts_with('(') {
        return None;
    }
    let tree = &text[start.unwrap_or_default()..];
    let game = tree.find("GM[").map(|at| tree[at + 3..].trim_start());
    Some(match game {
        Some(game) if game.starts_with(|c: char| c.is_ascii_digit()) => Format::Sgf,
        Some(_) => Format::Ggf,
        None if tree.contains("BO[") => Format::Ggf,
        None => Format::Sgf,
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcripts => "transcripts",
            Self::Obf => "OBF",
            Self::Wthor => "WTHOR",
            Self::Ggf => "GGF",
            Self::Sgf => "SGF",
            Self::Pgn => "PGN",
        })
    }
}

/// The error for an unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {0:?}: expected txt (transcripts), obf, wtb (WTHOR), ggf, sgf or pgn")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Parses an extension or the name of a format.
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let is_named = |format: &Self| {
            let names = [format.extension().to_owned(), format.to_string()];
            names.iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_detected_from_content() {
        for (text, format) in [
            ("f5d6c3\n", Format::Transcripts),
            ("", Format::Transcripts),
            ("1. f5 d6 2. c3", Format::Transcripts),
            ("% positions\n\n---------- X;", Format::Obf),
            ("[Event \"x\"]\n1. f5\n*\n", Format::Pgn),
            ("\u{FEFF}[Black \"Höhne\"]", Format::Pgn),
            ("1 (;GM[Othello]PC[GGS/os];)", Format::Ggf),
            ("set game (;GM[Othello];)", Format::Ggf),
            ("\n(;PB[x]BO[8 *];)", Format::Ggf),
            ("(;FF[4]GM[2];B[f5])", Format::Sgf),
            ("a letter\n(\n;B[f5])", Format::Transcripts),
            ("(\n;B[f5])", Format::Sgf),
            ("a letter\n(;B[f5])", Format::Sgf),
            ("\u{0}\u{1}", Format::Wthor),
        ] {
            assert_eq!(Format::from_content(text.as_bytes()), format, "{text:?}");
        }
        assert_eq!(Format::from_content(b"[Black \"H\xF6hne\"]"), Format::Pgn);
    }

    #[test]
    fn other_binary_content_is_not_taken_for_wthor() {
        let utf16 =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        for text in ["\u{FEFF}f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3"] {
            assert_eq!(check_wthor(&utf16(text)), Err(WthorError::Utf16));
        }
        let not_text = |offset, byte| Err(WthorError::NotText { offset, byte });
        assert_eq!(check_wthor(b"f5d6c3\0d3c4f4f6f3e6"), not_text(6, 0));
        assert_eq!(check_wthor(b"f5\0"), not_text(2, 0));
        let noise = (0..200_u8).map(|byte| byte.wrapping_mul(151) ^ 0x5A);
        let found = check_wthor(&Vec::from_iter(noise));
        assert!(matches!(found, Err(WthorError::NotText { .. })));
        assert_eq!(check_wthor(&[]), Ok(()));
        // A truncated file.
        let header = [20, 10, 3, 1, 9, 0, 0, 0, 0, 0, 0xBA, 0x07, 8, 0, 24, 0];
        assert_eq!(check_wthor(&header), Ok(()));
    }

    #[test]
    fn names_and_extensions_are_read() {
        for format in Format::ALL {
            assert_eq!(format.extension().to_uppercase().parse(), Ok(format));
            assert_eq!(format.to_string().parse(), Ok(format));
            let path = format!("games.{}", format.extension());
            assert_eq!(Format::from_path(Path::new(&path)), Some(format));
        }
        assert_eq!(Format::extensions(), ".txt, .obf, .wtb, .ggf, .sgf or .pgn");
        assert!("pdf".parse::<Format>().is_err());
    }
}
