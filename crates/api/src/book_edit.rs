//! Changes to the opening book, with undo and redo.

use std::sync::Arc;

use outflank_book::{BookEditor, BookError, Fault, LeafSearch, Levels};
use outflank_engine::{DEFAULT_LEVEL, SearchOptions};
use outflank_othello::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::game_fields::GameFields;
use crate::guess::LevelRequest;
use crate::{ApiError, Context, Result};

/// Size in MiB of the transposition table of a search.
const HASH: usize = 16;

/// The score to give to the last position of a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookScoreRequest {
    /// For the side to move, in discs.
    #[schemars(range(min = -64, max = 64))]
    score: i8,
}

/// A change to undo or redo.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BookChangeRequest {
    change: usize,
}

/// A change to the book.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BookChanged {
    /// The number of the change, for undoing it. Null if nothing had to change.
    change: Option<usize>,
}

/// Whether a change was undone or redone.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BookReplaced {
    /// False if the positions have changed since.
    done: bool,
}

pub(crate) fn add(
    game: &GameFields,
    request: &LevelRequest,
    context: &Context<'_>,
) -> Result<BookChanged> {
    let game = game.game()?;
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    change(context, level, |editor, search| editor.add(&game, search))
}

pub(crate) fn score(
    game: &GameFields,
    request: &BookScoreRequest,
    context: &Context<'_>,
) -> Result<BookChanged> {
    let game = game.game()?;
    let score = in_range(request.score, &game)?;
    // A search is needed only where an earlier position has no book leaf.
    change(context, DEFAULT_LEVEL, |editor, search| {
        editor.set_score(&game, score, search)
    })
}

pub(crate) fn remove(
    game: &GameFields,
    _: &NoFields,
    context: &Context<'_>,
) -> Result<BookChanged> {
    let game = game.game()?;
    change(context, DEFAULT_LEVEL, |editor, search| {
        editor.remove(&game, search)
    })
}

/// Checks a score.
fn in_range(score: i8, game: &Game) -> Result<i8> {
    let most = game.position().shape().squares();
    if u32::from(score.unsigned_abs()) > most {
        let message = format!("found {score}: expected discs from -{most} to {most}");
        return Err(ApiError::bad("score", message));
    }
    Ok(score)
}

pub(crate) fn undo(request: &BookChangeRequest, context: &Context<'_>) -> Result<BookReplaced> {
    let done = editor(context)?.undo(request.change)?;
    Ok(BookReplaced { done })
}

pub(crate) fn redo(request: &BookChangeRequest, context: &Context<'_>) -> Result<BookReplaced> {
    let done = editor(context)?.redo(request.change)?;
    Ok(BookReplaced { done })
}

fn editor<'a>(context: &Context<'a>) -> Result<&'a BookEditor> {
    context.resources.book_editor.as_deref().ok_or_else(|| {
        let message =
            "the opening book cannot be edited: start the server with --book FILE --edit-book";
        ApiError::not_found("edit", message)
    })
}

/// Runs `work` on the book with a new searcher.
fn change(
    context: &Context<'_>,
    level: u32,
    work: impl FnOnce(&BookEditor, &LeafSearch) -> Result<Option<usize>, BookError>,
) -> Result<BookChanged> {
    let editor = editor(context)?;
    let mut options = SearchOptions::default().with_hash(HASH);
    let evaluation = context.resources.evaluation.as_ref();
    if let Some(evaluation) = evaluation.filter(|own| own.shape() == editor.book().shape()) {
        options = options.with_evaluation(Arc::clone(evaluation));
    }
    let search = LeafSearch {
        levels: Levels::all(level.try_into().unwrap_or(u8::MAX)),
        options,
        threads: 1,
        stop: Arc::clone(&context.stop),
    };
    let change = work(editor, &search)?;
    Ok(BookChanged { change })
}

impl From<BookError> for ApiError {
    fn from(error: BookError) -> Self {
        match &error.fault {
            fault @ Fault::Over => Self::bad("moves", fault.to_string()),
            fault @ (Fault::Shape { .. } | Fault::Wide(_)) => Self::bad("board", fault.to_string()),
            _ => Self::internal(&error),
        }
    }
}
