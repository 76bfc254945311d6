//! `GET /api/book`: what the opening book knows about a position.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use outflank_book::{BookMove, BookPosition, Grade, OpenBook};
use outflank_othello::{Position, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::GameQuery;
use crate::app_state::AppState;

/// Returns the routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/book", get(show))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BookRequest {}

/// What the book knows about a position.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct KnownPosition {
    /// Whether the book has the position itself, and not only positions after its moves.
    found: bool,
    /// For the side to move, in discs.
    score: Option<i8>,
    lower: Option<i8>,
    upper: Option<i8>,
    /// How sure the score is, from A (all lines solved) to F (all searched to a depth).
    grade: Option<String>,
    /// Lines of the book from here.
    lines: Option<u32>,
    /// Positions of the whole book.
    positions: u64,
    /// Best first.
    moves: Vec<KnownMove>,
}

/// A move that the book knows.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct KnownMove {
    #[serde(rename = "move")]
    square: Square,
    /// For the side that plays it, in discs.
    score: i8,
    exact: bool,
    /// Level of the search.
    level: u8,
    /// Lines of the book after the move.
    lines: u32,
    grade: Option<String>,
    /// Whether the position after the move is in the book.
    inside: bool,
}

async fn show(
    State(app): State<AppState>,
    GameQuery { game, .. }: GameQuery<BookRequest>,
) -> Result<Json<KnownPosition>, ApiError> {
    let book = book(&app)?;
    let position = *game.position();
    let known = app.work(move || {
        let found = look_up(&book, &position)?;
        Ok(KnownPosition::new(found, book.positions()))
    });
    Ok(Json(known.await?))
}

/// Returns the book.
///
/// # Errors
///
/// Returns 404 if the server has none.
fn book(app: &AppState) -> Result<OpenBook, ApiError> {
    app.settings.book.clone().ok_or_else(|| {
        let message = "there is no opening book: start the server without --book off";
        ApiError::not_found("book", message)
    })
}

fn look_up(book: &OpenBook, position: &Position) -> Result<Option<BookPosition>, ApiError> {
    // Clients must not see the path of the file.
    book.look_up(position)
        .map_err(|error| ApiError::internal(&error))
}

/// Returns the move that the book plays; `None` if a search knows more.
///
/// # Errors
///
/// Returns 500 if the book is damaged.
pub(super) fn book_move(app: &AppState, position: &Position) -> Result<Option<BookMove>, ApiError> {
    let best = book_moves(app, position)?.into_iter().next();
    Ok(best.filter(|best| best.is_inside))
}

/// Returns the moves that the book knows, best first.
///
/// # Errors
///
/// Returns 500 if the book is damaged.
pub(super) fn book_moves(app: &AppState, position: &Position) -> Result<Vec<BookMove>, ApiError> {
    let Some(book) = &app.settings.book else {
        return Ok(Vec::new());
    };
    let found = look_up(book, position)?;
    Ok(found.map_or_else(Vec::new, |found| found.moves))
}

fn letter(grade: Option<Grade>) -> Option<String> {
    grade.map(|grade| format!("{grade:?}"))
}

impl KnownPosition {
    fn new(found: Option<BookPosition>, positions: u64) -> Self {
        let entry = found.as_ref().and_then(|found| found.entry);
        let moves = found.map_or(Vec::new(), |found| found.moves);
        Self {
            found: entry.is_some(),
            score: entry.map(|entry| entry.score),
            lower: entry.map(|entry| entry.lower),
            upper: entry.map(|entry| entry.upper),
            grade: letter(entry.and_then(|entry| entry.reached.grade())),
            lines: entry.map(|entry| entry.lines),
            positions,
            moves: moves.iter().map(KnownMove::new).collect(),
        }
    }
}

impl KnownMove {
    fn new(known: &BookMove) -> Self {
        Self {
            square: known.square,
            score: known.score.whole_discs() as i8,
            exact: known.score.is_exact(),
            level: known.level,
            lines: known.lines,
            grade: letter(known.grade),
            inside: known.is_inside,
        }
    }
}
