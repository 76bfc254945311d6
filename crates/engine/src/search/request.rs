//! Search requests.

use outflank_othello::{Position, Square};
use thiserror::Error;
use web_time::Instant;

use super::limits::Limits;
use super::result::ScoredMove;
use super::symmetric_moves::SymmetricMoves;
use super::window::Window;

/// A position to search, and what to find.
///
/// ```
/// use outflank_engine::{Limits, SearchRequest};
/// use outflank_othello::{Position, Shape};
///
/// let start = Position::start(Shape::STANDARD);
/// let request = SearchRequest::new(&start, Limits::level(6)).best_moves(3);
/// assert_eq!(request.count, 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// The position.
    pub position: Position,
    /// When the search ends.
    pub limits: Limits,
    /// The window to settle, if the position is solved without iterative deepening.
    pub window: Window,
    /// The number of best moves, at least 1 (multi-PV).
    pub count: usize,
    /// Whether every move is solved on its own where scores are exact; see
    /// [`every_move`](Self::every_move).
    pub each_move: bool,
    /// When the search is interrupted, as if it were stopped. Unlike a limit, it does not change
    /// how the search proceeds until then.
    pub interrupt_at: Option<Instant>,
    /// The last report of an earlier search.
    pub known: Vec<ScoredMove>,
    /// The moves to search; empty for all.
    root_moves: Vec<Square>,
    /// The moves that are not searched because they are images of other moves.
    pub(super) symmetric: SymmetricMoves,
}

/// Moves to which a search cannot be restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RootMoveError {
    /// No move.
    #[error("no move to search: expected at least one")]
    Empty,
    /// A move that is not legal in the position.
    #[error("{0} is not a legal move of the position")]
    Illegal(Square),
}

impl SearchRequest {
    /// Requests the best move of a position.
    #[must_use]
    pub const fn new(position: &Position, limits: Limits) -> Self {
        Self {
            position: *position,
            limits,
            window: Window::EXACT,
            count: 1,
            each_move: false,
            interrupt_at: None,
            known: Vec::new(),
            root_moves: Vec::new(),
            symmetric: SymmetricMoves::NONE,
        }
    }

    /// Searches only these moves of the position, as if it had no others: the bounds and score of
    /// the result are those of the best of these moves.
    ///
    /// ```
    /// use outflank_engine::{Limits, SearchRequest, RootMoveError};
    /// use outflank_othello::{Position, Shape};
    ///
    /// let start = Position::start(Shape::STANDARD);
    /// let request = SearchRequest::new(&start, Limits::level(6));
    /// let [legal, illegal] = ["d3".parse()?, "e3".parse()?];
    /// assert_eq!(
    ///     request.clone().root_moves(&[legal, illegal]).unwrap_err(),
    ///     RootMoveError::Illegal(illegal)
    /// );
    /// assert_eq!(request.root_moves(&[legal])?.moves(), [legal]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `moves` is empty or a move is illegal.
    pub fn root_moves(mut self, moves: &[Square]) -> Result<Self, RootMoveError> {
        let legal = self.position.legal_moves();
        if moves.is_empty() {
            return Err(RootMoveError::Empty);
        }
        if let Some(&illegal) = moves.iter().find(|&&square| !legal.contains(square)) {
            return Err(RootMoveError::Illegal(illegal));
        }
        self.root_moves = moves.to_vec();
        Ok(self)
    }

    /// Interrupts the search at the given time.
    #[must_use]
    pub const fn interrupt_at(mut self, time: Instant) -> Self {
        self.interrupt_at = Some(time);
        self
    }

    /// Returns the legal moves that are scored.
    #[must_use]
    pub fn moves(&self) -> Vec<Square> {
        let legal = self.position.legal_moves().into_iter();
        legal.filter(|&square| self.includes(square)).collect()
    }

    /// Returns `true` if only some of the legal moves are searched.
    pub(super) const fn is_restricted(&self) -> bool {
        !self.root_moves.is_empty() || !self.symmetric.is_empty()
    }

    /// Returns `true` if a legal move is searched.
    pub(super) fn includes(&self, square: Square) -> bool {
        (self.root_moves.is_empty() || self.root_moves.contains(&square))
            && !self.symmetric.contains(square)
    }

    /// Skips moves that are images of other moves, including those in `known`.
    pub(super) fn skip_images(&mut self) {
        self.symmetric = SymmetricMoves::find(&self.position, &self.moves());
        let symmetric = &self.symmetric;
        self.known.retain(|found| !symmetric.contains(found.square));
    }

    /// Requests the best `count` moves, at least one.
    #[must_use]
    pub const fn best_moves(mut self, count: usize) -> Self {
        self.count = if count == 0 { 1 } else { count };
        self
    }

    /// Requests the score of every move. Where scores are exact and neither nodes nor time are
    /// limited, or [`Limits::deepens`] is false, each move is solved on its own and reported as
    /// soon as its score is known.
    #[must_use]
    pub const fn every_move(mut self) -> Self {
        self.count = usize::MAX;
        self.each_move = true;
        self
    }

    /// Settles only `window`, if the position is solved without iterative deepening.
    #[must_use]
    pub const fn window(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// Resumes a search: `known` are the moves that it reported last. Iterations that found as many
    /// moves as requested are skipped. If each move is solved on its own, moves whose exact scores
    /// are known are skipped too.
    #[must_use]
    pub fn resume(mut self, known: &[ScoredMove]) -> Self {
        self.known = known.to_vec();
        self
    }
}
