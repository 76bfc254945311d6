//! `GET /api/openings`: all openings with a name.

use axum::routing::get;
use axum::{Json, Router};
use outflank_study::OpeningNames;
use serde::Serialize;

use crate::app_state::AppState;

/// The route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/openings", get(openings))
}

#[derive(Serialize)]
struct Told {
    name: &'static str,
    also: &'static [&'static str],
    moves: &'static str,
}

async fn openings() -> Json<Vec<Told>> {
    let openings = OpeningNames::shipped().openings().iter();
    let told = openings.map(|opening| Told {
        name: opening.name,
        also: &opening.also,
        moves: opening.moves,
    });
    Json(told.collect())
}
