//! Scores from the opening book instead of a search.

use std::sync::{Mutex, PoisonError};

use outflank_book::{BookError, BookMove, OpenBook};
use outflank_engine::{Score, ScoredMove};
use outflank_othello::{Position, Square};

use super::Analyzer;

/// Maximum loss in discs of a book reply that a player should prepare for.
const REPLY_LOSS: f64 = 1.0;

/// An analyzer that takes the scores of book moves from the book.
#[expect(missing_debug_implementations, reason = "the analyzer has none")]
pub struct BookScores<'a> {
    book: Option<OpenBook>,
    inner: &'a dyn Analyzer,
    failure: Mutex<Option<BookError>>,
}

impl<'a> BookScores<'a> {
    /// Creates an analyzer that takes the scores of other moves from `inner`. Without a book, it
    /// takes all scores from `inner`.
    pub const fn new(book: Option<OpenBook>, inner: &'a dyn Analyzer) -> Self {
        let failure = Mutex::new(None);
        Self {
            book,
            inner,
            failure,
        }
    }

    /// Removes and returns the error that occurred when reading the book, if any.
    pub fn failure(&self) -> Option<BookError> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take()
    }

    /// Returns the moves with book values, best first, or `None` if the book cannot be read.
    fn known(&self, position: &Position) -> Option<Vec<BookMove>> {
        let Some(book) = &self.book else {
            return Some(Vec::new());
        };
        match book.look_up(position) {
            Ok(found) => Some(found.map_or(Vec::new(), |found| found.moves)),
            Err(error) => {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                None
            }
        }
    }

    /// Returns the book moves that lose at most one disc, or `None` if the book cannot be read.
    pub fn replies(&self, position: &Position) -> Option<Vec<Square>> {
        let known = self.known(position)?;
        let best = known.first().map_or(0.0, |best| best.score.discs());
        let inside = known.iter().filter(|found| found.is_inside);
        let good = inside.filter(|found| found.score.discs() >= best - REPLY_LOSS);
        Some(good.map(|found| found.square).collect())
    }
}

impl Analyzer for BookScores<'_> {
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>> {
        let known = self.known(position)?;
        let mut moves = self.inner.score_moves(position)?;
        with_book(&mut moves, &known);
        Some(moves)
    }
}

/// Replaces the scores of moves, except exact ones, with book scores and sorts the moves again.
/// `known` contains the book's moves, best first.
pub fn with_book(moves: &mut [ScoredMove], known: &[BookMove]) {
    // The book leaf is at least as good as every other move that leaves the book.
    let leaf = known.iter().find(|found| !found.is_inside);
    let max = leaf.map(|leaf| Score::estimate(leaf.score.discs()));
    for mv in moves.iter_mut().filter(|mv| !mv.is_exact()) {
        match known.iter().find(|found| found.square == mv.square) {
            Some(found) => {
                *mv = ScoredMove {
                    pv: std::mem::take(&mut mv.pv),
                    nodes: mv.nodes,
                    ..ScoredMove::from(found)
                };
            }
            None => {
                let above = max.filter(|max| mv.discs() > max.discs());
                mv.score = above.unwrap_or(mv.score);
            }
        }
    }
    if known.is_empty() {
        return;
    }
    moves.sort_by(|a, b| {
        b.discs()
            .total_cmp(&a.discs())
            .then(a.square.cmp(&b.square))
    });
    // Among moves with equal scores, the book's move comes first.
    if let Some(best) = known.first()
        && let Some(at) = moves.iter().position(|mv| mv.square == best.square)
        && moves[at].discs() >= moves[0].discs()
    {
        moves[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use outflank_book::formats::import;
    use outflank_book::{BookLock, Progress, SHIPPED};
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::analyzer::TextbookAnalyzer;

    fn position(moves: &str) -> Position {
        let game = Game::from_transcript(Shape::STANDARD, moves).unwrap();
        *game.position()
    }

    #[test]
    fn book_moves_have_book_scores_and_the_book_player_plays_the_first() {
        let analyzer = TextbookAnalyzer::to_depth(1);
        let scores = BookScores::new(Some(OpenBook::Shipped), &analyzer);
        for moves in ["", "f5", "f5d6", "f5d6c3d3c4", "f5f6e6f4"] {
            let position = position(moves);
            let known = OpenBook::Shipped.look_up(&position).unwrap().unwrap().moves;
            let scored = scores.score_moves(&position).unwrap();
            assert_eq!(scored[0].square, known[0].square, "{moves}");
            for found in &known {
                let same = scored.iter().find(|mv| mv.square == found.square);
                let same = same.unwrap();
                assert_eq!(same.discs(), found.score.discs(), "{moves}");
                assert!(same.from_book && same.pv[0] == found.square, "{moves}");
            }
            assert!(scored.is_sorted_by(|a, b| a.discs() >= b.discs()));
            assert_eq!(scored.len(), position.legal_moves().into_iter().count());
            let replies = scores.replies(&position).unwrap();
            assert!(replies.contains(&known[0].square), "{moves}");
            for reply in replies {
                let found = known.iter().find(|found| found.square == reply).unwrap();
                assert!(found.is_inside);
                assert!(found.score.discs() >= known[0].score.discs() - REPLY_LOSS);
            }
        }
    }

    #[test]
    fn a_damaged_book_ends_the_analysis() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.book");
        let lock = BookLock::new(&path).unwrap();
        let mut on = |_, _| std::ops::ControlFlow::Continue(());
        import(&lock, SHIPPED.as_ref(), &mut Progress::new(&mut on)).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[4096..middle].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let book = OpenBook::open(&path).unwrap();
        let analyzer = TextbookAnalyzer::default();
        let scores = BookScores::new(Some(book), &analyzer);
        assert_eq!(scores.score_moves(&position("f5d6")), None);
        assert!(scores.failure().unwrap().to_string().contains("own.book"));
        assert!(scores.failure().is_none(), "returned only once");
    }

    #[test]
    fn without_a_book_scores_do_not_change() {
        let analyzer = TextbookAnalyzer::default();
        let scores = BookScores::new(None, &analyzer);
        let position = position("f5d6");
        let expected = analyzer.score_moves(&position);
        assert_eq!(scores.score_moves(&position), expected);
        assert_eq!(scores.replies(&position), Some(Vec::new()));
        assert!(scores.failure().is_none());
    }
}
