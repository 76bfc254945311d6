//! Playing from a book.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::{ScoredMove, SearchRequest, SearchResult};
use outflank_othello::{AnyBoard, Board, Layout, Position, Square};
use rand::{Rng, RngExt};

use crate::played::Played;
use crate::{BookError, BookMove, OpenBook};

/// How many discs worse than the best a searched move may be if the best would repeat an earlier
/// game: the smallest difference between two final scores.
const SEARCHED_MARGIN: f64 = 2.0;

/// Plays book moves for as long as the best move is in the book.
///
/// The moves of a position that are within a margin of the best are played in turn, both in the
/// book and in positions beyond it that an earlier game reached. The opponent's moves count too, so
/// that two players who swap colours do not play the same game. The player plays a move after which
/// every game would repeat an earlier one only if it has no other good move. Clones share their
/// record of the moves played, which holds about a thousand games.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: OpenBook,
    margin: u8,
    played: Arc<Mutex<Played>>,
    /// The searches for a move, by board.
    searched: Arc<Mutex<HashMap<Board<u64>, Searched>>>,
}

/// The searches of a position.
#[derive(Clone, Debug, Default)]
struct Searched {
    /// The results whose best moves are good enough. The first result has the best move of all.
    good: Vec<SearchResult>,
    /// Whether all other moves are known not to be good enough.
    is_complete: bool,
}

impl BookPlayer {
    /// Plays book moves at most `margin` discs worse than the best; with 0, only the best.
    #[must_use]
    pub fn new(book: OpenBook, margin: u8) -> Self {
        Self {
            book,
            margin,
            played: Arc::default(),
            searched: Arc::default(),
        }
    }

    /// Returns how much worse than the best a move may be, in discs.
    #[must_use]
    pub const fn margin(&self) -> u8 {
        self.margin
    }

    /// Chooses a move. Returns `None` if the best move leaves the book: the caller should then
    /// search. The moves within the margin are played in proportion to `weight`: the next is the
    /// one that is furthest behind its share, chosen at random among equal ones.
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
        let varied = self.varied(position);
        if let Some((layout, board)) = varied {
            let mut played = lock(&self.played);
            if played.forget() {
                let is_known = |board: &Board<u64>| played.times(board.canonical(layout).0) > 0;
                lock(&self.searched).retain(|board, _| is_known(board));
            }
            // The opponent's move led to this position.
            played.reach(board.canonical(layout).0);
        }
        let Some(found) = self.book.look_up(position)? else {
            return Ok(None);
        };
        let good: Vec<&BookMove> = found.good_moves(self.margin).collect();
        // The moves are ordered, and the first is the best.
        let (Some((layout, board)), false) = (varied, good.is_empty()) else {
            return Ok(good.first().map(|best| **best));
        };
        let squares = good.iter().map(|found| found.square);
        let after = squares.filter_map(|square| after(board, layout, square));
        let after: Vec<Board<u64>> = after.collect();
        let weights: Vec<f64> = good.iter().map(|found| weight(found)).collect();
        let whole: f64 = weights.iter().sum();

