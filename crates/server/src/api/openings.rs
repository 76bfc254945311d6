//! `GET /api/openings`: all openings with a name.

use axum::routing::get;
use axum::{Json, Router};
use outflank_study::{Opening, OpeningNames};

use crate::app_state::AppState;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/openings", get(openings))
}

async fn openings() -> Json<&'static [Opening]> {
    Json(OpeningNames::shipped().openings())
}
