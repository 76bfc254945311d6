//! The library: the games that a player plays, pastes and studies, in one SQLite file.
//!
//! Unlike the [`archive`](crate), which contains finished games of many players, the library
//! contains games that may still change, with variations, comments, reviews and clocks. The front
//! end decides what a game contains. The library stores its JSON and an [`Entry`] for lists.
//!
//! ```
//! use outflank_archive::library::{Entry, Library, Saving};
//!
//! let folder = tempfile::tempdir()?;
//! let library = Library::open_or_create(&folder.path().join("library.db"))?;
//! let entry = Entry { opening: Some("Tiger".into()), ..Entry::default() };
//! let saving = Saving {
//!     id: "g1".into(), writer: "w1".into(), revision: 0, saved: 1,
//!     entry, content: r#"{"moves":"f5d6c3d3c4"}"#.into(),
//! };
//! assert_eq!(library.save(&saving)?, Some(1));
//! assert_eq!(library.list("tíger", 10)?.games[0].id, "g1");
//! // Another writer that has not seen this revision must not overwrite it.
//! assert_eq!(library.save(&Saving { writer: "w2".into(), ..saving })?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;
use std::time::Duration;

use outflank_othello::format::fold_name;
use outflank_study::progress::ReviewRecord;
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web_time::{SystemTime, UNIX_EPOCH};

use super::database::{Database, Kind};
use super::error::ArchiveError;
use super::files;

const KIND: Kind = Kind {
    what: "a library of games",
    writer: "outflank serve",
    application: 0x4F74_664C, // "OtfL"
    steps: &[include_str!("schema/library_1.sql")],
};

/// How long a deleted game can be restored.
const KEPT_DELETED: Duration = Duration::from_hours(30 * 24);

/// A library of games. Every method that uses the file fails if the file cannot be read or written.
#[derive(Debug)]
pub struct Library(pub(super) Database);

/// The fields of a game that a list shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Entry {
    /// The shape, such as `8x8`.
    pub board: String,
    /// The name of Black.
    pub black: Option<String>,
    /// The name of White.
    pub white: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The moves of the main line, as a transcript.
    pub line: String,
    /// The number of moves in the main line.
    pub moves: u32,
    /// The disc difference for Black, if the game is over.
    pub result: Option<i32>,
    /// Whether this is a game against the engine that can be continued.
    pub unfinished: bool,
    /// The user's side in a game against the engine: `black` or `white`.
    pub side: Option<String>,
    /// How the game ended, if by resignation or on time, and the winner: `resigned.black`.
    pub ending: Option<String>,
    /// When the game was played, in milliseconds since 1970.
    pub played: Option<i64>,
    /// What is kept of the review of these moves.
    pub review: Option<ReviewRecord>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Listed {
    /// The ID of the game.
    pub id: String,
    /// How many times the game has been saved.
    pub revision: u32,
    /// When the game was last saved, in milliseconds since 1970.
    pub saved: i64,
    /// The fields that a list shows.
    #[serde(flatten)]
    pub entry: Entry,
}

/// The games found, latest first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct List {
    /// The games.
    pub games: Vec<Listed>,
    /// The number of games that match.
    pub found: u32,
    /// The number of games in the library.
    pub all: u32,
}

/// A game to be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Saving {
    /// The ID of the game.
    pub id: String,
    /// The client that saves the game, such as a browser tab.
    pub writer: String,
    /// The revision that the writer last saw, or 0 for a new game.
    pub revision: u32,
    /// The time of the change, in milliseconds since 1970.
    pub saved: i64,
    /// The fields that a list shows.
    pub entry: Entry,
    /// The game as JSON.
    pub content: String,
}

/// A game in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// How many times the game has been saved.
    pub revision: u32,
    /// The game as JSON.
    pub content: String,
}

