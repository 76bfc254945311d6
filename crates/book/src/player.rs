//! Playing from a book.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{SearchRequest, SearchResult};
use outflank_othello::{AnyBoard, Board, Position, Square};
use rand::{Rng, RngExt};

use crate::book::BookMove;
use crate::error::BookError;
use crate::shipped::OpenBook;

/// How much worse a searched move may be that is played so that a game does not repeat another:
/// the smallest step between final scores.
const SEARCHED_MARGIN: i32 = 2 * UNITS_PER_DISC;

/// Plays from a book where that knows the best move.
///
/// Within a margin, the good moves of a position take turns. Where a game reaches the end of the
/// book as an earlier one did, a searched move is varied, too. Clones share what has been played.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: OpenBook,
    margin: u8,
    played: Arc<Mutex<Played>>,
}

/// What a player has played.
#[derive(Debug, Default)]
struct Played {
    /// How often each position was reached by a move of the book, by its canonical board.
    reached: HashMap<Board<u64>, u32>,
    /// What was searched for a move, by the board.
    searched: HashMap<Board<u64>, Searched>,
}

/// The search of a position that a game has reached.
#[derive(Debug)]
struct Searched {
    /// What the first search found.
    first: SearchResult,
    /// The moves that were played, and all once no other is good enough.
    tried: Vec<Square>,
}

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

        let mut played = self.played();
        let times = |board: &Board<u64>| f64::from(played.reached.get(board).copied().unwrap_or(0));
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
        let count = played.reached.entry(boards[place]).or_default();
        *count = count.saturating_add(1);
        Ok(Some(*good[place]))
    }

    /// Searches a position for a move. If one was played there before and moves vary, another is
    /// searched that is at most two discs worse.
    ///
    /// # Errors
    ///
    /// The error of `search`.
    pub fn search<E>(
        &self,
        request: &SearchRequest,
        mut search: impl FnMut(&SearchRequest) -> Result<SearchResult, E>,
    ) -> Result<SearchResult, E> {
        let AnyBoard::Narrow(layout, board) = request.position.board() else {
            return search(request);
        };
        if self.margin == 0 || layout.shape() != self.book.shape() {
            return search(request);
        }
        let board = *board;
        let earlier = self.played().searched.get(&board).map(|earlier| {
            let is_new = |square: &Square| !earlier.tried.contains(square);
            let others: Vec<Square> = request.moves().into_iter().filter(is_new).collect();
            (earlier.first.clone(), others)
        });
        let Some((first, others)) = earlier else {
            let first = search(request)?;
            if let Some(best) = first.best() {
                let tried = vec![best.square];
                let first = first.clone();
                self.played()
                    .searched
                    .insert(board, Searched { first, tried });
            }
            return Ok(first);
        };
        let least = first.best().map_or(0, |best| best.score - SEARCHED_MARGIN);
        let other = match request.clone().root_moves(&others) {
            Ok(request) => Some(search(&request)?),
            // There is no other.
            Err(_) => None,
        };
        let is_good = |other: &SearchResult| other.best().is_some_and(|found| found.score >= least);
        let other = other.filter(is_good);
        if let Some(searched) = self.played().searched.get_mut(&board) {
            match other.as_ref().and_then(SearchResult::best) {
                Some(found) => searched.tried.push(found.square),
                None => searched.tried = request.moves(),
            }
        }
        Ok(other.unwrap_or(first))
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
