//! Reading games of any format, one by one.

mod lines;
mod text;
mod trees;
mod wthor;

use std::io::{self, BufRead, Cursor, Read};

use self::lines::Paragraphs;
use self::text::{Chunk, Lines};
use self::trees::Trees;
use self::wthor::Records;
use super::detect::check_wthor;
use super::ggf::parse_ggf;
use super::pgn::parse_pgn;
use super::sgf::parse_sgf;
use super::wthor::{WthorError, WthorGame, WthorHeader, WthorNames};
use super::{Date, Format, GameRecord, GameResult, ObfRecord, Omission, ParsedGame, Player};
use crate::{Game, ParseError, Shape};

/// An error while reading one game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameReadError {
    /// The text of a game is invalid.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A WTHOR game is invalid, or the file ends within it or goes on after its last game.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

/// An error that prevents reading the rest of a file.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The header of a WTHOR file is wrong.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

/// The name files that the numbers in a WTHOR file refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorNameFiles {
    /// The `.jou` file.
    pub players: WthorNames,
    /// The `.trn` file.
    pub tournaments: WthorNames,
}

/// One game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadGame {
    /// 1-based number of the game in the file.
    pub number: usize,
    /// The game, or the reason why it cannot be read.
    pub game: Result<ParsedGame, GameReadError>,
}

/// The prefix read to detect the format, chained with the rest.
type Input<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// Iterator over the games of a file of any size and format. It keeps one game in memory.
///
/// It yields an invalid game with its error and continues. Any other error ends the iteration.
///
/// ```
/// use outflank_othello::Shape;
/// use outflank_othello::format::{Format, GameReader};
///
/// let reader = GameReader::new("f5d6c3\nf5a1\n".as_bytes(), Shape::STANDARD)?;
/// assert_eq!(reader.format(), Format::Transcripts);
/// let games = reader.collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(games[0].game.as_ref().unwrap().record.game.moves().len(), 3);
/// let error = games[1].game.as_ref().unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    format: Format,
    shape: Shape,
    names: Option<WthorNameFiles>,
    source: Source<R>,
    /// Number of games yielded.
    count: usize,
    has_ended: bool,
}

#[derive(Debug)]
enum Source<R> {
    Lines(Lines<Input<R>>),
    Paragraphs(Paragraphs<Input<R>>),
    Trees(Trees<Input<R>>),
    Wthor(Records<Input<R>>),
}

impl<R: BufRead> GameReader<R> {
    /// Creates a reader, detecting the format from the content. Text formats that do not
    /// record the board are read on boards of `shape`; WTHOR is always on 8×8.
    ///
    /// # Errors
    ///
    /// Returns any I/O error, or an error if the header of a WTHOR file is invalid.
    pub fn new(mut input: R, shape: Shape) -> Result<Self, StreamError> {
        let mut head = Vec::new();
        let prefix = Format::PREFIX as u64;
        input.by_ref().take(prefix).read_to_end(&mut head)?;
        let format = Format::from_content(&head);
        if format == Format::Wthor {
            check_wthor(&head)?;
        }
        let mut head = Cursor::new(head);
        if format != Format::Wthor && head.get_ref().starts_with(b"\xEF\xBB\xBF") {
            head.set_position(3);
        }
        let input = head.chain(input);
        let source = match format {
            Format::Transcripts | Format::Obf => Source::Lines(Lines::new(input)),
            Format::Pgn => Source::Paragraphs(Paragraphs::new(Lines::new(input))),
            Format::Ggf => Source::Trees(Trees::new(input, false)),
            Format::Sgf => Source::Trees(Trees::new(input, true)),
            Format::Wthor => Source::Wthor(Records::new(input)?),
        };
        Ok(Self {
            format,
            shape,
            names: None,
            source,
            count: 0,
            has_ended: false,
        })
    }

    /// Sets the names that the numbers in a WTHOR file refer to.
    #[must_use]
    pub fn with_names(self, names: Option<WthorNameFiles>) -> Self {
        Self { names, ..self }
    }

    /// Returns the format of the file.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns the header of a WTHOR file.
    #[must_use]
    pub const fn wthor_header(&self) -> Option<WthorHeader> {
        match &self.source {
            Source::Wthor(records) => Some(records.header),
            _ => None,
        }
    }

