//! Positions: shape, discs and side to move.

use std::fmt;

use crate::{Bitboard, Board, BoardError, Color, Layout, Shape, Square, SquareSet, Symmetry};

/// A shape, the discs on it and the side to move.
///
/// It wraps boards of both widths. Each call dispatches on the width; a search dispatches once,
/// with [`with_board!`](crate::with_board!).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    discs: AnyBoard,
    mover: Color,
}

/// A board of either width, with its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBoard {
    /// A board that fits inside 8×8.
    Narrow(Layout<u64>, Board<u64>),
    /// A larger board.
    Wide(Layout<u128>, Board<u128>),
}

/// Runs code on the board of a [`Position`], compiled once for each width.
///
/// `$layout` is a `&Layout<B>` and `$board` a `Board<B>`.
///
/// ```
/// use outflank_othello::{PassCounting, Position, Shape, perft, with_board};
///
/// let start = Position::start(Shape::STANDARD);
/// let counts = with_board!(start, |layout, board| {
///     perft(board, layout, 5, PassCounting::Ply)
/// });
/// assert_eq!(counts.leaves, 1396);
/// ```
#[macro_export]
macro_rules! with_board {
    ($position:expr, |$layout:ident, $board:ident| $body:expr) => {
        match $position.board() {
            $crate::AnyBoard::Narrow($layout, $board) => {
                let $board = *$board;
                $body
            }
            $crate::AnyBoard::Wide($layout, $board) => {
                let $board = *$board;
                $body
            }
        }
    };
}

/// Runs code that makes a board of the same width, and wraps that board.
macro_rules! map_board {
    ($discs:expr, |$layout:ident, $board:ident| $body:expr) => {
        match $discs {
            AnyBoard::Narrow($layout, $board) => AnyBoard::Narrow($layout, $body),
            AnyBoard::Wide($layout, $board) => AnyBoard::Wide($layout, $body),
        }
    };
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The square is off the board or a hole.
    #[error("{0} is not a square of the {1} board")]
    OffBoard(Square, Shape),
    /// The square is occupied.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// The move would flip nothing.
    #[error("{0} flips nothing: {1} must flip at least one disc")]
    FlipsNothing(Square, Color),
    /// A side that can move may not pass.
    #[error("{0} may not pass: there is a legal move")]
    PassWithMoves(Color),
    /// The game is over.
    #[error("the game is over: neither side can move")]
    GameOver,
}

impl Position {
    /// Returns the standard start on `shape`, Black to move.
    #[must_use]
    pub fn start(shape: Shape) -> Self {
        let discs = match Layout::<u64>::new(shape) {
            Some(layout) => AnyBoard::Narrow(layout, Board::start(&layout)),
            None => {
                let layout = Layout::wide(shape);
                AnyBoard::Wide(layout, Board::start(&layout))
            }
        };
        let mover = Color::Black;
        Self { discs, mover }
    }

    /// Returns the position with the given discs and `mover` to move.
    ///
    /// # Errors
    ///
    /// Returns an error if a square is off the board or given for both colours.
    pub fn with_discs(
        shape: Shape,
        black: impl IntoIterator<Item = Square>,
        white: impl IntoIterator<Item = Square>,
        mover: Color,
    ) -> Result<Self, BoardError> {
        let (black, white) = (SquareSet::from_iter(black), SquareSet::from_iter(white));
        if let Some(square) = (black | white).into_iter().find(|&s| !shape.contains(s)) {
            return Err(BoardError::OffBoard(square, shape));
        }
        let [own, other] = match mover {
            Color::Black => [black, white],
            Color::White => [white, black],
        };
        let discs = map_board!(Self::start(shape).discs, |layout, _board| {
            Board::new(layout.set(own), layout.set(other), &layout)?
        });
        Ok(Self { discs, mover })
    }

    /// Returns the position with `board`, as [`with_board!`](crate::with_board!) passes
    /// it, and `mover` to move.
    ///
    /// # Errors
    ///
    /// Returns an error if discs overlap or are off the board.
    pub fn from_board<B: Bitboard>(
        layout: &Layout<B>,
        board: Board<B>,
        mover: Color,
    ) -> Result<Self, BoardError> {
        board.check(layout)?;
        let [own, other] = [board.mover(), board.opponent()].map(|set| layout.squares(set));
        let [black, white] = match mover {
            Color::Black => [own, other],
            Color::White => [other, own],
        };
        Self::with_discs(layout.shape(), black, white, mover)
    }

