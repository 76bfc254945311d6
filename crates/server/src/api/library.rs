//! `/api/library…`: the games that the page keeps on disk.

use std::sync::PoisonError;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use outflank_archive::ArchiveError;
use outflank_archive::library::{Entry, Library, List, Saving};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{JsonBody, Query};
use crate::app_state::AppState;

/// Games of a list, unless the request says otherwise.
const LISTED: u32 = 50;
/// Maximum length of a search text and of a text of an entry in bytes.
const TEXT_BYTES: usize = 1000;
/// Maximum length of the name of a game or of a writer.
const ID_BYTES: usize = 64;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/library", get(list))
        .route("/api/library/game/{id}", get(game))
        .route("/api/library/save", post(save))
        .route("/api/library/delete", post(delete))
        .route("/api/library/restore", post(restore))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListRequest {
    /// Words that must occur in the names, the opening or the moves.
    #[serde(default)]
    search: String,
    limit: Option<u32>,
}

async fn list(
    State(app): State<AppState>,
    Query(request): Query<ListRequest>,
) -> Result<Json<List>, ApiError> {
    bounded("search", &request.search)?;
    let limit = request.limit.unwrap_or(LISTED);
    ask(&app, move |library| library.list(&request.search, limit))
        .await
        .map(Json)
}

async fn game(
    State(app): State<AppState>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    named("id", &id)?;
    let found = ask(&app, move |library| library.game(&id)).await?;
    let game = found.ok_or_else(missing)?;
    let body = format!(
        "{{\"revision\":{},\"content\":{}}}",
        game.revision, game.content
    );
    Ok(([(header::CONTENT_TYPE, "application/json")], body))
}

/// A game to be saved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaveRequest {
    /// The name of the game.
    id: String,
    /// Who saves it: a name that the tab of a browser chooses.
    writer: String,
    /// The revision that the writer last saw, 0 for a new game.
    revision: u32,
    /// Milliseconds since 1970.
    saved: i64,
    entry: Entry,
    /// The game, an object of the page.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    content: serde_json::Map<String, serde_json::Value>,
}

/// The revision of a saved game.
#[derive(Serialize, JsonSchema)]
pub(super) struct Saved {
    revision: u32,
}

async fn save(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<SaveRequest>,
) -> Result<Json<Saved>, ApiError> {
    named("id", &request.id)?;
    named("writer", &request.writer)?;
    let SaveRequest { id, writer, .. } = request;
    let entry = request.entry;
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
    let saving = Saving {
        id,
        writer,
        revision: request.revision,
        saved: request.saved,
        entry,
        content: serde_json::Value::Object(request.content).to_string(),
    };
    let revision = ask(&app, move |library| library.save(&saving)).await?;
    let revision = revision.ok_or_else(|| {
        let message = "another tab has saved this game since: save it under another name";
        ApiError::new(StatusCode::CONFLICT, Some("revision".into()), message)
    })?;
    Ok(Json(Saved { revision }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedGame {
    id: String,
}

/// Nothing: the request was carried out.
#[derive(Serialize, JsonSchema)]
pub(super) struct Done {}

async fn delete(
    State(app): State<AppState>,
    JsonBody(NamedGame { id }): JsonBody<NamedGame>,
) -> Result<Json<Done>, ApiError> {
    named("id", &id)?;
    let found = ask(&app, move |library| library.delete(&id)).await?;
    found.then_some(Json(Done {})).ok_or_else(missing)
}

async fn restore(
    State(app): State<AppState>,
    JsonBody(NamedGame { id }): JsonBody<NamedGame>,
) -> Result<Json<Done>, ApiError> {
    named("id", &id)?;
    let found = ask(&app, move |library| library.restore(&id)).await?;
    found.then_some(Json(Done {})).ok_or_else(missing)
}

/// Asks the library on a blocking thread.
async fn ask<T: Send + 'static>(
    app: &AppState,
    question: impl FnOnce(&Library) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ApiError> {
    let Some(library) = app.library.clone() else {
        let message = "there is no library: start the server with --library FILE";
        return Err(ApiError::not_found("library", message));
    };
    app.work(move || {
        let library = library.lock().unwrap_or_else(PoisonError::into_inner);
        // Clients must not see the path of the file.
        question(&library).map_err(|error| ApiError::internal(&error))
    })
    .await
}

fn missing() -> ApiError {
    ApiError::not_found("id", "the library has no such game")
}

fn named(place: &'static str, id: &str) -> Result<(), ApiError> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=ID_BYTES).contains(&id.len()) && id.bytes().all(is_allowed) {
        return Ok(());
    }
    let message = format!("expected 1 to {ID_BYTES} letters, digits, `-` or `_`");
    Err(ApiError::bad(place, message))
}

fn bounded(place: &'static str, text: &str) -> Result<(), ApiError> {
    if text.len() <= TEXT_BYTES {
        return Ok(());
    }
    let message = format!("{} bytes: expected at most {TEXT_BYTES}", text.len());
    Err(ApiError::bad(place, message))
}