impl Library {
    /// Opens the library in a file, or creates the file and its folder. Fails if the file is not a
    /// library or cannot be written.
    pub fn open_or_create(path: &Path) -> Result<Self, ArchiveError> {
        files::create_folder(path).map_err(|error| ArchiveError {
            path: path.to_owned(),
            fault: error.into(),
        })?;
        let database = Database::open(path, &KIND, true)?;
        let connection = &database.connection;
        let set = || {
            // A game must be on disk when `save` returns.
            connection.pragma_update(None, "synchronous", "FULL")?;
            let oldest = now() - KEPT_DELETED.as_millis() as i64;
            connection.execute("DELETE FROM games WHERE deleted < ?1", [oldest])
        };
        set().map_err(|error| database.error(error.into()))?;
        Ok(Self(database))
    }

    /// Saves a game and returns its new revision. Returns `None` if another writer has saved the
    /// game since the revision that this writer last saw.
    pub fn save(&self, game: &Saving) -> Result<Option<u32>, ArchiveError> {
        self.0.write(|connection| {
            let known: Option<(u32, String)> = connection
                .prepare_cached("SELECT revision, writer FROM games WHERE id = ?1")?
                .query_row([&game.id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            if let Some((revision, writer)) = &known
                && *revision != game.revision
                && *writer != game.writer
            {
                return Ok(None);
            }
            let revision = known.map_or(0, |(revision, _)| revision) + 1;
            let entry = serde_json::to_string(&game.entry)?;
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO games
                     (id, revision, writer, saved, entry, words, content)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![
                    game.id,
                    revision,
                    game.writer,
                    game.saved,
                    entry,
                    game.entry.words(),
                    game.content
                ])?;
            Ok(Some(revision))
        })
    }

    /// Returns a game, or `None` if no game has this ID.
    pub fn game(&self, id: &str) -> Result<Option<SavedGame>, ArchiveError> {
        self.0.read(|connection| {
            let query = "SELECT revision, content FROM games WHERE id = ?1 AND deleted IS NULL";
            let game = connection.prepare_cached(query)?.query_row([id], |row| {
                Ok(SavedGame {
                    revision: row.get(0)?,
                    content: row.get(1)?,
                })
            });
            Ok(game.optional()?)
        })
    }

    /// Lists up to `limit` games, latest first, whose names, opening or moves contain all words of
    /// `text`, ignoring case and accents.
    pub fn list(&self, text: &str, limit: u32) -> Result<List, ArchiveError> {
        let sought: Vec<String> = text.split_whitespace().map(fold_name).collect();
        self.0.read(|connection| {
            let mut list = List {
                games: Vec::new(),
                found: 0,
                all: 0,
            };
            let query = "SELECT id, revision, saved, entry, words FROM games
                 WHERE deleted IS NULL ORDER BY saved DESC, id";
            let mut query = connection.prepare_cached(query)?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                list.all += 1;
                let words = row.get_ref(4)?.as_str().unwrap_or_default();
                if !sought.iter().all(|word| words.contains(word.as_str())) {
                    continue;
                }
                list.found += 1;
                if list.games.len() < limit as usize {
                    list.games.push(Listed {
                        id: row.get(0)?,
                        revision: row.get(1)?,
                        saved: row.get(2)?,
                        entry: serde_json::from_str(&row.get::<_, String>(3)?)?,
                    });
                }
            }
            Ok(list)
        })
    }

    /// Deletes a game, which can be restored for 30 days. Returns whether the game existed.
    pub fn delete(&self, id: &str) -> Result<bool, ArchiveError> {
        self.mark(id, Some(now()))
    }

    /// Restores a deleted game. Returns whether the game existed.
    pub fn restore(&self, id: &str) -> Result<bool, ArchiveError> {
        self.mark(id, None)
    }

    fn mark(&self, id: &str, deleted: Option<i64>) -> Result<bool, ArchiveError> {
        self.0.write(|connection| {
            let query = "UPDATE games SET deleted = ?2
                 WHERE id = ?1 AND (deleted IS NULL) = (?2 IS NOT NULL)";
            Ok(connection.execute(query, params![id, deleted])? > 0)
        })
    }
}

impl Entry {
    /// Returns the text to search in.
    pub(super) fn words(&self) -> String {
        let names = [&self.black, &self.white, &self.opening];
        let names = names.into_iter().flatten().map(String::as_str);
        let all: Vec<&str> = names.chain([self.line.as_str(), &self.board]).collect();
        fold_name(&all.join(" "))
    }
}

/// Returns the time in milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
