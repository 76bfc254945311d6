//! `GET /api`: the description of all questions, as OpenAPI 3.1.

use axum::Router;
use axum::http::header;
use axum::routing::get;

use crate::app_state::AppState;

/// The description. Tests hold it against the routes and what they answer.
const DOCUMENT: &str = include_str!("openapi.json");

/// The route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api", get(document))
}

async fn document() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
