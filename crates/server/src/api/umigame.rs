//! `POST /api/umigame`: the lines of an opening that each side must know.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_study::{Umigame, UmigameMove, UmigameOptions, umigame};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{Client, GameBody};
use super::search_request::{CloseOnDrop, failed, level, position, session};
use crate::app_state::AppState;
use crate::engine::SharedAnalyzer;

/// Default search level.
const LEVEL: u32 = 8;
/// Default number of moves placed.
const PLIES: u32 = 8;
/// Maximum number of positions to score.
const POSITIONS: usize = 2000;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/umigame", post(count))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UmigameRequest {
    plies: Option<u32>,
    #[serde(default)]
    loss: f64,
    level: Option<u32>,
}

/// The umigame numbers of a position and of its best moves.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UmigameAnswer {
    #[serde(flatten)]
    umigame: Umigame,
    moves: Vec<UmigameMove>,
    /// The level of the searches that gave the scores.
    level: u32,
}

async fn count(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request, .. }: GameBody<UmigameRequest>,
) -> Result<Json<UmigameAnswer>, ApiError> {
    let position = position(&game)?;
    let level = level(request.level.unwrap_or(LEVEL), app.limits())?;
    let plies = request.plies.unwrap_or(PLIES);
    if !(1..=60).contains(&plies) {
        let message = format!("found {plies}: expected 1 to 60");
        return Err(ApiError::bad("plies", message));
    }
    if !(0.0..=128.0).contains(&request.loss) {
        let message = format!("found {}: expected discs from 0 to 128", request.loss);
        return Err(ApiError::bad("loss", message));
    }
    let options = UmigameOptions {
        plies,
        loss: request.loss,
        positions: POSITIONS,
    };
    let session = Arc::new(session(&app, &client)?);
    let _guard = CloseOnDrop(Arc::clone(&session));
    let analyzer = SharedAnalyzer::new(session, level, app.limits().time);
    let search = tokio::task::spawn_blocking(move || {
        let counted = umigame(&position, &options, &analyzer, &|_, _| ());
        // A count that ended early for lack of positions is an answer.
        match analyzer.failure() {
            Some(failure) => Err(failed(failure)),
            None => Ok(counted),
        }
    });
    let umigame = search.await.map_err(|error| ApiError::internal(&error))??;
    Ok(Json(UmigameAnswer {
        moves: umigame.moves.clone(),
        umigame,
        level,
    }))
}
