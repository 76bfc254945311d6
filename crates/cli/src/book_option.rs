//! `--book`, `--book-random` and `--book-rating`: playing from an opening book.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use outflank_book::{BookError, BookMove, BookName, BookPlayer};
use outflank_engine::{Score, ScoredMove, SearchRequest, SearchResult};
use outflank_human::{HumanModel, HumanRating};
use outflank_othello::{AnyBoard, Position, Shape, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis_options::AnalysisOptions;
use outflank_protocol::SearchEngine;

/// `--book` of commands that search.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookOption {
    /// Opening book whose scores replace those of the search: `shipped`, a file made by
    /// `outflank book`, or `off` [default: shipped, or off with an evaluation of your own].
    #[arg(long, value_name = "FILE|shipped|off")]
    book: Option<BookName>,
}

/// `--book`, `--book-random` and `--book-rating` of commands that play.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Opening book")]
pub(crate) struct BookPlayOptions {
    /// Opening book to play from: `shipped`, a file made by `outflank book`, or `off`
    /// [default: shipped].
    #[arg(long, value_name = "FILE|shipped|off")]
    book: Option<BookName>,

    /// Play different games: book moves at most DISCS worse than the best take turns, beginning
    /// with a random one, and after the book, a game that repeats an earlier one goes on with a
    /// move at most two discs worse [default: 0, or 64 with --book-rating].
    #[arg(long, value_name = "DISCS", value_parser = clap::value_parser!(u8).range(0..=64))]
    book_random: Option<u8>,

    /// Play each book move as often as people of this rating, 400 to 2400 or a level such as
    /// club.
    #[arg(long, value_name = "RATING")]
    book_rating: Option<HumanRating>,
}

impl BookOption {
    /// Returns the book to use beside a search by `options`.
    pub(crate) fn name(&self, options: &AnalysisOptions) -> BookName {
        match (&self.book, options.has_own_evaluation()) {
            (Some(book), _) => book.clone(),
            (None, false) => BookName::Shipped,
            (None, true) => BookName::Off,
        }
    }
}

impl BookPlayOptions {
    /// Returns whether a book was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.book
            .as_ref()
            .is_some_and(|book| *book != BookName::Off)
            || self.book_random.is_some()
            || self.book_rating.is_some()
    }

    /// Opens the book, if there is one.
    pub(crate) fn open(&self) -> Result<Option<RatedBookPlayer>, BookError> {
        let book = self.book.as_ref().unwrap_or(&BookName::Shipped).open()?;
        let margin = match self.book_rating {
            Some(_) => self.book_random.unwrap_or(64),
            None => self.book_random.unwrap_or(0),
        };
        Ok(book.map(|book| RatedBookPlayer {
            player: BookPlayer::new(book, margin),
            rating: self.book_rating,
        }))
    }
}

/// A book to play from, all moves alike or as people play them.
#[derive(Debug)]
pub(crate) struct RatedBookPlayer {
    player: BookPlayer,
    rating: Option<HumanRating>,
}

impl RatedBookPlayer {
    /// Chooses a move of a position; `None` if the best move leads out of the book. A damaged
    /// book is reported, and knows nothing.
    pub(crate) fn choose(&self, position: &Position) -> Option<BookMove> {
        let likely = self.rating.map(|rating| human_moves(position, rating));
        let weight = |found: &BookMove| match &likely {
            None => 1.0,
            Some(moves) => moves
                .iter()
                .find(|(square, _)| *square == found.square)
                .map_or(0.0, |(_, weight)| *weight),
        };
        let chosen = self.player.choose(position, weight, &mut rand::rng());
        chosen.unwrap_or_else(|error| {
            eprintln!("warning: {error}");
            None
        })
    }

    /// Searches a position that the book does not know; see [`BookPlayer::search`].
    pub(crate) fn search(
        &self,
        request: &SearchRequest,
        mut search: impl FnMut(&SearchRequest) -> SearchResult,
    ) -> SearchResult {
        match self.rating {
            None => {
                let search = |request: &SearchRequest| Ok::<_, Infallible>(search(request));
                let Ok(result) = self.player.search(request, search);
                result
            }
            // People often repeat a move, so none is excluded.
            Some(_) => search(request),
        }
    }
}

/// Returns the relative frequency with which people of a rating play each move of a position; empty
/// unless the board is 8×8.
fn human_moves(position: &Position, rating: HumanRating) -> Vec<(Square, f64)> {
    match position.board() {
        AnyBoard::Narrow(layout, board) if layout.shape() == Shape::STANDARD => {
            let logits = HumanModel::shipped().logits(*board, None, rating.points().into());
            let weighted = logits
                .iter()
                .map(|found| (layout.square(found.square.into()), found.logit.exp()));
            weighted.collect()
        }
        _ => Vec::new(),
    }
}

/// A searcher that plays from a book where that knows the best move. Analyses are searched.
pub(crate) struct WithBook<T> {
    pub(crate) book: Option<RatedBookPlayer>,
    pub(crate) searcher: T,
}

impl<T: SearchEngine> SearchEngine for WithBook<T> {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        self.searcher.search(request, stop, report)
    }

    fn choose(
        &mut self,
        request: &SearchRequest,
        last: Option<Square>,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        let searcher = &mut self.searcher;
        let mut search = |request: &SearchRequest| searcher.choose(request, last, stop, report);
        let Some(book) = &self.book else {
            return search(request);
        };
        match book.choose(&request.position) {
            Some(chosen) => result(&chosen),
            None => book.search(request, search),
        }
    }
}

/// Returns a move of the book as the result of a search.
fn result(chosen: &BookMove) -> SearchResult {
    let scored = ScoredMove::from(chosen);
    SearchResult {
        pv: scored.pv.clone(),
        moves: vec![scored],
        lower: Score::exact(-64),
        upper: Score::exact(64),
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
            score: found.score.whole_discs() as i8,
            exact: found.score.is_exact(),
            level: found.level,
            lines: found.lines,
            grade: found.grade.map(|grade| format!("{grade:?}")),
            inside: found.is_inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_book::OpenBook;
    use outflank_engine::{Limits, SearchOptions, Searcher};

    use super::*;

    #[test]
    fn moves_come_from_the_book_and_analyses_from_the_search() {
        let searcher = Searcher::new(SearchOptions::default().with_hash(1)).unwrap();
        let player = BookPlayer::new(OpenBook::Shipped, 1);
        let rating = None;
        let book = Some(RatedBookPlayer { player, rating });
        let mut engine = WithBook { book, searcher };
        let request = SearchRequest::new(&Position::start(Shape::STANDARD), Limits::level(3));
        let (stop, mut ignore) = (Arc::default(), |_| ());
        let analysed = engine.search(&request, &stop, &mut ignore);
        assert_eq!(analysed.best().unwrap().depth, 3);
        let played = engine.choose(&request, None, &stop, &mut ignore);
        assert!(played.best().unwrap().depth > 3, "the level of the book");
    }
}