    fn next_game(&mut self) -> Result<Option<Result<ParsedGame, GameReadError>>, StreamError> {
        let (format, shape) = (self.format, self.shape);
        let chunk = match &mut self.source {
            Source::Wthor(records) => {
                let (header, number) = (records.header, self.count + 1);
                let game = records.next()?;
                return Ok(game.map(|game| wthor_game(game?, number, header, self.names.as_ref())));
            }
            Source::Lines(lines) => lines::next_line(lines)?,
            Source::Paragraphs(games) => games.next()?,
            Source::Trees(games) => games.next()?,
        };
        Ok(chunk.map(|chunk| {
            let Chunk { line, column, text } = chunk;
            text.and_then(|text| parse(format, shape, &text))
                .map_err(|error| error.moved_to(line, column).into())
        }))
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<ReadGame, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let game = self.next_game().transpose();
        self.has_ended = !matches!(game, Some(Ok(_)));
        self.count += 1;
        let number = self.count;
        game.map(|game| game.map(|game| ReadGame { number, game }))
    }
}

/// Parses the text of one game.
fn parse(format: Format, shape: Shape, text: &str) -> Result<ParsedGame, ParseError> {
    let only = |game| ParsedGame {
        record: GameRecord::new(game),
        omissions: Vec::new(),
    };
    match format {
        Format::Obf => ObfRecord::parse(text, shape).map(|line| ParsedGame {
            omissions: match line.scores.is_empty() {
                true => Vec::new(),
                false => vec![Omission::Scores],
            },
            ..only(Game::from_position(line.position))
        }),
        Format::Ggf => parse_ggf(text),
        Format::Sgf => parse_sgf(text),
        Format::Pgn => parse_pgn(text, shape),
        // WTHOR games are not read from text.
        Format::Transcripts | Format::Wthor => Game::from_transcript(shape, text).map(only),
    }
}

fn wthor_game(
    wthor: WthorGame,
    number: usize,
    header: WthorHeader,
    names: Option<&WthorNameFiles>,
) -> Result<ParsedGame, GameReadError> {
    let player = |number: u16| Player {
        name: names.and_then(|names| names.players.get(number)),
        ..Player::default()
    };
    let year = Some(header.year).filter(|&year| year > 0);
    let discs = u16::from(wthor.black_discs);
    let record = GameRecord {
        black: player(wthor.black),
        white: player(wthor.white),
        tournament: names.and_then(|names| names.tournaments.get(wthor.tournament)),
        date: year.map(Date::from_year),
        result: Some(GameResult::discs(discs, 64_u16.saturating_sub(discs))),
        wthor: Some(wthor),
        ..GameRecord::new(wthor.play(number)?)
    };
    let omissions = Vec::new();
    Ok(ParsedGame { record, omissions })
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedGame {
    /// 1-based number of the game in the file.
    pub number: usize,
    /// The error.
    pub error: GameReadError,
}

/// All games of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Games {
    /// The format of the file.
    pub format: Format,
    /// The header of a WTHOR file.
    pub wthor_header: Option<WthorHeader>,
    /// The valid games, each with its 1-based number in the file.
    pub records: Vec<(usize, GameRecord)>,
    /// The invalid games.
    pub rejected: Vec<RejectedGame>,
}

impl Games {
    /// Collects all games of a reader.
    ///
    /// # Errors
    ///
    /// Returns any I/O error. Invalid games are listed in [`Games::rejected`].
    pub fn collect<R: BufRead>(reader: GameReader<R>) -> Result<Self, StreamError> {
        let mut games = Self {
            format: reader.format(),
            wthor_header: reader.wthor_header(),
            records: Vec::new(),
            rejected: Vec::new(),
        };
        for game in reader {
            let ReadGame { number, game } = game?;
            match game {
                Ok(parsed) => games.records.push((number, parsed.record)),
                Err(error) => games.rejected.push(RejectedGame { number, error }),
            }
        }
        Ok(games)
    }
}

/// Reads all games of a file's content, detecting the format. A position in OBF is a game
/// without moves. For files of any size, use [`GameReader`].
///
/// # Errors
///
/// Returns an error if the header of a WTHOR file is wrong. Invalid games are listed in
/// [`Games::rejected`].
pub fn read_games(
    content: &[u8],
    shape: Shape,
    names: Option<&WthorNameFiles>,
) -> Result<Games, StreamError> {
    Games::collect(GameReader::new(content, shape)?.with_names(names.cloned()))
}
