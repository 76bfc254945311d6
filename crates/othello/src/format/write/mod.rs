//! Writing games in any format, one by one.

mod name_numbers;
mod omissions;

pub use name_numbers::NameNumbers;

use std::io::{self, Write};
use std::sync::Arc;

use self::omissions::omissions;
use super::ggf::write_ggf;
use super::omission::OmissionList;
use super::pgn::write_pgn;
use super::sgf::write_sgf;
use super::wthor::{WthorError, WthorGame, WthorHeader};
use super::{Field, Format, GameRecord, ObfRecord, Omission};
use crate::notation::transcript;
use crate::{Position, Shape};

/// An error while writing a game.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format cannot represent the game. Nothing was written; other games can still be written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// More games than a WTHOR header can count.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The reason why a format cannot represent a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A transcript of a game that does not begin at the starting position.
    #[error("a transcript can only record games from the starting position")]
    Start,
    /// A transcript of a game without moves.
    #[error("a game without moves has no transcript")]
    NoMoves,
    /// WTHOR cannot represent the game.
    #[error(transparent)]
    Wthor(WthorError),
    /// GGF of a board that is not square or has holes.
    #[error("GGF supports only square boards without holes")]
    GgfShape,
    /// SGF of a board with holes.
    #[error("SGF supports only boards without holes")]
    SgfHoles,
    /// PGN of a game that does not begin at the starting position.
    #[error("PGN supports only games from the standard start")]
    PgnStart,
}

impl Format {
    /// Checks whether the format can represent games that begin with a position.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot.
    pub fn holds_start(self, start: &Position) -> Result<(), Refusal> {
        let shape = start.shape();
        let is_usual = *start == Position::start(shape);
        let has_holes = shape.has_holes();
        match self {
            Self::Transcripts if !is_usual => Err(Refusal::Start),
            Self::Wthor if !is_usual || shape != Shape::STANDARD => {
                Err(Refusal::Wthor(WthorError::Start))
            }
            Self::Ggf if shape.width() != shape.height() || has_holes => Err(Refusal::GgfShape),
            Self::Sgf if has_holes => Err(Refusal::SgfHoles),
            Self::Pgn if !is_usual => Err(Refusal::PgnStart),
            _ => Ok(()),
        }
    }
}

/// Writes games one by one, without keeping them in memory.
///
/// Transcripts record games from the standard start. OBF records the last position of each game.
/// WTHOR records games from the standard start on 8×8; a game read from a WTHOR file is written
/// back unchanged.
///
/// ```
/// use outflank_othello::format::{Format, GameRecord, GameWriter};
/// use outflank_othello::{Game, Shape};
///
/// let game = Game::from_transcript(Shape::STANDARD, "f5d6c3")?;
/// let mut writer = GameWriter::new(Vec::new(), Format::Transcripts);
/// let omissions = writer.write(&GameRecord::new(game))?;
/// assert!(omissions.is_empty());
/// assert_eq!(writer.finish()?.output, b"f5d6c3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameWriter<W> {
    output: W,
    format: Format,
    games: usize,
    wthor: WthorState,
}

/// The state of a WTHOR file being written.
#[derive(Debug, Default)]
struct WthorState {
    header: Option<WthorHeader>,
    names: Option<Arc<NameNumbers>>,
    /// The year of all games so far; `Some(None)` if the years differ.
    year: Option<Option<u16>>,
    /// Number of games whose year is known.
    with_year: usize,
}

/// The result of [`GameWriter::finish`].
#[derive(Debug)]
pub struct Finished<W> {
    /// The output passed to [`GameWriter::new`].
    pub output: W,
    /// The number of games written.
    pub games: usize,
    /// The header of a WTHOR file, which is known only at the end: overwrite the first 16
    /// bytes of the output with it.
    pub wthor_header: Option<[u8; 16]>,
    /// Omissions known only at the end, each with the number of games it affects.
    pub omissions: Vec<(Omission, usize)>,
}

impl<W: Write> GameWriter<W> {
    /// Creates a writer of games in a format.
    pub fn new(output: W, format: Format) -> Self {
        Self {
            output,
            format,
            games: 0,
            wthor: WthorState::default(),
        }
    }

    /// Sets the header of a WTHOR file. The writer replaces its number of games and, if the games
    /// have a year, its year. The header can be changed until [`finish`](Self::finish).
    pub const fn set_wthor_header(&mut self, header: Option<WthorHeader>) {
        self.wthor.header = header;
    }

    /// Sets the name numbers that WTHOR games refer to.
    pub fn set_names(&mut self, names: Option<Arc<NameNumbers>>) {
        self.wthor.names = names;
    }

    /// Returns the format.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the output.
    #[must_use]
    pub const fn output(&self) -> &W {
        &self.output
    }

