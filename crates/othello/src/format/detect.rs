//! Which format a file has.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The bytes of a WTHOR header and of a game.
const WTHOR_HEADER: usize = 16;
const WTHOR_GAME: usize = 68;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A transcript a line (`.txt`).
    Transcripts,
    /// A position a line, with scores of moves (`.obf`).
    Obf,
    /// Games of the French federation's database (`.wtb`).
    Wthor,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Transcripts, Self::Obf, Self::Wthor];

    /// The usual extension of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Transcripts => "txt",
            Self::Obf => "obf",
            Self::Wthor => "wtb",
        }
    }

    /// The format that the extension of a path stands for.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format that the content looks like. Whatever is no text is taken
    /// for WTHOR, whose reader says what is wrong with it.
    #[must_use]
    pub fn of_content(content: &[u8]) -> Self {
        if is_wthor(content) {
            return Self::Wthor;
        }
        let Ok(text) = std::str::from_utf8(content) else {
            return Self::Wthor;
        };
        if text.contains(|c: char| c.is_control() && !c.is_whitespace()) {
            return Self::Wthor;
        }
        let first = text.lines().find(|line| !super::obf::is_comment(line));
        let signs = first.map_or(0, |line| {
            let signs = line.trim().chars().take_while(|&c| "XOxo-.*#".contains(c));
            signs.count()
        });
        // No transcript begins with three signs of the board alphabet.
        if signs >= 3 {
            Self::Obf
        } else {
            Self::Transcripts
        }
    }
}

/// Whether the length is that which the header of a WTHOR file announces.
fn is_wthor(content: &[u8]) -> bool {
    let Some(&[.., a, b, c, d]) = content.first_chunk::<8>() else {
        return false;
    };
    let games = u32::from_le_bytes([a, b, c, d]) as usize;
    content.len() >= WTHOR_HEADER && content.len() - WTHOR_HEADER == games * WTHOR_GAME
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcripts => "transcripts",
            Self::Obf => "OBF",
            Self::Wthor => "WTHOR",
        })
    }
}

/// A format name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no format is called {0:?}: expected txt (transcripts), obf or wtb (WTHOR)")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads an extension or a format's name.
    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| {
                format.extension().eq_ignore_ascii_case(text)
                    || format.to_string().eq_ignore_ascii_case(text)
            })
            .ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}
