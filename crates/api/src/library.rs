//! The games that the page keeps on disk.

use std::sync::{MutexGuard, PoisonError};

use outflank_archive::backup::KeptGame;
use outflank_archive::library::{Entry, Library, List, Saving};
use outflank_support::json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::endpoint::NoFields;
use crate::{ApiError, Context, ErrorKey, Result};

/// Default number of games in a list.
const LISTED: u32 = 50;
/// Maximum length in bytes of a search and of a string in an entry.
const TEXT_BYTES: usize = 1000;
/// Maximum length in bytes of the ID of a game or a writer.
const ID_BYTES: usize = 64;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListRequest {
    /// Words that must occur in the names, the opening or the moves.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    search: String,
    #[serde(default = "listed")]
    limit: u32,
}

const fn listed() -> u32 {
    LISTED
}

pub(crate) fn list(request: &ListRequest, context: &Context<'_>) -> Result<List> {
    bounded("search", &request.search)?;
    Ok(context.library()?.list(&request.search, request.limit)?)
}

/// The ID of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedGame {
    #[schemars(length(min = 1, max = 64))]
    id: String,
}

/// A game as it was saved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LibraryGame {
    revision: u32,
    /// The game, as an object of the page.
    content: Map<String, Value>,
}

pub(crate) fn game(request: &NamedGame, context: &Context<'_>) -> Result<LibraryGame> {
    named("id", &request.id)?;
    let game = context.library()?.game(&request.id)?;
    let game = game.ok_or_else(missing)?;
    let content = json::read(game.content.as_bytes());
    Ok(LibraryGame {
        revision: game.revision,
        content: content.map_err(|error| ApiError::internal(&error))?,
    })
}

/// A game to be saved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveRequest {
    /// The name of the game.
    id: String,
    /// A name that the browser tab chooses for itself.
    writer: String,
    /// The revision that the writer last saw, 0 for a new game.
    revision: u32,
    /// Milliseconds since 1970.
    saved: i64,
    entry: Entry,
    /// The game, as an object of the page.
    content: Map<String, Value>,
}

/// The revision of a saved game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Saved {
    revision: u32,
}

pub(crate) fn save(request: &SaveRequest, context: &Context<'_>) -> Result<Saved> {
    named("id", &request.id)?;
    named("writer", &request.writer)?;
    let entry = &request.entry;
    let texts = [
        ("entry.board", Some(&entry.board)),
        ("entry.black", entry.black.as_ref()),
        ("entry.white", entry.white.as_ref()),
        ("entry.opening", entry.opening.as_ref()),
        ("entry.line", Some(&entry.line)),
    ];
    for (place, text) in texts {
        bounded(place, text.map_or("", String::as_str))?;
    }
    let revision = context.library()?.save(&Saving {
        id: request.id.clone(),
        writer: request.writer.clone(),
        revision: request.revision,
        saved: request.saved,
        entry: entry.clone(),
        content: Value::Object(request.content.clone()).to_string(),
    })?;
    let revision = revision.ok_or_else(|| {
        let message = "another tab has saved this game since: save it under another name";
        ApiError::new(ErrorKey::Conflict, "revision", message)
    })?;
    Ok(Saved { revision })
}

/// An empty response: the request was carried out.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Done {}

pub(crate) fn delete(NamedGame { id }: &NamedGame, context: &Context<'_>) -> Result<Done> {
    named("id", id)?;
    let found = context.library()?.delete(id)?;
    found.then_some(Done {}).ok_or_else(missing)
}

pub(crate) fn restore(NamedGame { id }: &NamedGame, context: &Context<'_>) -> Result<Done> {
    named("id", id)?;
    let found = context.library()?.restore(id)?;
    found.then_some(Done {}).ok_or_else(missing)
}

/// An older library, and those of its games that the current one lacks.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Older {
    /// The file of the older library, if there is one.
    file: Option<String>,
    /// The number of its games that the current library lacks.
    games: usize,
}

pub(crate) fn older(_: &NoFields, context: &Context<'_>) -> Result<Older> {
    let file = context.resources.older_library.as_ref();
    Ok(Older {
        file: file.map(|file| file.display().to_string()),
        games: context.older_games(&*context.library()?)?.len(),
    })
}

pub(crate) fn adopt(_: &NoFields, context: &Context<'_>) -> Result<Done> {
    let library = context.library()?;
    library.restore_games(&context.older_games(&library)?)?;
    Ok(Done {})
}

impl Context<'_> {
    /// Returns the games of the older library that the current one lacks.
    fn older_games(&self, library: &Library) -> Result<Vec<KeptGame>> {
        let Some(older) = &self.resources.older_library else {
            return Ok(Vec::new());
        };
        Ok(library.missing(&Library::open_or_create(older)?)?)
    }

    pub(crate) fn library(&self) -> Result<MutexGuard<'_, Library>> {
        let Some(library) = &self.resources.library else {
            let message = "there is no library: start the server with --library FILE";
            return Err(ApiError::new(ErrorKey::NoLibrary, "library", message));
        };
        Ok(library.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn missing() -> ApiError {
    ApiError::not_found("id", "there is no such game in the library")
}

fn named(place: &'static str, id: &str) -> Result<()> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=ID_BYTES).contains(&id.len()) && id.bytes().all(is_allowed) {
        return Ok(());
    }
    let message = format!("expected 1 to {ID_BYTES} letters, digits, `-` or `_`");
    Err(ApiError::bad(place, message))
}

fn bounded(place: &'static str, text: &str) -> Result<()> {
    if text.len() <= TEXT_BYTES {
        return Ok(());
    }
    let message = format!("{} bytes: expected at most {TEXT_BYTES}", text.len());
    Err(ApiError::bad(place, message))
}
