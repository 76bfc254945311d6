//! `GET /api/review`: the review of a game as a stream of events.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use outflank_book::OpenBook;
use outflank_engine::DEFAULT_LEVEL;
use outflank_othello::Game;
use outflank_study::{BookScores, review_sequentially};
use serde::Deserialize;

use super::ApiError;
use super::events::{Events, events};
use super::request::{Client, GameQuery};
use super::search_request::{CloseOnDrop, failed, level, session};
use crate::app_state::AppState;
use crate::engine::{Failure, SharedAnalyzer};

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/review", get(review))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReviewRequest {
    level: Option<u32>,
}

async fn review(
    State(app): State<AppState>,
    Client(client): Client,
    GameQuery { game, request }: GameQuery<ReviewRequest>,
) -> Result<impl IntoResponse, ApiError> {
    if game.moves().is_empty() {
        let message = "there is no move to review: expected a game";
        return Err(ApiError::bad("moves", message));
    }
    let level = level(request.level.unwrap_or(DEFAULT_LEVEL), app.limits())?;
    let session = Arc::new(session(&app, &client)?);
    let (events, stream) = events(CloseOnDrop(Arc::clone(&session)));
    let analyzer = SharedAnalyzer::new(session, level, app.limits().time);
    let book = app.settings.book.clone();
    tokio::task::spawn_blocking(move || run(&game, &analyzer, book, &events));
    Ok(stream)
}

/// Reviews a game on a blocking thread.
fn run(game: &Game, analyzer: &SharedAnalyzer, book: Option<OpenBook>, events: &Events) {
    let scores = BookScores::new(book, analyzer);
    let review = review_sequentially(game, &scores, &mut |reviewed| {
        // If the client disconnects, the session is closed and the review ends.
        events.send_blocking("move", reviewed);
    });
    if review.complete {
        events.send_blocking("done", &review);
    } else if let Some(error) = scores.failure() {
        events.fail_blocking(&ApiError::internal(&error));
    } else {
        events.fail_blocking(&failed(analyzer.failure().unwrap_or(Failure::GivenUp)));
    }
}
