//! Writing games in any format, one by one.

mod name_numbers;
mod omissions;

pub use name_numbers::NameNumbers;

use std::io::{self, Write};
use std::sync::Arc;

use self::omissions::omissions;
use super::ggf::{GgfError, write_ggf};
use super::omission::{Field, Omission, OmissionList};
use super::pgn::{PgnError, write_pgn};
use super::sgf::{SgfError, write_sgf};
use super::wthor::{WthorError, WthorGame, WthorHeader};
use super::{Format, GameRecord, ObfRecord};
use crate::notation::transcript;
use crate::position::Position;
use crate::shape::Shape;

/// Why a game was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The format cannot hold the game. Nothing was written, and others can be.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// More games than WTHOR can count.
    #[error(transparent)]
    Wthor(#[from] WthorError),
    /// The system refuses to write.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Why a format cannot hold a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A transcript of a game from another start.
    #[error("a transcript cannot tell another start")]
    Start,
    /// A transcript of a game without moves.
    #[error("a game without moves has no transcript")]
    NoMoves,
    /// Not a game for WTHOR.
    #[error(transparent)]
    Wthor(WthorError),
    /// Not a game for GGF.
    #[error(transparent)]
    Ggf(#[from] GgfError),
    /// Not a game for SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Not a game for PGN.
    #[error(transparent)]
    Pgn(#[from] PgnError),
}

impl Format {
    /// Whether the format can hold games that begin with a position.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn holds_start(self, start: &Position) -> Result<(), Refusal> {
        let shape = start.shape();
        let is_usual = *start == Position::start(shape);
        let has_holes = shape.has_holes();
        match self {
            Self::Transcripts if !is_usual => Err(Refusal::Start),
            Self::Wthor if !is_usual || shape != Shape::STANDARD => {
                Err(Refusal::Wthor(WthorError::Start))
            }
            Self::Ggf if shape.width() != shape.height() || has_holes => {
                Err(GgfError::Shape.into())
            }
            Self::Sgf if has_holes => Err(SgfError::Holes.into()),
            Self::Pgn if !is_usual => Err(PgnError::Start.into()),
            _ => Ok(()),
        }
    }
}

/// Writes games one by one, holding none of them in memory.
///
/// Transcripts hold games from the usual start; OBF holds the last position of
/// each; WTHOR holds games from the usual start on 8×8, and a game that came from
/// a WTHOR file is written back as it was.
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

/// What is known of a WTHOR file that is being written.
#[derive(Debug, Default)]
struct WthorState {
    header: Option<WthorHeader>,
    names: Option<Arc<NameNumbers>>,
    /// The year of all games so far; `Some(None)` if they differ.
    year: Option<Option<u16>>,
    /// Games whose year is known.
    with_year: usize,
}

/// What was written.
#[derive(Debug)]
pub struct Finished<W> {
    /// That to which it was written.
    pub output: W,
    /// The number of games.
    pub games: usize,
    /// The first bytes of a WTHOR file, which are known only now: they belong
    /// over those that were written first.
    pub wthor_header: Option<[u8; 16]>,
    /// Omissions that are known only at the end, each with the number of games that
    /// had them.
    pub omissions: Vec<(Omission, usize)>,
}

impl<W: Write> GameWriter<W> {
    /// Writes games in a format.
    pub fn new(output: W, format: Format) -> Self {
        Self {
            output,
            format,
            games: 0,
            wthor: WthorState::default(),
        }
    }

    /// Keeps what the header of a WTHOR file says, but for the number of games
    /// and a year that is not that of the games. Until the end it can be changed.
    pub const fn set_wthor_header(&mut self, header: Option<WthorHeader>) {
        self.wthor.header = header;
    }

    /// Looks names up, so that WTHOR can refer to them.
    pub fn set_names(&mut self, names: Option<Arc<NameNumbers>>) {
        self.wthor.names = names;
    }

    /// The format written.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// The games written so far.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Writes a game. Gives what the format has no place for.
    ///
    /// # Errors
    ///
    /// Games that the format cannot hold; more can be written then. Output that
    /// cannot be written; what was written so far is of no use then.
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

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// Output that cannot be written.
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
            // Their number was held against this while they were written.
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

/// A game in a format that is text.
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
        // Archives name the number of games of a match.
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
        // Without names its numbers stand.
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

/// The moves and the score of a game that does not come from WTHOR.
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

/// A game that the format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// 0-based place among the games given.
    pub place: usize,
    /// Why.
    pub reason: String,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The content of the file.
    pub content: Vec<u8>,
    /// Games in it.
    pub games: usize,
    /// Games that the format cannot hold.
    pub refused: Vec<RefusedGame>,
}

/// Writes games in a format, all at once: what [`GameWriter`] does one by one.
/// `header` is kept but for the number of games.
///
/// # Errors
///
/// More games than WTHOR can count. Games that the format cannot hold are left
/// out and named.
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
