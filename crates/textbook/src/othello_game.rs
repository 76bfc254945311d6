//! Othello as a [`Game`].

use std::hash::{Hash, Hasher};

use outflank_gametree::{Game, Side, Value};
use outflank_othello::{Bitboard, Board, Color, Layout, MAX_SQUARES, Square};

use crate::geometry::Geometry;
use crate::score::outcome_value;
use crate::square_weights::square_weights;
use crate::stability::stable_discs;

/// A position in the tree of an Othello game.
///
/// Passes are not moves of the tree: if the other side has no reply, the same side moves again. The
/// mover of every unfinished state has a legal move.
///
/// States are equal if their boards and movers are equal. The last move counts only in a game in
/// which [the path matters](Othello::with_path_mattering). In other games, a transposition table
/// can therefore find transpositions.
#[derive(Clone, Copy, Debug)]
pub struct State<B> {
    pub(crate) board: Board<B>,
    pub(crate) mover: Color,
    pub(crate) last: Option<Square>,
    /// Whether `last` distinguishes states.
    pub(crate) path_matters: bool,
    /// The mover's legal moves. They determine who moves, and the search needs them again in almost
    /// every state.
    pub(crate) moves: B,
}

impl<B: Bitboard> State<B> {
    fn identity(&self) -> (Board<B>, Color, Option<Square>) {
        let last = self.last.filter(|_| self.path_matters);
        (self.board, self.mover, last)
    }
}

impl<B: Bitboard> PartialEq for State<B> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl<B: Bitboard> Eq for State<B> {}

impl<B: Bitboard> Hash for State<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.identity().hash(hasher);
    }
}

impl<B: Bitboard> State<B> {
    /// Returns the board of the side to move.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board<B> {
        self.board
    }

    /// Returns the side to move or, in a finished game, the side whose turn it would be.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// Returns the square that the other side has just played. Returns `None` after a pass, and at
    /// a root without a last move.
    #[inline]
    #[must_use]
    pub const fn last(&self) -> Option<Square> {
        self.last
    }

    /// Returns whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The order of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Reading order, a1 first.
    #[default]
    Reading,
    /// By the square table of the positional evaluation: corners first, squares next to corners
    /// last.
    Squares,
}

/// Othello on a board of any shape; Black is [`Side::Max`].
///
/// Values are hundredths of a disc. A finished game is worth its score in hundredths
/// plus [`WIN`](crate::WIN) for the winner.
#[derive(Clone, Debug)]
pub struct Othello<B> {
    geometry: Geometry<B>,
    order: Order,
    path_matters: bool,
    /// The rank of each bit index in [`Order::Squares`].
    ranks: [u8; MAX_SQUARES as usize],
}

impl<B: Bitboard> Othello<B> {
    /// Returns the game on boards of a layout.
    #[must_use]
    pub fn new(layout: &Layout<B>, order: Order) -> Self {
        let weights = square_weights(layout);
        let mut by_weight: Vec<usize> = (0..weights.len()).collect();
        by_weight.sort_by_key(|&index| std::cmp::Reverse(weights[index]));
        let mut ranks = [0; MAX_SQUARES as usize];
        for (rank, index) in by_weight.into_iter().enumerate() {
            ranks[index] = rank as u8;
        }
        Self {
            geometry: Geometry::new(layout),
            order,
            path_matters: false,
            ranks,
        }
    }

    /// Distinguishes states by the last square played. A search with a table needs this if the
    /// evaluation depends on that square (`positional`).
    #[must_use]
    pub const fn with_path_mattering(mut self, path_matters: bool) -> Self {
        self.path_matters = path_matters;
        self
    }

    /// Returns the layout.
    #[inline]
    #[must_use]
    pub const fn layout(&self) -> &Layout<B> {
        self.geometry.layout()
    }

    #[inline]
    pub(crate) const fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// Returns the state of a position after the move `last`, if there was one. If the mover must
    /// pass, the other side is to move.
    #[must_use]
    pub fn state(&self, board: Board<B>, mover: Color, last: Option<Square>) -> State<B> {
        let state = self.state_without_pass(board, mover);
        if state.moves.is_empty() {
            let passed = self.state_without_pass(board.pass(), mover.opponent());
            if !passed.moves.is_empty() {
                return passed;
            }
        }
        State { last, ..state }
    }

    #[inline]
    pub(crate) fn state_without_pass(&self, board: Board<B>, mover: Color) -> State<B> {
        State {
            board,
            mover,
            last: None,
            path_matters: self.path_matters,
            moves: board.legal_moves(self.layout()),
        }
    }

    #[inline]
    pub(crate) fn index(&self, square: Square) -> u32 {
        u32::from(square.row()) * self.layout().stride() + u32::from(square.column())
    }
}

/// Returns the side that plays a colour: Black is Max.
#[inline]
#[must_use]
pub const fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Max,
        Color::White => Side::Min,
    }
}

impl<B: Bitboard> Game for Othello<B> {
    type State = State<B>;
    type Move = Square;

    #[inline]
    fn mover(&self, state: &State<B>) -> Side {
        side(state.mover)
    }

    #[inline]
    fn moves(&self, state: &State<B>, moves: &mut Vec<Square>) {
        moves.extend(state.moves.indices().map(|i| self.layout().square(i)));
    }

    #[inline]
    fn play(&self, state: &State<B>, square: Square) -> State<B> {
        let board = state.board.play(self.index(square), self.layout());
        self.state(board, state.mover.opponent(), Some(square))
    }

    #[inline]
    fn terminal_value(&self, state: &State<B>) -> Option<Value> {
        state.is_over().then(|| {
            let score = state.board.final_score(self.layout());
            side(state.mover).sign() * outcome_value(score)
        })
    }

    /// Returns bounds from the stable discs, which keep their colour until the end of the game.
    fn proven_bounds(&self, state: &State<B>) -> Option<(Value, Value)> {
        let stable = stable_discs(&self.geometry, state.board);
        if stable.is_empty() {
            return None;
        }
        let squares = self.geometry.squares() as i32;
        let of = |discs: B| (stable & discs).count() as i32;
        let lower = outcome_value(2 * of(state.board.mover()) - squares);
        let upper = outcome_value(squares - 2 * of(state.board.opponent()));
        Some(match side(state.mover) {
            Side::Max => (lower, upper),
            Side::Min => (-upper, -lower),
        })
    }

    #[inline]
    fn order_moves(&self, _state: &State<B>, moves: &mut [Square]) {
        if self.order == Order::Squares {
            moves.sort_unstable_by_key(|&square| self.ranks[self.index(square) as usize]);
        }
    }
}
