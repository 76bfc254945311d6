//! `POST /api/explain`: why a move is worse than another.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, ScoredMove};
use outflank_othello::Square;
use outflank_study::{Reason, Severity, TermDifference, reason, term_differences, with_book};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::book::book_moves;
use super::request::{Client, GameBody};
use super::search_request::{failed, level, position, session};
use crate::app_state::AppState;
use crate::engine::{Failure, Task};

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/explain", post(explain))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplainRequest {
    #[serde(rename = "move")]
    played: String,
    /// The move to compare with; the best one by default.
    against: Option<String>,
    level: Option<u32>,
}

/// A move compared with another.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Explanation {
    #[serde(rename = "move")]
    played: ScoredMove,
    best: ScoredMove,
    /// Discs lost.
    loss: f64,
    mistake: Option<Severity>,
    /// Null unless the move is worse.
    reason: Option<Reason>,
    /// The terms of the evaluation, the largest difference first.
    terms: Vec<TermDifference>,
}

async fn explain(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request, .. }: GameBody<ExplainRequest>,
) -> Result<Json<Explanation>, ApiError> {
    let position = position(&game)?;
    let limits = app.limits();
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), limits)?;
    let legal = |place, text: &str| -> Result<Square, ApiError> {
        let square: Square = text.parse().map_err(|_| {
            ApiError::bad(
                place,
                format!("{text:?} is not a square: expected one such as f5"),
            )
        })?;
        position
            .play(square)
            .map_err(|error| ApiError::bad(place, format!("{error}: expected a legal move")))?;
        Ok(square)
    };
    let played = legal("move", &request.played)?;
    let against = request.against.as_deref();
    let against = against.map(|text| legal("against", text)).transpose()?;
    let session = session(&app, &client)?;
    let task = Task::all_moves(position, level).within(limits.time);
    let mut moves = session
        .start(task)
        .end()
        .await
        .map_err(failed)?
        .moves
        .to_vec();
    with_book(&mut moves, &book_moves(&app, &position)?);
    let find = |square| {
        moves
            .iter()
            .find(|valued: &&ScoredMove| valued.square == square)
    };
    let best = against.map_or(moves.first(), find);
    let Some((played, best)) = find(played).zip(best) else {
        return Err(failed(Failure::Late));
    };
    let loss = best.discs() - played.discs();
    let trained = Evaluation::for_shape(app.settings.evaluation.as_ref(), position.shape());
    Ok(Json(Explanation {
        played: played.clone(),
        best: best.clone(),
        loss,
        mistake: Severity::of_move(played, best),
        reason: (loss > 0.0).then(|| reason(&position, played, best)),
        terms: term_differences(&position, played, best, trained),
    }))
}
