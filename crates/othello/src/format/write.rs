//! Writing games in any format.

use super::wthor::{WthorError, WthorFile, WthorGame, WthorHeader};
use super::{Format, GameRecord, ObfRecord};
use crate::notation::transcript;
use crate::position::Position;

/// Why nothing can be written at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The file as a whole cannot be WTHOR.
    #[error(transparent)]
    Wthor(#[from] WthorError),
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

/// Writes games in a format.
///
/// Transcripts hold games from the usual start; OBF holds the last position of
/// each; WTHOR holds games from the usual start on 8×8. A game that came from
/// a WTHOR file is written back as it was, and `header` is kept but for the
/// number of games.
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
    let mut refused = Vec::new();
    let mut refuse = |place: usize, reason: String| refused.push(RefusedGame { place, reason });
    let mut games = 0;
    let content = match format {
        Format::Transcripts => {
            let mut text = String::new();
            for (place, record) in records.iter().enumerate() {
                let game = &record.game;
                if *game.start() != Position::start(game.shape()) {
                    refuse(place, "a transcript cannot tell another start".to_owned());
                    continue;
                }
                if game.moves().is_empty() {
                    refuse(place, "a game without moves has no transcript".to_owned());
                    continue;
                }
                text.push_str(&transcript(game));
                text.push('\n');
                games += 1;
            }
            text.into_bytes()
        }
        Format::Obf => {
            let lines = records.iter().map(|record| {
                let line = ObfRecord {
                    position: *record.game.position(),
                    scores: Vec::new(),
                };
                format!("{line}\n")
            });
            games = records.len();
            lines.collect::<String>().into_bytes()
        }
        Format::Wthor => {
            let mut file = WthorFile {
                header: header.unwrap_or_else(|| header_for(records)),
                games: Vec::with_capacity(records.len()),
            };
            for (place, record) in records.iter().enumerate() {
                match wthor_game(record) {
                    Ok(game) => file.games.push(game),
                    Err(error) => refuse(place, error.to_string()),
                }
            }
            games = file.games.len();
            file.to_bytes()?
        }
    };
    Ok(Written {
        content,
        games,
        refused,
    })
}

fn wthor_game(record: &GameRecord) -> Result<WthorGame, WthorError> {
    if let Some(wthor) = record.wthor {
        return Ok(wthor);
    }
    let mut game = WthorGame::from_game(&record.game)?;
    if let Some(discs) = record.black_discs() {
        game.black_discs = discs;
    }
    Ok(game)
}

/// The header of a new file: the year of the games, if they share one.
fn header_for(records: &[GameRecord]) -> WthorHeader {
    let year = records.first().and_then(GameRecord::year);
    let shared = year.filter(|_| records.iter().all(|record| record.year() == year));
    WthorHeader {
        year: shared.unwrap_or(0),
        board: 8,
        ..WthorHeader::default()
    }
}