    /// Returns the number of games written so far.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Writes a game, and returns what the format cannot represent.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError::Refused`] if the format cannot represent the game; other games can
    /// still be written. After any other error the output is unusable.
    pub fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        self.format.holds_start(record.game.start())?;
        let mut omissions = omissions(record, self.format);
        if self.format == Format::Wthor {
            self.write_wthor(record, &mut omissions)?;
        } else {
            let text = text(record, self.format)?;
            self.output.write_all(text.as_bytes())?;
        }
        self.games += 1;
        Ok(omissions.into_vec())
    }

    fn write_wthor(
        &mut self,
        record: &GameRecord,
        omissions: &mut OmissionList,
    ) -> Result<(), WriteError> {
        if u32::try_from(self.games + 1).is_err() {
            return Err(WthorError::TooMany(self.games + 1).into());
        }
        let game = wthor_game(record, self.wthor.names.as_deref(), omissions)?;
        let year = record.year();
        self.wthor.with_year += usize::from(year.is_some());
        match self.wthor.year {
            None => self.wthor.year = Some(year),
            Some(before) if before != year => self.wthor.year = Some(None),
            Some(_) => {}
        }
        if self.games == 0 {
            self.output.write_all(&[0; WthorHeader::SIZE])?;
        }
        self.output.write_all(&game.to_bytes())?;
        Ok(())
    }

    /// Completes the output.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn finish(mut self) -> io::Result<Finished<W>> {
        let mut omissions = Vec::new();
        let mut wthor_header = None;
        if self.format == Format::Wthor {
            if self.games == 0 {
                self.output.write_all(&[0; WthorHeader::SIZE])?;
            }
            let new = WthorHeader {
                board: 8,
                ..WthorHeader::default()
            };
            let mut header = self.wthor.header.unwrap_or(new);
            // `write_wthor` has checked that the number fits.
            header.games = u32::try_from(self.games).unwrap_or(u32::MAX);
            if let Some(year) = self.wthor.year {
                header.year = year.unwrap_or(0);
            }
            if header.year == 0 && self.wthor.with_year > 0 {
                omissions.push((Omission::Field(Field::Year), self.wthor.with_year));
            }
            wthor_header = Some(header.to_bytes());
        }
        self.output.flush()?;
        Ok(Finished {
            output: self.output,
            games: self.games,
            wthor_header,
            omissions,
        })
    }
}

/// Returns a game in a text format.
fn text(record: &GameRecord, format: Format) -> Result<String, Refusal> {
    let game = &record.game;
    Ok(match format {
        Format::Obf => {
            let line = ObfRecord {
                position: *game.position(),
                scores: Vec::new(),
            };
            format!("{line}\n")
        }
        // Each line of an archive begins with the number of games of the match.
        Format::Ggf => format!("1 {}\n", write_ggf(record)?),
        Format::Sgf => write_sgf(record)?,
        Format::Pgn => format!("{}\n", write_pgn(record)?),
        Format::Transcripts | Format::Wthor if game.moves().is_empty() => {
            return Err(Refusal::NoMoves);
        }
        Format::Transcripts | Format::Wthor => format!("{}\n", transcript(game)),
    })
}

fn wthor_game(
    record: &GameRecord,
    names: Option<&NameNumbers>,
    omissions: &mut OmissionList,
) -> Result<WthorGame, WriteError> {
    let mut game = match record.wthor {
        // Without name files, the numbers of the record are kept.
        Some(wthor) if names.is_none() => return Ok(wthor),
        Some(wthor) => wthor,
        None => new_wthor_game(record, omissions)?,
    };
    let known = record.wthor;
    for (name, number) in [
        (&record.black.name, &mut game.black),
        (&record.white.name, &mut game.white),
    ] {
        let Some(name) = name else { continue };
        match names.and_then(|names| names.player(name, known.map(|_| *number))) {
            Some(found) => *number = found,
            None => {
                *number = 0;
                omissions.add(Omission::Field(Field::Names));
            }
        }
    }
    if let Some(name) = &record.tournament {
        let number = known.map(|known| known.tournament);
        let found = names.and_then(|names| names.tournament(name, number));
        game.tournament = found.unwrap_or(0);
        if found.is_none() {
            omissions.add(Omission::Field(Field::Tournament));
        }
    }
    Ok(game)
}

/// Returns the WTHOR game for a record that was not read from WTHOR.
fn new_wthor_game(record: &GameRecord, omissions: &mut OmissionList) -> Result<WthorGame, Refusal> {
    let mut game = WthorGame::from_game(&record.game).map_err(Refusal::Wthor)?;
    match record.black_discs() {
        Some(discs) => {
            game.black_discs = discs;
            game.theoretical = discs;
        }
        None if record.result.is_some() => omissions.add(Omission::Field(Field::Result)),
        None => {}
    }
    Ok(game)
}

/// A game that the format cannot represent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// 0-based index among the games given.
    pub place: usize,
    /// The reason.
    pub reason: String,
}

/// The result of [`write_games`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The content of the file.
    pub content: Vec<u8>,
    /// Number of games in it.
    pub games: usize,
    /// Games that the format cannot represent.
    pub refused: Vec<RefusedGame>,
}

/// Writes all games in a format at once; to write them one by one, use [`GameWriter`]. Only the
/// number of games in `header` is replaced.
///
/// # Errors
///
/// Returns an error if there are more games than WTHOR can count. Games that the format
/// cannot represent are listed in [`Written::refused`].
pub fn write_games(
    records: &[GameRecord],
    format: Format,
    header: Option<WthorHeader>,
) -> Result<Written, WriteError> {
    let mut writer = GameWriter::new(Vec::new(), format);
    writer.set_wthor_header(header);
    let mut refused = Vec::new();
    for (place, record) in records.iter().enumerate() {
        match writer.write(record) {
            Ok(_) => {}
            Err(WriteError::Refused(refusal)) => {
                let reason = refusal.to_string();
                refused.push(RefusedGame { place, reason });
            }
            Err(error) => return Err(error),
        }
    }
    let finished = writer.finish()?;
    let mut content = finished.output;
    if let Some(header) = finished.wthor_header {
        content[..header.len()].copy_from_slice(&header);
    }
    Ok(Written {
        content,
        games: finished.games,
        refused,
    })
}
