//! `POST /api/guess`: points for a guess of the next move of a game.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_engine::DEFAULT_LEVEL;
use outflank_othello::Square;
use outflank_study::guess::Guess;
use outflank_study::people::Difficulty;
use outflank_study::with_book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::book::book_moves;
use super::request::{Client, GameBody};
use super::search_request::{failed, level, position, session};
use crate::app_state::AppState;
use crate::engine::Task;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/guess", post(guess))
        .route("/api/choices", post(choices))
}

/// A guess, and the move of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GuessRequest {
    guess: String,
    played: String,
    level: Option<u32>,
}

async fn guess(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request, .. }: GameBody<GuessRequest>,
) -> Result<Json<Guess>, ApiError> {
    let position = position(&game)?;
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    let legal = |place, text: &str| {
        let square: Option<Square> = text.parse().ok();
        let square = square.filter(|&square| position.play(square).is_ok());
        square.ok_or_else(|| ApiError::bad(place, format!("found {text:?}: expected a legal move")))
    };
    let guess = legal("guess", &request.guess)?;
    let played = legal("played", &request.played)?;
    let task = Task::all_moves(position, level).within(app.limits().time);
    let session = session(&app, &client)?;
    let snapshot = session.start(task).end().await.map_err(failed)?;
    let mut moves = snapshot.moves.to_vec();
    with_book(&mut moves, &book_moves(&app, &position)?);
    let judged = Guess::judge(&position, &moves, guess, played);
    let judged = judged.ok_or_else(|| failed(crate::engine::Failure::Late))?;
    Ok(Json(judged))
}

/// The level of the scores.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChoicesRequest {
    level: Option<u32>,
}

/// How many moves of a position win, draw, lose or are safe, and what people play.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Choices {
    #[serde(flatten)]
    difficulty: Difficulty,
    /// Whether all scores are exact.
    exact: bool,
}

async fn choices(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request, .. }: GameBody<ChoicesRequest>,
) -> Result<Json<Choices>, ApiError> {
    let position = position(&game)?;
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    let task = Task::all_moves(position, level).within(app.limits().time);
    let session = session(&app, &client)?;
    let snapshot = session.start(task).end().await.map_err(failed)?;
    if snapshot.moves.len() != position.legal_moves().len() {
        return Err(failed(crate::engine::Failure::Late));
    }
    let mut moves = snapshot.moves.to_vec();
    with_book(&mut moves, &book_moves(&app, &position)?);
    Ok(Json(Choices {
        difficulty: Difficulty::of(&position, &moves),
        exact: moves.iter().all(|mv| mv.is_exact()),
    }))
}
