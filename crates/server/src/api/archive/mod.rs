//! `GET /api/archive…`: the games of the archive that the server was started with.

mod pool;
mod position;

pub(crate) use pool::ArchivePool;
pub(super) use position::ArchivePosition;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use outflank_archive::{Archive, ArchiveError, Fault, Totals};
use outflank_study::GameObject;

use super::ApiError;
use crate::app_state::AppState;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/archive", get(totals))
        .route("/api/archive/position", get(position::position))
        .route("/api/archive/game/{number}", get(game))
}

async fn totals(State(app): State<AppState>) -> Result<Json<Totals>, ApiError> {
    ask(&app, |archive| archive.totals()).await.map(Json)
}

async fn game(
    State(app): State<AppState>,
    Path(number): Path<String>,
) -> Result<Json<GameObject>, ApiError> {
    let digits = (1..=10).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    let parsed = digits.then(|| number.parse().ok()).flatten();
    let Some(number) = parsed else {
        return Err(ApiError::bad("number", "expected the number of a game"));
    };
    let game = ask(&app, move |archive| archive.game(number)).await?;
    Ok(Json(game.object()))
}

/// Returns the archive.
///
/// # Errors
///
/// Returns 404 if the server has none.
pub(super) fn pool(app: &AppState) -> Result<Arc<ArchivePool>, ApiError> {
    app.archive.as_ref().map(Arc::clone).ok_or_else(|| {
        let message = "there is no archive: start the server with --archive FILE";
        ApiError::not_found("archive", message)
    })
}

/// Returns the error of a request to the archive.
pub(super) fn archive_error(error: &ArchiveError) -> ApiError {
    // Clients must not see the path of the file.
    match &error.fault {
        fault @ Fault::NoGame { .. } => ApiError::not_found("number", fault.to_string()),
        fault @ Fault::NoCard(_) => ApiError::not_found("card", fault.to_string()),
        fault @ Fault::NoDeck(_) => ApiError::not_found("deck", fault.to_string()),
        fault @ Fault::IllegalAnswer(_) => ApiError::bad("answer", fault.to_string()),
        _ => ApiError::internal(error),
    }
}

/// Queries the archive on a blocking thread.
pub(super) async fn ask<T: Send + 'static>(
    app: &AppState,
    question: impl FnOnce(&mut Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ApiError> {
    let pool = pool(app)?;
    app.work(move || pool.ask(question).map_err(|error| archive_error(&error)))
        .await
}
