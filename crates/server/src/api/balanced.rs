//! `POST /api/balanced`: random balanced starting positions.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use outflank_othello::Shape;
use outflank_othello::notation::transcript;
use outflank_study::sparring::{BalancedError, BalancedStart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{Client, GameFields, JsonBody};
use super::search_request::{CloseOnDrop, failed, level, session};
use crate::app_state::AppState;
use crate::engine::{Failure, SharedAnalyzer};

/// Default search level.
const LEVEL: u32 = 8;

/// Maximum number of positions to score.
const TRIES: u32 = 100;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/balanced", post(balanced))
}

/// The balanced position to find.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BalancedRequest {
    #[serde(default = "standard")]
    board: String,
    plies: u32,
    tolerance: f64,
    seed: Option<u32>,
    level: Option<u32>,
}

fn standard() -> String {
    GameFields::default().board
}

/// A game that leads to a balanced position.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Balanced {
    board: Shape,
    start: &'static str,
    moves: String,
    /// The score for the side to move.
    score: f64,
    seed: u32,
}

async fn balanced(
    State(app): State<AppState>,
    Client(client): Client,
    JsonBody(request): JsonBody<BalancedRequest>,
) -> Result<Json<Balanced>, ApiError> {
    let fields = GameFields {
        board: request.board,
        ..GameFields::default()
    };
    let shape = fields.shape()?;
    let most = shape.squares().saturating_sub(5);
    if request.plies > most {
        let message = format!("found {}: expected at most {most}", request.plies);
        return Err(ApiError::bad("plies", message));
    }
    if !(0.0..=128.0).contains(&request.tolerance) {
        let message = format!("found {}: expected discs from 0 to 128", request.tolerance);
        return Err(ApiError::bad("tolerance", message));
    }
    let level = level(request.level.unwrap_or(LEVEL), app.limits())?;
    // JavaScript numbers hold 32 bits exactly.
    let seed = request.seed.unwrap_or_else(rand::random);
    let start = BalancedStart {
        shape,
        plies: request.plies,
        tolerance: request.tolerance,
        tries: TRIES,
        seed: u64::from(seed),
    };
    let session = Arc::new(session(&app, &client)?);
    let _guard = CloseOnDrop(Arc::clone(&session));
    let analyzer = SharedAnalyzer::new(session, level, app.limits().time);
    let search = tokio::task::spawn_blocking(move || {
        start.find(&analyzer).map_err(|error| match error {
            BalancedError::NotFound(_) => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                ApiError::new(status, Some("tolerance".into()), error.to_string())
            }
            BalancedError::Interrupted => failed(analyzer.failure().unwrap_or(Failure::GivenUp)),
        })
    });
    let found = search.await.map_err(|error| ApiError::internal(&error))??;
    Ok(Json(Balanced {
        board: shape,
        start: "start",
        moves: transcript(&found.game),
        score: found.score,
        seed,
    }))
}
