//! Files that outlive a run: the archive of games and analyses, the [`library`] of a player's
//! own games, [`checkpoint`]s of long solves, and game files ([`GameFile`]).
//!
//! The archive is an SQLite database in one file.
//! [`Archive::import`] adds games without duplicates and may be interrupted at any time.
//! [`Archive::find`] finds games by player, tournament, year, result, opening and position,
//! up to symmetry. [`Archive::statistics`] counts the moves played in a position and
//! their results. [`Archive::keep`] stores analyses, which [`ArchiveAnalyzer`] reuses.
//!
//! Several processes may use an archive at once. One of them writes while the others read a
//! snapshot.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use outflank_othello::format::{GameFilter, GameReader, PositionFilter};
//! use outflank_othello::{Game, Shape};
//! use outflank_archive::{Archive, Source};
//!
//! let folder = tempfile::tempdir()?;
//! let mut archive = Archive::open_or_create(&folder.path().join("games.db"))?;
//! let content = b"f5d6c3\nf5f6e6\n";
//! let source = Source::of_content(content, "two games", Shape::STANDARD, None);
//! let games = GameReader::new(&content[..], Shape::STANDARD)?;
//! let imported = archive.import(&source, games, 1000, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(imported.written, 2);
//!
//! // The same position in another symmetry.
//! let position = *Game::from_transcript(Shape::STANDARD, "c4e3")?.position();
//! let position_filter = Some(PositionFilter::new(&position));
//! let filter = GameFilter { position: position_filter, ..GameFilter::default() };
//! assert_eq!(archive.find(&filter)?, [1]);
//! let played = archive.statistics(&position, &GameFilter::default())?.moves;
//! assert_eq!(played[0].mv.to_string(), "f6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod analyses;
mod analyzer;
pub mod backup;
mod cards;
#[cfg(not(target_arch = "wasm32"))]
pub mod checkpoint;
mod database;
mod error;
mod files;
mod game_file;
mod game_row;
mod game_summary;
mod import;
pub mod library;
mod names;
mod opening;
mod persons;
mod position_index;
mod position_key;
mod puzzles;
mod query;
mod source;
mod statistics;

use std::path::Path;

use rusqlite::Connection;
use schemars::JsonSchema;
use serde::Serialize;

use database::{Database, Kind};
use persons::PersonsCache;

pub use analyzer::ArchiveAnalyzer;
pub use cards::{
    AnswerObject, Answered, Card, DeckStatistics, PracticeStatistics, Question, ThemeStatistics,
};
pub use error::{ArchiveError, Fault, ImportError};
pub use game_file::GameFile;
pub use game_row::ArchivedGame;
pub use import::{ImportEvent, Imported};
pub use persons::{Person, Spelling};
pub use puzzles::{PUZZLES, PuzzleProgress, PuzzleStrength, Rated};
pub use source::Source;
pub use statistics::{MoveStatistics, PlayerGames, PositionStatistics, Tally};

const KIND: Kind = Kind {
    what: "an archive of games",
    writer: "outflank db import",
    application: 0x4F74_6641, // "OtfA"
    steps: &[
        include_str!("schema/archive_1.sql"),
        include_str!("schema/archive_2.sql"),
        include_str!("schema/archive_3.sql"),
        include_str!("schema/archive_4.sql"),
    ],
};

/// Size of the page cache in KiB.
const CACHE: i64 = 32 * 1024;

/// An archive of games and analyses. Every method that uses the file fails if the file cannot be
/// read or written.
#[derive(Debug)]
pub struct Archive(Database, PersonsCache);

