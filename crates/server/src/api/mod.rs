//! The HTTP API.

mod analysis;
pub(crate) mod archive;
mod balanced;
mod book;
mod book_edit;
mod choose;
mod error;
mod error_key;
mod events;
mod explain;
mod export;
mod game;
mod guess;
mod import;
mod library;
mod openapi;
mod openings;
mod opponents;
mod practice;
mod report;
pub(crate) mod request;
mod review;
mod search_request;
mod search_update;
mod status;
mod tree;
mod umigame;

pub(crate) use error::ApiError;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::app_state::AppState;

/// Returns all routes under `/api`.
pub(crate) fn routes(app: &AppState) -> Router<AppState> {
    without_search()
        .layer(middleware::from_fn_with_state(app.clone(), answer_in_time))
        .merge(with_search())
        .route("/api/{*rest}", axum::routing::any(nothing))
        .method_not_allowed_fallback(wrong_method)
}

/// Routes without a search.
fn without_search() -> Router<AppState> {
    Router::new()
        .merge(status::routes())
        .merge(game::routes())
        .merge(openings::routes())
        .merge(book::routes())
        .merge(opponents::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(tree::routes())
        .merge(archive::routes())
        .merge(library::routes())
        .merge(report::routes())
        .merge(practice::routes())
        .merge(openapi::routes())
}

/// Routes that wait for the engine, which has its own limits.
fn with_search() -> Router<AppState> {
    Router::new()
        .merge(analysis::routes())
        .merge(choose::routes())
        .merge(review::routes())
        .merge(explain::routes())
        .merge(balanced::routes())
        .merge(guess::routes())
        .merge(umigame::routes())
        .merge(practice::routes_with_search())
        .merge(book_edit::routes())
}

/// Rejects a request that takes too long.
async fn answer_in_time(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let limits = app.limits();
    let patience = limits.body_time + limits.answer_time;
    match tokio::time::timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let message = "the server is too busy to answer in time";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, None, message).into_response()
        }
    }
}

async fn nothing() -> ApiError {
    let message = "unknown path: GET /api lists all of them";
    ApiError::not_found("path", message)
}

async fn wrong_method() -> ApiError {
    let message = "unsupported method: GET /api lists all of them";
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        Some("method".into()),
        message,
    )
}
