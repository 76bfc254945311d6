//! `--book` and `--book-random`: playing from an opening book.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use outflank_book::{Book, BookError, BookMove};
use outflank_engine::{Limits, ScoredMove, SearchRequest, SearchResult, Selectivity};
use outflank_othello::Position;
use schemars::JsonSchema;
use serde::Serialize;

use crate::protocol::SearchEngine;

/// Units of the engine's scores in a disc.
const UNITS_PER_DISC: i32 = outflank_engine::evaluation::UNITS_PER_DISC;

/// `--book`.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookOption {
    /// Opening book made by `outflank book`, or `off`.
    #[arg(long, value_name = "FILE|off", default_value = "off")]
    book: String,
}

/// `--book` and `--book-random`.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookPlayOptions {
    #[command(flatten)]
    book: BookOption,

    /// Play a random book move at most DISCS worse than the best.
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=64))]
    book_random: u8,
}

impl BookOption {
    /// Returns whether there is a book.
    pub(crate) fn is_given(&self) -> bool {
        self.book != "off"
    }

    /// Opens the book, if there is one.
    pub(crate) fn open(&self) -> Result<Option<Book>, BookError> {
        let open = || Book::open(Path::new(&self.book));
        self.is_given().then(open).transpose()
    }
}

impl BookPlayOptions {
    /// Returns whether there is a book.
    pub(crate) fn is_given(&self) -> bool {
        self.book.is_given()
    }

    /// Opens the book, if there is one.
    pub(crate) fn open(&self) -> Result<Option<BookPlayer>, BookError> {
        let margin = self.book_random;
        let book = self.book.open()?;
        Ok(book.map(|book| BookPlayer { book, margin }))
    }
}

/// A book to play from.
#[derive(Debug)]
pub(crate) struct BookPlayer {
    book: Book,
    /// How much worse than the best a move may be, in discs.
    margin: u8,
}

impl BookPlayer {
    /// Chooses a move of a position; `None` if the best move leads out of the book. A damaged
    /// book is reported, and knows nothing.
    pub(crate) fn choose(&self, position: &Position) -> Option<BookMove> {
        let found = self.book.look_up(position).unwrap_or_else(|error| {
            eprintln!("warning: {error}");
            None
        });
        found?.choose(self.margin, &mut rand::rng())
    }
}

/// A searcher that plays from a book where that knows the best move.
pub(crate) struct WithBook<T> {
    pub(crate) book: Option<BookPlayer>,
    pub(crate) searcher: T,
}

impl<T: SearchEngine> SearchEngine for WithBook<T> {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        // An analysis without limits goes on until it is stopped.
        let is_for_a_move = request.count == 1 && request.limits != Limits::UNLIMITED;
        let book = self.book.as_ref().filter(|_| is_for_a_move);
        match book.and_then(|book| book.choose(&request.position)) {
            Some(chosen) => result(&chosen),
            None => self.searcher.search(request, stop, report),
        }
    }
}

/// Returns a move of the book as the result of a search.
fn result(chosen: &BookMove) -> SearchResult {
    let selectivity = match chosen.is_exact {
        true => Selectivity::NONE,
        false => Selectivity::MIN,
    };
    let scored = ScoredMove {
        square: chosen.square,
        score: i32::from(chosen.score) * UNITS_PER_DISC,
        depth: chosen.level.into(),
        selectivity,
        is_exact: chosen.is_exact,
        pv: vec![chosen.square],
        nodes: 0,
    };
    SearchResult {
        pv: scored.pv.clone(),
        moves: vec![scored],
        lower: -64,
        upper: 64,
        complete: true,
        ..SearchResult::default()
    }
}

/// What a book knows about a move.
#[derive(JsonSchema, Serialize)]
pub(crate) struct BookValue {
    /// In discs, for the side that plays it.
    pub(crate) score: i8,
    pub(crate) exact: bool,
    /// Level of the search.
    pub(crate) level: u8,
    /// Lines of the book after the move.
    pub(crate) lines: u32,
    /// Accuracy, from A (all lines solved) to F (all searched to a depth).
    pub(crate) grade: Option<String>,
    /// Whether the position after the move is in the book.
    pub(crate) inside: bool,
}

impl From<&BookMove> for BookValue {
    fn from(found: &BookMove) -> Self {
        Self {
            score: found.score,
            exact: found.is_exact,
            level: found.level,
            lines: found.lines,
            grade: found.grade.map(|grade| format!("{grade:?}")),
            inside: found.is_inside,
        }
    }
}
