//! The review of a game, move by move as it is known.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use outflank_othello::Game;
use outflank_study::{
    Reason, Review, ReviewedMove, Severity, SideSummary, TurningPoint, review_in_turn,
};
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::events::{Events, events};
use super::request::{Client, GameQuery};
use super::search_request::{CloseOnDrop, DEFAULT_LEVEL, failed, level, session};
use super::search_update::ValuedMove;
use crate::app_state::AppState;
use crate::engine::{Failure, SharedAnalyzer};

/// The routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/review", get(review))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: Option<u32>,
}

async fn review(
    State(app): State<AppState>,
    Client(client): Client,
    GameQuery { game, asked }: GameQuery<Asked>,
) -> Result<impl IntoResponse, ApiError> {
    if game.moves().is_empty() {
        let message = "there is no move to review: expected a game";
        return Err(ApiError::bad("moves", message));
    }
    let level = level(asked.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    let session = Arc::new(session(&app, &client)?);
    let (events, stream) = events(CloseOnDrop(Arc::clone(&session)));
    let analyzer = SharedAnalyzer::new(session, level, app.limits().time);
    tokio::task::spawn_blocking(move || run(&game, &analyzer, &events));
    Ok(stream)
}

/// Reviews a game on a thread that waits for the engine.
fn run(game: &Game, analyzer: &SharedAnalyzer, events: &Events) {
    let review = review_in_turn(game, analyzer, &mut |reviewed| {
        // If nobody listens any more the session is closed, and no value comes.
        events.send_blocking("move", &MoveLine::from(reviewed));
    });
    if review.complete {
        events.send_blocking("done", &Total::from(&review));
    } else {
        events.fail_blocking(&failed(analyzer.failure().unwrap_or(Failure::GivenUp)));
    }
}

/// The object of a move: the fields of `outflank analyze --json`, the reason in full, and
/// what all moves were worth.
#[derive(Debug, Serialize)]
struct MoveLine<'a> {
    ply: usize,
    mover: &'static str,
    #[serde(rename = "move")]
    played: String,
    score: Option<f64>,
    best: Option<String>,
    best_score: Option<f64>,
    loss: f64,
    exact: bool,
    mistake: Option<&'static str>,
    reason: Option<&'a Reason>,
    alternatives: Vec<ValuedMove>,
}

impl<'a> From<&'a ReviewedMove> for MoveLine<'a> {
    fn from(reviewed: &'a ReviewedMove) -> Self {
        Self {
            ply: reviewed.ply,
            mover: reviewed.mover.name(),
            played: reviewed.played.to_string(),
            score: reviewed.score,
            best: reviewed.best.map(|square| square.to_string()),
            best_score: reviewed.best_score,
            loss: reviewed.loss,
            exact: reviewed.exact,
            mistake: reviewed.mistake.map(Severity::name),
            reason: reviewed.reason.as_ref(),
            alternatives: reviewed.alternatives.iter().map(ValuedMove::from).collect(),
        }
    }
}

/// What the moves come to.
#[derive(Debug, Serialize)]
struct Total {
    black: SideLine,
    white: SideLine,
    turning_point: Option<TurningLine>,
    complete: bool,
}

/// What a side did: the fields of `outflank analyze --json`.
#[derive(Debug, Serialize)]
struct SideLine {
    moves: usize,
    best_moves: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    loss: f64,
    exact_loss: f64,
}

/// The move that gave the game away for good.
#[derive(Debug, Serialize)]
struct TurningLine {
    ply: usize,
    mover: &'static str,
    #[serde(rename = "move")]
    played: String,
    best: String,
    before: f64,
    after: f64,
}

impl From<&Review> for Total {
    fn from(review: &Review) -> Self {
        Self {
            black: SideLine::from(&review.black),
            white: SideLine::from(&review.white),
            turning_point: review.turning_point.as_ref().map(TurningLine::from),
            complete: review.complete,
        }
    }
}

impl From<&SideSummary> for SideLine {
    fn from(side: &SideSummary) -> Self {
        Self {
            moves: side.moves,
            best_moves: side.best_moves,
            inaccuracies: side.inaccuracies,
            mistakes: side.mistakes,
            blunders: side.blunders,
            loss: side.loss,
            exact_loss: side.exact_loss,
        }
    }
}

impl From<&TurningPoint> for TurningLine {
    fn from(point: &TurningPoint) -> Self {
        Self {
            ply: point.ply,
            mover: point.mover.name(),
            played: point.played.to_string(),
            best: point.best.to_string(),
            before: point.before,
            after: point.after,
        }
    }
}
