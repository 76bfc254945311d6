//! Playing from a book.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_othello::{AnyBoard, Board, Position};
use rand::{Rng, RngExt};

use crate::book::BookMove;
use crate::error::BookError;
use crate::shipped::OpenBook;

/// Plays from a book where that knows the best move.
///
/// Within a margin, the good moves of a position take turns, and a game repeats another only
/// where the book has no other way left. Clones share what has been played.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: OpenBook,
    margin: u8,
    played: Arc<Mutex<Played>>,
}

/// How often each position was reached by a move of the player, by its canonical board.
type Played = HashMap<Board<u64>, u32>;

impl BookPlayer {
    /// Plays moves of the book at most `margin` discs worse than the best; with 0, the best.
    #[must_use]
    pub fn new(book: OpenBook, margin: u8) -> Self {
        Self {
            book,
            margin,
            played: Arc::default(),
        }
    }

    /// Returns how much worse than the best a move may be, in discs.
    #[must_use]
    pub const fn margin(&self) -> u8 {
        self.margin
    }

    /// Chooses a move; `None` if the best leads out of the book: a search then knows more.
    /// Within the margin, moves are played in proportion to `weight`: the next is the one that
    /// is furthest behind its share, of equal ones a random one.
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
        let Some(found) = self.book.look_up(position)? else {
            return Ok(None);
        };
        let good: Vec<&BookMove> = found.good_moves(self.margin).collect();
        // The moves are ordered, and the first is the best.
        if self.margin == 0 || good.len() < 2 {
            return Ok(good.first().map(|best| **best));
        }
        let AnyBoard::Narrow(layout, board) = position.board() else {
            return Ok(None);
        };
        let indices = good.iter().filter_map(|found| layout.index(found.square));
        let boards = indices.map(|index| board.play(index, layout).canonical(layout).0);
        let boards: Vec<Board<u64>> = boards.collect();
        let weights: Vec<f64> = good.iter().map(|found| weight(found)).collect();
        let whole: f64 = weights.iter().sum();

        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        let times = |board: &Board<u64>| f64::from(played.get(board).copied().unwrap_or(0));
        let all = 1.0 + boards.iter().map(times).sum::<f64>();
        // All weights may be 0: then the best move is the first.
        let mut next = (f64::NEG_INFINITY, 0.0, 0);
        for (place, (board, weight)) in boards.iter().zip(weights).enumerate() {
            if weight <= 0.0 {
                continue;
            }
            let behind = weight / whole * all - times(board);
            let drawn: f64 = random.random();
            if (behind, drawn).partial_cmp(&(next.0, next.1)) == Some(Ordering::Greater) {
                next = (behind, drawn, place);
            }
        }
        let (_, _, place) = next;
        let count = played.entry(boards[place]).or_default();
        *count = count.saturating_add(1);
        Ok(Some(*good[place]))
    }
}