        let mut played = lock(&self.played);
        let times = |board: Board<u64>| f64::from(played.times(board));
        let all = 1.0 + after.iter().map(|&board| times(board)).sum::<f64>();
        let mut next: Option<(Turn, usize)> = None;
        for (place, (&board, weight)) in after.iter().zip(weights).enumerate() {
            if weight <= 0.0 {
                continue;
            }
            let turn = Turn {
                is_open: played.is_open(board, layout),
                behind: weight / whole * all - times(board),
                drawn: random.random(),
            };
            if next.as_ref().is_none_or(|(first, _)| turn > *first) {
                next = Some((turn, place));
            }
        }
        // All weights may be 0: then the best move is the first.
        let place = next.map_or(0, |(_, place)| place);
        played.reach(after[place]);
        played.offer(board.canonical(layout).0, after, true);
        Ok(Some(*good[place]))
    }

    /// Returns the search to run for a move in a position outside the book. If the position has
    /// been searched before and moves vary, the search is restricted to the moves that no earlier
    /// search returned. Returns `None` if none of these can be good enough.
    #[must_use]
    pub fn to_search(&self, request: &SearchRequest) -> Option<SearchRequest> {
        let searched = self.searched_before(request);
        if searched.good.is_empty() {
            return Some(request.clone());
        }
        let known: Vec<Square> = searched.good.iter().filter_map(best_of).collect();
        let mut others = request.moves();
        others.retain(|square| !known.contains(square) && !searched.is_complete);
        request.clone().root_moves(&others).ok()
    }

    /// Returns the result whose best move to play, given the result of the search that
    /// [`to_search`](Self::to_search) requested. If moves vary, those at most two discs worse than
    /// the best are played in turn.
    #[must_use]
    pub fn choose_searched(
        &self,
        request: &SearchRequest,
        found: Option<SearchResult>,
    ) -> SearchResult {
        let Some((layout, board)) = self.varied(&request.position) else {
            return found.unwrap_or_default();
        };
        let mut searched = self.searched_before(request);
        let least = searched.good.first().and_then(SearchResult::best);
        let least = least.map(|best| best.discs() - SEARCHED_MARGIN);
        let is_good = |found: &SearchResult| found.best().map(ScoredMove::discs) >= least;
        match found {
            Some(found) if best_of(&found).is_none() && least.is_none() => return found,
            Some(found) if is_good(&found) => searched.good.push(found),
            _ => searched.is_complete = true,
        }
        searched.is_complete |= searched.good.len() == request.moves().len();
        let squares = searched.good.iter().filter_map(best_of);
        let after = squares.filter_map(|square| after(board, layout, square));
        let after: Vec<Board<u64>> = after.collect();

        let mut played = lock(&self.played);
        // On a tie, choose the best move.
        let turn = |&place: &usize| {
            let board = after[place];
            (!played.is_open(board, layout), played.times(board))
        };
        let place = (0..after.len()).min_by_key(turn).unwrap_or(0);
        let Some(next) = searched.good.get(place).cloned() else {
            return SearchResult::default();
        };
        played.reach(after[place]);
        played.offer(board.canonical(layout).0, after, searched.is_complete);
        drop(played);
        lock(&self.searched).insert(board, searched);
        next
    }

    /// Returns the earlier searches of a position.
    fn searched_before(&self, request: &SearchRequest) -> Searched {
        let board = self.varied(&request.position);
        let known = board.and_then(|(_, board)| lock(&self.searched).get(&board).cloned());
        known.unwrap_or_default()
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
}

/// The priority of a book move. The player plays the move with the greatest one.
#[derive(PartialEq, PartialOrd)]
struct Turn {
    /// Whether it may lead to a new game.
    is_open: bool,
    /// How many games it is behind its share.
    behind: f64,
    /// Breaks ties at random.
    drawn: f64,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, Score};
    use outflank_othello::Shape;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::played::MAX_POSITIONS;

    /// Plays the first legal move in a position outside the book.
    fn play_first(player: &BookPlayer, position: &Position, random: &mut impl Rng) {
        let request = SearchRequest::new(position, Limits::level(1));
        let (known, moves) = (player.choose(position, |_| 1.0, random), request.moves());
        if let (Ok(None), Some(&first)) = (known, moves.first()) {
            let mut found = SearchResult::default();
            let score = Score::from_units(0, false);
            found.moves.push(ScoredMove::new(first, score, 1));
            let _ = player.choose_searched(&request, Some(found));
        }
    }

    #[test]
    fn the_record_of_many_games_is_bounded() {
        let player = BookPlayer::new(OpenBook::Shipped, 1);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = Position::start(Shape::STANDARD);
        // Few positions after a first move are symmetric to each other.
        let first = start.legal_moves().first().unwrap();
        let mut positions = vec![start.play(first).unwrap()];
        let (mut before, mut has_forgotten) = (0, false);
        for place in 0..MAX_POSITIONS {
            let position = positions[place];
            play_first(&player, &position, &mut random);
            let count = lock(&player.searched).len();
            has_forgotten |= count < before;
            before = count;
            let squares = position.legal_moves().into_iter();
            positions.extend(squares.filter_map(|square| position.play(square).ok()));
        }
        assert!(has_forgotten, "{before} searches are kept");
    }
}
