//! `/api/practice…`: cards of the archive, asked by spaced repetition.

mod add;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use outflank_archive::{AnswerObject, PracticeStatistics, Question};
use outflank_othello::Square;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::archive::ask;
use super::request::{JsonBody, Query};
use crate::app_state::AppState;

pub(super) use add::{AddRequest, Added, PuzzlesRequest};

/// Returns the routes without a search.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/practice", get(statistics))
        .route("/api/practice/next", get(next))
        .route("/api/practice/answer", post(answer))
}

/// Returns the routes with a search.
pub(super) fn routes_with_search() -> Router<AppState> {
    Router::new()
        .route("/api/practice/opening", post(add::opening))
        .route("/api/practice/puzzles", post(add::puzzles))
}

/// Returns the seconds since 1970.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

async fn statistics(State(app): State<AppState>) -> Result<Json<PracticeStatistics>, ApiError> {
    ask(&app, |archive| archive.practice_statistics(now()))
        .await
        .map(Json)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NextRequest {
    /// Only cards of this deck.
    deck: Option<String>,
    /// Whether a card that was never answered may be asked.
    new: Option<bool>,
}

/// The next question; null if nothing is due.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NextQuestion {
    question: Option<Question>,
}

async fn next(
    State(app): State<AppState>,
    Query(request): Query<NextRequest>,
) -> Result<Json<NextQuestion>, ApiError> {
    let found = ask(&app, move |archive| {
        archive.next_card(request.deck.as_deref(), request.new.unwrap_or(true), now())
    });
    let question = found.await?.map(|card| card.question());
    Ok(Json(NextQuestion { question }))
}

/// An answer to a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerRequest {
    card: i64,
    /// A square.
    answer: String,
}

async fn answer(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<AnswerRequest>,
) -> Result<Json<AnswerObject>, ApiError> {
    let square: Result<Square, _> = request.answer.parse();
    let square = square.map_err(|error| ApiError::bad("answer", format!("{error}")))?;
    let answered = ask(&app, move |archive| {
        let card = archive.card(request.card)?;
        let answered = archive.answer_card(&card, square, now())?;
        Ok(card.answer_object(&answered))
    });
    answered.await.map(Json)
}
