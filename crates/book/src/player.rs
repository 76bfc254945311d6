//! Playing from a book.

use outflank_othello::Position;
use rand::Rng;

use crate::book::BookMove;
use crate::error::BookError;
use crate::shipped::OpenBook;

/// Plays from a book where that knows the best move.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: OpenBook,
    margin: u8,
}

impl BookPlayer {
    /// Plays a random move of the book at most `margin` discs worse than the best; with 0, the
    /// best.
    #[must_use]
    pub const fn new(book: OpenBook, margin: u8) -> Self {
        Self { book, margin }
    }

    /// Returns how much worse than the best a move may be, in discs.
    #[must_use]
    pub const fn margin(&self) -> u8 {
        self.margin
    }

    /// Chooses a move; `None` if the best leads out of the book: a search then knows more.
    /// Within the margin, moves are drawn in proportion to `weight`.
    ///
    /// # Errors
    ///
    /// Returns an error if a page of the book is damaged.
    pub fn choose(
        &self,
        position: &Position,
        weight: impl Fn(&BookMove) -> f64,
        random: &mut impl Rng,
    ) -> Result<Option<BookMove>, BookError> {
        let found = self.book.look_up(position)?;
        Ok(found.and_then(|found| found.choose(self.margin, weight, random)))
    }
}
