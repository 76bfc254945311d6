//! Reading games of any format.

use super::wthor::{WthorError, WthorFile, WthorHeader, WthorNames};
use super::{Date, Format, GameRecord, GameResult, Player, obf, parse_obf_lines};
use crate::game::Game;
use crate::notation::ParseError;
use crate::shape::Shape;

/// Why one game of a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameReadError {
    /// A text that cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A WTHOR file or game that cannot be read.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedGame {
    /// 1-based number of the game in the file.
    pub number: usize,
    /// Why.
    pub error: GameReadError,
}

/// The names to which the numbers in a WTHOR file refer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorNameFiles {
    /// The `.jou` file.
    pub players: WthorNames,
    /// The `.trn` file.
    pub tournaments: WthorNames,
}

/// The games of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// The format that the file has.
    pub format: Format,
    /// The header, if that is WTHOR.
    pub wthor_header: Option<WthorHeader>,
    /// The games that could be read, each with its 1-based number in the file.
    pub records: Vec<(usize, GameRecord)>,
    /// The others.
    pub rejected: Vec<RejectedGame>,
}

/// Reads the games of a file's content, telling the format by it. A position
/// in OBF is a game of no moves. Text is on boards of `shape`; WTHOR is always
/// on 8×8.
///
/// # Errors
///
/// A WTHOR file that is broken as a whole. Single games that cannot be read are
/// among [`Games::rejected`].
pub fn read_games(
    content: &[u8],
    shape: Shape,
    names: Option<&WthorNameFiles>,
) -> Result<Games, GameReadError> {
    let format = Format::of_content(content);
    let mut games = Games {
        format,
        wthor_header: None,
        records: Vec::new(),
        rejected: Vec::new(),
    };
    // Only text is taken for a text format.
    let text = std::str::from_utf8(content).unwrap_or_default();
    match format {
        Format::Wthor => {
            let file = WthorFile::from_bytes(content)?;
            games.wthor_header = Some(file.header);
            games.add(wthor_games(&file, names));
        }
        Format::Transcripts => games.add(transcript_games(text, shape)),
        Format::Obf => games.add(parse_obf_lines(text, shape).map(|line| {
            let position = line?.position;
            Ok(GameRecord::new(Game::from_position(position)))
        })),
    }
    Ok(games)
}

impl Games {
    fn add(&mut self, games: impl Iterator<Item = Result<GameRecord, GameReadError>>) {
        for (index, game) in games.enumerate() {
            let number = index + 1;
            match game {
                Ok(record) => self.records.push((number, record)),
                Err(error) => self.rejected.push(RejectedGame { number, error }),
            }
        }
    }
}

fn transcript_games(
    text: &str,
    shape: Shape,
) -> impl Iterator<Item = Result<GameRecord, GameReadError>> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !obf::is_comment(line))
        .map(move |(number, line)| {
            let game = Game::from_transcript(shape, line).map_err(|e| e.at_line(number + 1))?;
            Ok(GameRecord::new(game))
        })
}

fn wthor_games(
    file: &WthorFile,
    names: Option<&WthorNameFiles>,
) -> impl Iterator<Item = Result<GameRecord, GameReadError>> {
    file.games.iter().enumerate().map(move |(index, &wthor)| {
        let player = |number: u16| Player {
            name: names.and_then(|names| names.players.get(number)),
            ..Player::default()
        };
        let year = Some(file.header.year).filter(|&year| year > 0);
        let discs = u16::from(wthor.black_discs);
        Ok(GameRecord {
            black: player(wthor.black),
            white: player(wthor.white),
            tournament: names.and_then(|names| names.tournaments.get(wthor.tournament)),
            date: year.map(Date::of_year),
            result: Some(GameResult::discs(discs, 64_u16.saturating_sub(discs))),
            wthor: Some(wthor),
            ..GameRecord::new(wthor.play(index + 1)?)
        })
    })
}
