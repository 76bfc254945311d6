//! `GET /api/opponents`: whom a game can be played against.

use axum::routing::get;
use axum::{Json, Router};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app_state::AppState;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/opponents", get(opponents))
}

/// An opponent with a name.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) struct Opponent {
    /// The key of the name, `opponent.named-…` in the texts of the page.
    name: &'static str,
    /// Rating on the scale of human players, if it was measured.
    rating: Option<u32>,
    /// The fields of `POST /api/choose` that make the engine play so.
    strength: Strength,
}

/// How an opponent chooses its moves.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Strength {
    /// The engine at a level.
    Level(u32),
}

/// The opponents, the weakest first. The page shows them in this order.
const OPPONENTS: [Opponent; 1] = [Opponent {
    name: "full-strength",
    rating: None,
    strength: Strength::Level(21),
}];

async fn opponents() -> Json<[Opponent; OPPONENTS.len()]> {
    Json(OPPONENTS)
}
