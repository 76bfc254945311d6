//! Playing from a book.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_engine::{SearchRequest, SearchResult};
use outflank_othello::{AnyBoard, Board, Layout, Position, Square};
use rand::{Rng, RngExt};

use crate::book::BookMove;
use crate::error::BookError;
use crate::shipped::OpenBook;

/// How much worse a searched move may be that is played so that a game does not repeat another:
/// the smallest step between final scores.
const SEARCHED_MARGIN: i32 = 2 * UNITS_PER_DISC;

/// Plays from a book where that knows the best move.
///
/// Within a margin, the good moves of a position take turns: in the book, and after it where a game
/// reaches a position that an earlier one had. Moves of the opponent count, too, so that two players
/// who exchange colours do not play the same game. Clones share what has been played.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: OpenBook,
    margin: u8,
    played: Arc<Mutex<Played>>,
}

/// What a player has seen in its games.
#[derive(Debug, Default)]
struct Played {
    /// How often each position was reached, by its canonical board.
    reached: HashMap<Board<u64>, u32>,
    /// What was searched for a move, by the board.
    searched: HashMap<Board<u64>, Searched>,
}

/// The searches of a position.
#[derive(Debug, Default)]
struct Searched {
    /// The results whose best moves are good enough; the first is that of the best move of all.
    good: Vec<SearchResult>,
    /// Whether no other move is good enough.
    is_complete: bool,
}

impl Played {
    /// Returns how often a position was reached.
    fn times(&self, board: &Board<u64>) -> u32 {
        self.reached.get(board).copied().unwrap_or(0)
    }

    /// Counts a position.
    fn reach(&mut self, board: Board<u64>) {
        let count = self.reached.entry(board).or_default();
        *count = count.saturating_add(1);
    }
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
        let board = self.varied(position);
        if let Some((layout, board)) = board {
            // The move of the opponent has led here.
            self.played().reach(board.canonical(layout).0);
        }
        let Some(found) = self.book.look_up(position)? else {
            return Ok(None);
        };
        let good: Vec<&BookMove> = found.good_moves(self.margin).collect();
        // The moves are ordered, and the first is the best.
        let (Some((layout, board)), 2..) = (board, good.len()) else {
            return Ok(good.first().map(|best| **best));
        };
        let boards = good
            .iter()
            .filter_map(|found| after(board, layout, found.square));
        let boards: Vec<Board<u64>> = boards.collect();
        let weights: Vec<f64> = good.iter().map(|found| weight(found)).collect();
        let whole: f64 = weights.iter().sum();

        let mut played = self.played();
        let times = |board: &Board<u64>| f64::from(played.times(board));
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
        played.reach(boards[place]);
        Ok(Some(*good[place]))
    }

    /// Searches a position for a move. If it was searched before and moves vary, the moves at most
    /// two discs worse than the best take turns: one more is searched each time, until no other is
    /// good enough.
    ///
    /// # Errors
    ///
    /// The error of `search`.
    pub fn search<E>(
        &self,
        request: &SearchRequest,
        mut search: impl FnMut(&SearchRequest) -> Result<SearchResult, E>,
    ) -> Result<SearchResult, E> {
        let Some((layout, board)) = self.varied(&request.position) else {
            return search(request);
        };
        let mut searched = self.played().searched.remove(&board).unwrap_or_default();
        if let Some(first) = searched.good.first() {
            let least = first.best().map(|best| best.score - SEARCHED_MARGIN);
            let known: Vec<Square> = searched.good.iter().filter_map(best_of).collect();
            let mut others = request.moves();
            others.retain(|square| !known.contains(square) && !searched.is_complete);
            let other = match request.clone().root_moves(&others) {
                Ok(others) => Some(search(&others)?),
                // There is no other, or none that is good enough.
                Err(_) => None,
            };
            let is_good = |other: &SearchResult| other.best().map(|best| best.score) >= least;
            match other.filter(is_good) {
                Some(other) => searched.good.push(other),
                None => searched.is_complete = true,
            }
        } else {
            let first = search(request)?;
            if best_of(&first).is_none() {
                return Ok(first);
            }
            searched.good.push(first);
        }
        let boards = searched
            .good
            .iter()
            .map(|one| after(board, layout, best_of(one)?));
        let boards: Vec<Option<Board<u64>>> = boards.collect();

        let mut played = self.played();
        let times = |board: &Option<Board<u64>>| board.map_or(0, |board| played.times(&board));
        // Of equal ones the best.
        let place = (0..boards.len()).min_by_key(|&place| times(&boards[place]));
        let place = place.unwrap_or(0);
        if let Some(board) = boards[place] {
            played.reach(board);
        }
        let next = searched.good[place].clone();
        played.searched.insert(board, searched);
        Ok(next)
    }

    /// Returns the board of a position whose moves vary.
    fn varied<'a>(&self, position: &'a Position) -> Option<(&'a Layout<u64>, Board<u64>)> {
        match position.board() {
            AnyBoard::Narrow(layout, board)
                if self.margin > 0 && layout.shape() == self.book.shape() =>
            {
                Some((layout, *board))
            }
            _ => None,
        }
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the canonical board after a move.
fn after(board: Board<u64>, layout: &Layout<u64>, square: Square) -> Option<Board<u64>> {
    let index = layout.index(square)?;
    Some(board.play(index, layout).canonical(layout).0)
}

/// Returns the best move of a search.
fn best_of(result: &SearchResult) -> Option<Square> {
    result.best().map(|best| best.square)
}