    /// Returns the position on `shape` whose [`widened_board`](Self::widened_board) is
    /// `board`, with `mover` to move.
    ///
    /// # Errors
    ///
    /// Returns an error if discs overlap or are off the board.
    pub fn from_widened_board(
        shape: Shape,
        board: Board<u128>,
        mover: Color,
    ) -> Result<Self, BoardError> {
        let outside = board.occupied() >> 64 << 64;
        if shape.is_narrow() && outside != 0 {
            return Err(BoardError::OffLayout(outside.trailing_zeros(), shape));
        }
        let discs = map_board!(Self::start(shape).discs, |layout, _board| {
            let board = Board::narrow(board);
            board.check(&layout)?;
            board
        });
        Ok(Self { discs, mover })
    }

    /// Returns the board; [`with_board!`](crate::with_board!) runs code on it.
    #[must_use]
    pub const fn board(&self) -> &AnyBoard {
        &self.discs
    }

    /// Returns the board if the shape is the standard 8×8.
    #[must_use]
    pub fn standard_board(&self) -> Option<Board<u64>> {
        match self.discs {
            AnyBoard::Narrow(layout, board) if layout.shape() == Shape::STANDARD => Some(board),
            _ => None,
        }
    }

    /// Returns the board in 128-bit words: bit `8·row + column` for boards that fit
    /// inside 8×8, `width·row + column` for others.
    #[must_use]
    pub fn widened_board(&self) -> Board<u128> {
        with_board!(self, |_layout, board| board.widen())
    }

