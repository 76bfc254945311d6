//! Game reviews.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_book::OpenBook;
use outflank_engine::SearchOptions;
use outflank_study::{BookScores, EngineAnalyzer, Review, ReviewedMove};
use pyo3::prelude::*;
use serde::Serialize;

use crate::arguments::{PositionArgument, at_least_one, limits};
use crate::errors::memory_error;
use crate::interrupt::{pool, run_on};

/// Reviews a game: every move with its score, the best move, the loss and the reason.
///
/// ``game`` may also be a transcript on 8x8, or a position, which has no moves. The result contains
/// ``moves`` (a dictionary for each move, as ``outflank analyze --json`` prints it), the summaries
/// ``black`` and ``white``, and ``turning_point``. Each of ``threads`` threads, by default one per
/// processor, has a table of ``hash`` MiB. Positions in the package's opening book have the book's
/// scores, unless ``book`` is false.
#[pyfunction]
#[pyo3(signature = (game, *, level = None, depth = None, threads = None, hash = 64, book = true))]
pub(crate) fn review(
    py: Python<'_>,
    game: PositionArgument<'_>,
    level: Option<u32>,
    depth: Option<u32>,
    threads: Option<i64>,
    hash: usize,
    book: bool,
) -> PyResult<Py<PyAny>> {
    let limits = limits(level, depth, None, None)?;
    let stop = Arc::new(AtomicBool::new(false));
    let game = game.game()?;
    let pool = pool(threads, game.moves().len())?;
    let options = SearchOptions::default().with_hash(at_least_one("hash", hash)?);
    let workers = pool.current_num_threads();
    let analyzer = EngineAnalyzer::new(limits, &options, workers, Arc::clone(&stop));
    let analyzer = analyzer.map_err(memory_error)?;
    let scores = BookScores::new(book.then_some(OpenBook::Shipped), &analyzer);
    let work = || outflank_study::review(&game, &scores, &|| ());
    let review = run_on(py, &pool, &stop, work)?;
    json_to_python(
        py,
        &WholeReview {
            moves: &review.moves,
            review: &review,
        },
    )
}

/// A review with its moves.
#[derive(Serialize)]
struct WholeReview<'a> {
    moves: &'a [ReviewedMove],
    #[serde(flatten)]
    review: &'a Review,
}

/// Converts the JSON that the program prints to dictionaries and lists.
pub(crate) fn json_to_python(py: Python<'_>, value: &impl Serialize) -> PyResult<Py<PyAny>> {
    let text = serde_json::to_string(value).map_err(crate::errors::value_error)?;
    let parsed = py.import("json")?.call_method1("loads", (text,))?;
    Ok(parsed.unbind())
}
