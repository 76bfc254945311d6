//! `GET /api/archive…`: the games of the archive that the server was started with.

mod pool;
mod position;

pub(crate) use pool::ArchivePool;
pub(super) use position::ArchivePosition;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use outflank_study::GameObject;
use outflank_study::archive::{Archive, ArchiveError, Fault, Totals};

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
    ask(&app, Archive::totals).await.map(Json)
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

/// Queries the archive on a blocking thread.
async fn ask<T: Send + 'static>(
    app: &AppState,
    question: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ApiError> {
    let Some(pool) = app.archive.as_ref().map(Arc::clone) else {
        let message = "there is no archive: start the server with --archive FILE";
        return Err(ApiError::not_found("archive", message));
    };
    app.work(move || {
        pool.ask(question).map_err(|error| match error.fault {
            // Clients must not see the path of the file.
            fault @ Fault::NoGame { .. } => ApiError::not_found("number", fault.to_string()),
            _ => ApiError::internal(&error),
        })
    })
    .await
}
