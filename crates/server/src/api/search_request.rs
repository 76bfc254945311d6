//! Common parts of requests that search.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use outflank_othello::{Game, Position};

use super::ApiError;
use crate::app_state::AppState;
use crate::engine::{EngineSession, Failure, Refused};
use crate::settings::ServerLimits;

/// Opens a session at the engine for a client.
///
/// # Errors
///
/// Returns 429 if too many sessions are open, or 503 if the server is stopping.
pub(super) fn session(app: &AppState, client: &str) -> Result<EngineSession, ApiError> {
    app.engine.session(client).map_err(|refused| match refused {
        Refused::OfClient(_) | Refused::InAll(_) => ApiError::too_many(refused.to_string()),
        Refused::Stopped => ApiError::stopping(),
    })
}

/// Returns the current position, if it has a legal move.
///
/// # Errors
///
/// Returns 400 if the game is over.
pub(super) fn position(game: &Game) -> Result<Position, ApiError> {
    if game.is_over() {
        let message = "the game is over: expected a position with a legal move";
        return Err(ApiError::bad("moves", message));
    }
    Ok(*game.position())
}

/// Checks a level.
///
/// # Errors
///
/// Returns 400 if the level is above the server's limit.
pub(super) fn level(level: u32, limits: &ServerLimits) -> Result<u32, ApiError> {
    let most = limits.level;
    if level == 0 || level > most {
        let message = format!("found {level}: expected a level from 1 to {most}");
        return Err(ApiError::bad("level", message));
    }
    Ok(level)
}

/// Checks a time.
///
/// # Errors
///
/// Returns 400 if the time is not positive or above the server's limit.
pub(super) fn time(seconds: f64, limits: &ServerLimits) -> Result<Duration, ApiError> {
    let most = limits.time;
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero() && *time <= most)
        .ok_or_else(|| {
            let most = most.as_secs_f64();
            let message = format!("found {seconds}: expected more than 0 seconds, at most {most}");
            ApiError::bad("time", message)
        })
}

/// Returns the error of a search that ended without a result.
pub(super) fn failed(failure: Failure) -> ApiError {
    match failure {
        Failure::Stopped => ApiError::stopping(),
        Failure::GivenUp | Failure::Late => {
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, None, failure.to_string())
        }
        Failure::Fault => {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, None, failure.to_string())
        }
    }
}

/// Closes a session when dropped, which ends the work of another thread.
#[derive(Debug)]
pub(super) struct CloseOnDrop(pub(super) Arc<EngineSession>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}