/// The totals of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Totals {
    /// Number of games.
    pub games: u64,
    /// Number of games that occur in more than one file.
    pub shared_games: u64,
    /// Number of spellings of players' names.
    pub players: u64,
    /// Number of tournaments.
    pub tournaments: u64,
    /// Number of imported files.
    pub sources: u64,
    /// Number of positions in all games.
    pub positions: u64,
    /// Number of distinct positions, up to symmetry.
    pub distinct_positions: u64,
    /// Number of positions with an analysis.
    pub analyses: u64,
    /// The year of the first game.
    pub first_year: Option<u16>,
    /// The year of the last game.
    pub last_year: Option<u16>,
    /// Size of the file in bytes.
    pub bytes: u64,
}

impl Archive {
    /// Opens the archive in a file. Fails if the file does not exist or is not an archive.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        Self::connect(path, false)
    }

    /// Opens the archive in a file, or creates one. Fails if the file is not an archive or cannot
    /// be created.
    pub fn open_or_create(path: &Path) -> Result<Self, ArchiveError> {
        Self::connect(path, true)
    }

    fn connect(path: &Path, may_create: bool) -> Result<Self, ArchiveError> {
        let database = Database::open(path, &KIND, may_create)?;
        let connection = &database.connection;
        connection.set_prepared_statement_cache_capacity(64);
        let set = || {
            // A power failure may lose the last batches. The next import adds them again.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "cache_size", -CACHE)
        };
        set().map_err(|error| database.error(error.into()))?;
        Ok(Self(database, PersonsCache::default()))
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Optimizes the index and releases unused space. Call this after imports.
    pub fn tidy(&mut self) -> Result<(), ArchiveError> {
        self.write(position_index::tidy)?;
        let vacuum = "PRAGMA incremental_vacuum; PRAGMA optimize";
        let vacuum = self.0.connection.execute_batch(vacuum);
        vacuum.map_err(|error| self.0.error(error.into()))
    }

    /// Returns the totals of the archive.
    pub fn totals(&self) -> Result<Totals, ArchiveError> {
        self.read(|connection| {
            let count = |query: &str| -> Result<u64, Fault> {
                let count: i64 = connection.query_row(query, [], |row| row.get(0))?;
                Ok(count as u64)
            };
            let years = "SELECT min(year), max(year) FROM games";
            let (first_year, last_year) =
                connection.query_row(years, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let pages = count("PRAGMA page_count")?;
            Ok(Totals {
                games: count("SELECT count(*) FROM games")?,
                shared_games: count("SELECT count(DISTINCT game) FROM other_sources")?,
                players: count("SELECT count(*) FROM players")?,
                tournaments: count("SELECT count(*) FROM tournaments")?,
                sources: count("SELECT count(*) FROM sources")?,
                positions: position_index::count(connection)?,
                distinct_positions: position_index::count_distinct(connection)?,
                analyses: count("SELECT count(*) FROM analyses")?,
                first_year,
                last_year,
                bytes: pages * count("PRAGMA page_size")?,
            })
        })
    }

    /// Returns the game with the given number. Fails if no game has it or the archive cannot be
    /// read.
    pub fn game(&self, number: u32) -> Result<ArchivedGame, ArchiveError> {
        self.read(|connection| read_game(connection, number))
    }

    /// Returns the games with the given numbers. Fails as [`Archive::game`] does.
    pub fn games(&self, numbers: &[u32]) -> Result<Vec<ArchivedGame>, ArchiveError> {
        self.read(|connection| {
            let games = numbers.iter().map(|&number| read_game(connection, number));
            games.collect()
        })
    }

    /// Runs `task` on a snapshot of the archive.
    fn read<T>(
        &self,
        task: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, ArchiveError> {
        self.0.read(task)
    }

    /// Runs `task` in one transaction.
    fn write<T>(
        &mut self,
        task: impl FnOnce(&Connection) -> Result<T, Fault>,
    ) -> Result<T, ArchiveError> {
        self.0.write(task)
    }
}

fn read_game(connection: &Connection, number: u32) -> Result<ArchivedGame, Fault> {
    match game_row::read_game(connection, number)? {
        Some(game) => Ok(game),
        None => Err(Fault::NoGame {
            number,
            games: game_row::count_games(connection)?,
        }),
    }
}