    /// Returns the board's shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        with_board!(self, |layout, _board| layout.shape())
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// Returns the colour of the disc on a square, if there is one.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        with_board!(self, |layout, board| {
            let index = layout.index(square)?;
            if board.mover().has(index) {
                Some(self.mover)
            } else if board.opponent().has(index) {
                Some(self.mover.opponent())
            } else {
                None
            }
        })
    }

    /// Returns the discs of `color`.
    #[must_use]
    pub fn discs(&self, color: Color) -> SquareSet {
        with_board!(self, |layout, board| {
            let [own, other] = [board.mover(), board.opponent()];
            layout.squares(if color == self.mover { own } else { other })
        })
    }

    /// Returns the number of discs of `color`.
    #[must_use]
    pub fn count(&self, color: Color) -> u32 {
        self.discs(color).len() as u32
    }

    /// Returns the empty squares.
    #[must_use]
    pub fn empties(&self) -> SquareSet {
        with_board!(self, |layout, board| layout.squares(board.empties(layout)))
    }

    /// Returns the legal moves of the side to move.
    #[must_use]
    pub fn legal_moves(&self) -> SquareSet {
        with_board!(self, |layout, board| layout
            .squares(board.legal_moves(layout)))
    }

    /// Returns the discs that a move would flip; empty if it is illegal.
    #[must_use]
    pub fn flips(&self, square: Square) -> SquareSet {
        with_board!(self, |layout, board| {
            match layout.index(square) {
                Some(index) if !board.occupied().has(index) => {
                    layout.squares(board.flips(index, layout))
                }
                _ => SquareSet::EMPTY,
            }
        })
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal.
    pub fn play(&self, square: Square) -> Result<Self, IllegalMove> {
        let discs = map_board!(self.discs, |layout, board| {
            let Some(index) = layout.index(square) else {
                return Err(IllegalMove::OffBoard(square, layout.shape()));
            };
            if board.occupied().has(index) {
                return Err(IllegalMove::Occupied(square));
            }
            let flips = board.flips(index, &layout);
            if flips.is_empty() {
                return Err(IllegalMove::FlipsNothing(square, self.mover));
            }
            board.after(index, flips)
        });
        let mover = self.mover.opponent();
        Ok(Self { discs, mover })
    }

    /// Returns the position after a pass.
    ///
    /// # Errors
    ///
    /// Returns an error if the side to move has a legal move, or if the game is over.
    pub fn pass(&self) -> Result<Self, IllegalMove> {
        if !self.legal_moves().is_empty() {
            return Err(IllegalMove::PassWithMoves(self.mover));
        }
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        Ok(self.with_other_mover())
    }

    /// Returns the same discs with the other side to move, even if a pass would be illegal.
    #[must_use]
    pub fn with_other_mover(&self) -> Self {
        let discs = map_board!(self.discs, |layout, board| board.pass());
        let mover = self.mover.opponent();
        Self { discs, mover }
    }

    /// Returns the position with the colours of all discs and of the mover swapped.
    #[must_use]
    pub const fn with_swapped_colors(&self) -> Self {
        let mover = self.mover.opponent();
        Self { mover, ..*self }
    }

    /// Returns whether the mover has no legal move but the game is not over.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.is_over()
    }

    /// Returns whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        with_board!(self, |layout, board| board.is_over(layout))
    }

    /// Returns the disc difference for `color`, empties going to the winner: the score of
    /// the game if it is over.
    #[must_use]
    pub fn score(&self, color: Color) -> i32 {
        let score = with_board!(self, |layout, board| board.final_score(layout));
        if color == self.mover { score } else { -score }
    }

    /// Returns the image of the position under a symmetry.
    ///
    /// # Panics
    ///
    /// Panics if the symmetry does not preserve the shape.
    #[must_use]
    pub fn under(&self, symmetry: Symmetry) -> Self {
        let shape = self.shape();
        let preserves = symmetry.preserves(shape);
        assert!(preserves, "{symmetry:?} is not a symmetry of {shape}");
        let discs = map_board!(self.discs, |layout, board| symmetry.board(board, &layout));
        Self { discs, ..*self }
    }

    /// Returns the canonical form of the position under symmetry, and a symmetry that
    /// maps the position to it.
    #[must_use]
    pub fn canonical(&self) -> (Self, Symmetry) {
        let symmetry = with_board!(self, |layout, board| board.canonical(layout).1);
        (self.under(symmetry), symmetry)
    }
}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.shape().hash(state);
        self.mover.hash(state);
        state.write_u64(with_board!(self, |_layout, board| board.hash64()));
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.shape())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_must_be_on_the_board_and_of_one_side() {
        for text in ["8x8", "6x6", "9x7", "8x8-h8", "11x11-k11"] {
            let shape: Shape = text.parse().unwrap();
            let with = |black: &[Square], white: &[Square], mover| {
                Position::with_discs(shape, black.to_vec(), white.to_vec(), mover)
            };
            let (a1, b1) = (Square::A1, Square::B1);
            for mover in Color::ALL {
                let position = with(&[a1, a1, b1], &[Square::C3], mover).unwrap();
                assert_eq!(position.count(Color::Black), 2);
                assert_eq!(position.disc(Square::C3), Some(Color::White));
                let overlap = Err(BoardError::Overlap(b1));
                assert_eq!(with(&[a1, b1], &[b1], mover), overlap, "{text}");
            }
            let outside = match text {
                "11x11-k11" => Square::at(10, 10),
                "9x7" => Square::A8,
                _ => Square::H8,
            };
            if text != "8x8" {
                let error = Err(BoardError::OffBoard(outside, shape));
                assert_eq!(with(&[outside], &[], Color::Black), error, "{text}");
                assert_eq!(with(&[], &[outside], Color::Black), error, "{text}");
            }
            let far = Square::at(15, 15);
            let error = Err(BoardError::OffBoard(far, shape));
            assert_eq!(with(&[], &[far], Color::White), error);
        }
    }

    #[test]
    fn boards_of_every_width_are_checked() {
        let shape: Shape = "6x6".parse().unwrap();
        let layout = Layout::<u64>::new(shape).unwrap();
        let wide = Layout::wide(shape);
        let overlap = Err(BoardError::Overlap(Square::A1));
        let narrow_board = Board::new_unchecked(1_u64, 1);
        let wide_board = Board::new_unchecked(1_u128, 1);
        let mover = Color::White;
        assert_eq!(Position::from_board(&layout, narrow_board, mover), overlap);
        assert_eq!(Position::from_board(&wide, wide_board, mover), overlap);
        let widened = |board| Position::from_widened_board(shape, board, mover);
        assert_eq!(widened(wide_board), overlap);
        let outside = Err(BoardError::OffBoard(Square::G1, shape));
        let board = Board::new_unchecked(1_u64 << 6, 0);
        assert_eq!(Position::from_board(&layout, board, mover), outside);
        assert_eq!(widened(board.widen()), outside);
        // A bit that a narrow board does not have, and one beyond the last row of a wide board.
        let beyond = |shape: Shape, bit: u32| {
            let board = Board::new_unchecked(0, 1_u128 << bit);
            Position::from_widened_board(shape, board, mover)
        };
        assert_eq!(beyond(shape, 64), Err(BoardError::OffLayout(64, shape)));
        let large: Shape = "9x7".parse().unwrap();
        let error = BoardError::OffBoard(Square::A8, large);
        assert_eq!(beyond(large, 63), Err(error));
    }

    #[test]
    fn positions_round_trip_through_boards() {
        for text in ["8x8", "6x6", "9x7", "8x8-a1"] {
            let start = Position::start(text.parse().unwrap());
            let other = start.with_other_mover();
            let swapped = start.with_swapped_colors();
            assert_eq!(swapped.discs(Color::White), start.discs(Color::Black));
            assert_eq!(swapped.legal_moves(), start.legal_moves());
            for position in [start, other] {
                let (shape, mover) = (position.shape(), position.mover());
                let widened = position.widened_board();
                let again = Position::from_widened_board(shape, widened, mover);
                assert_eq!(again, Ok(position));
            }
        }
    }
}
