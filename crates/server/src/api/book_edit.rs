//! `POST /api/book/…`: changes of the opening book, and taking them back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use outflank_book::{BookEditor, BookError, Fault, LeafSearch, Levels};
use outflank_engine::{DEFAULT_LEVEL, SearchOptions};
use outflank_othello::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{GameBody, JsonBody};
use super::search_request::level;
use crate::app_state::AppState;

/// MiB of the table of a search.
const HASH: usize = 16;

/// Returns the routes, some of which search.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/book/add", post(add))
        .route("/api/book/score", post(score))
        .route("/api/book/remove", post(remove))
        .route("/api/book/undo", post(undo))
        .route("/api/book/redo", post(redo))
}

/// How the last position of a game is searched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AddRequest {
    /// The level of the search.
    level: Option<u32>,
}

/// The score that the last position of a game shall have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreRequest {
    /// For the side to move, in discs.
    score: i8,
}

/// The last position of a game shall leave the book.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RemoveRequest {}

/// A change to take back, or to make again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookChangeRequest {
    change: usize,
}

/// A change of the book.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BookChanged {
    /// The number of the change, by which it is taken back; null if nothing had to change.
    change: Option<usize>,
}

/// Whether a change was taken back, or made again.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BookReplaced {
    /// False if its positions have changed since.
    done: bool,
}

/// Stops a search when its request is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn add(
    State(app): State<AppState>,
    GameBody { game, request, .. }: GameBody<AddRequest>,
) -> Result<Json<BookChanged>, ApiError> {
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    change(&app, level, move |editor, search| editor.add(&game, search)).await
}

async fn score(
    State(app): State<AppState>,
    GameBody { game, request, .. }: GameBody<ScoreRequest>,
) -> Result<Json<BookChanged>, ApiError> {
    let score = in_range(request.score, &game)?;
    // A search is needed only where a position before has no best move out of the book.
    change(&app, DEFAULT_LEVEL, move |editor, search| {
        editor.set_score(&game, score, search)
    })
    .await
}

async fn remove(
    State(app): State<AppState>,
    GameBody { game, .. }: GameBody<RemoveRequest>,
) -> Result<Json<BookChanged>, ApiError> {
    change(&app, DEFAULT_LEVEL, move |editor, search| {
        editor.remove(&game, search)
    })
    .await
}

/// Checks a score.
fn in_range(score: i8, game: &Game) -> Result<i8, ApiError> {
    let most = game.position().shape().squares();
    if u32::from(score.unsigned_abs()) > most {
        let message = format!("found {score}: expected discs from -{most} to {most}");
        return Err(ApiError::bad("score", message));
    }
    Ok(score)
}

async fn undo(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<BookChangeRequest>,
) -> Result<Json<BookReplaced>, ApiError> {
    let editor = editor(&app)?;
    let done = blocking(move || editor.undo(request.change)).await?;
    Ok(Json(BookReplaced { done }))
}

async fn redo(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<BookChangeRequest>,
) -> Result<Json<BookReplaced>, ApiError> {
    let editor = editor(&app)?;
    let done = blocking(move || editor.redo(request.change)).await?;
    Ok(Json(BookReplaced { done }))
}

/// Runs work of the editor on another thread. It may wait for a search, so it takes no place of
/// the tasks without one.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BookError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    let done = done.map_err(|error| ApiError::internal(&error))?;
    done.map_err(|error| refused(&error))
}

/// Returns the editor of the book.
///
/// # Errors
///
/// Returns 404 if the book cannot be edited.
fn editor(app: &AppState) -> Result<Arc<BookEditor>, ApiError> {
    app.settings.book_editor.clone().ok_or_else(|| {
        let message =
            "the opening book cannot be edited: start the server with --book FILE --edit-book";
        ApiError::not_found("edit", message)
    })
}

/// Changes the book by `work`, which is stopped when the request is dropped or takes too long.
async fn change(
    app: &AppState,
    level: u32,
    work: impl FnOnce(&BookEditor, &LeafSearch) -> Result<Option<usize>, BookError> + Send + 'static,
) -> Result<Json<BookChanged>, ApiError> {
    let editor = editor(app)?;
    let stop = Arc::new(AtomicBool::new(false));
    let _guard = StopOnDrop(Arc::clone(&stop));
    let mut options = SearchOptions::default().with_hash(HASH);
    let evaluation = app.settings.evaluation.as_ref();
    if let Some(evaluation) = evaluation.filter(|own| own.shape() == editor.book().shape()) {
        options = options.with_evaluation(Arc::clone(evaluation));
    }
    let search = LeafSearch {
        levels: Levels::all(level.try_into().unwrap_or(u8::MAX)),
        options,
        threads: 1,
        stop,
    };
    let work = blocking(move || work(&editor, &search));
    match tokio::time::timeout(app.limits().time, work).await {
        Ok(change) => Ok(Json(BookChanged { change: change? })),
        Err(_) => {
            let message = "the search took too long";
            Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                None,
                message,
            ))
        }
    }
}

/// Returns the error of a change. Clients must not see the path of the file.
fn refused(error: &BookError) -> ApiError {
    match &error.fault {
        fault @ Fault::Over => ApiError::bad("moves", fault.to_string()),
        fault @ (Fault::Shape { .. } | Fault::Wide(_)) => ApiError::bad("board", fault.to_string()),
        _ => ApiError::internal(error),
    }
}
