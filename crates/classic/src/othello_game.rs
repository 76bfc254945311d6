//! Othello as a game for the searches of `outflank_gametree`.

use std::hash::{Hash, Hasher};

use outflank_gametree::{Game, Player, Value};
use outflank_othello::{Bitboard, Board, Color, Layout, MAX_SQUARES, Square};

use crate::evaluation::square_weights;
use crate::geometry::Geometry;
use crate::score::outcome_value;
use crate::stability::stable_discs;

/// A position in the tree of an Othello game.
///
/// A pass is no move of the tree: after a move to which the other side has no
/// reply, the same side moves again. So the mover of every state that is not
/// over has a legal move.
///
/// States are equal if their boards and movers are, the last move counting only
/// where the game says that [the path matters](Othello::with_path_mattering):
/// so a transposition table finds a position again by another order of moves.
#[derive(Clone, Copy, Debug)]
pub struct State<B> {
    pub(crate) board: Board<B>,
    pub(crate) mover: Color,
    pub(crate) last: Option<Square>,
    /// Whether states that differ in `last` alone are different.
    pub(crate) path_matters: bool,
    /// The mover's legal moves, found where the state is made: who moves
    /// depends on them, and nearly every state is asked for them again.
    pub(crate) moves: B,
}

impl<B: Bitboard> State<B> {
    /// All that makes a state what it is.
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
    /// The discs, seen from the side to move.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board<B> {
        self.board
    }

    /// The side to move; in a finished game the side whose turn it would be.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Color {
        self.mover
    }

    /// The square that the other side has just played. `None` at a root whose
    /// last move is not known, and after a pass.
    #[inline]
    #[must_use]
    pub const fn last(&self) -> Option<Square> {
        self.last
    }

    /// Whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The order in which a search tries the moves of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// As one reads, a1 first: the textbook's order.
    #[default]
    Reading,
    /// By the shipped square table of the positional evaluation, corners
    /// first and squares next to them last.
    Squares,
}

/// Othello on a board of any shape; Black is [`Player::Max`].
///
/// Values are hundredths of a disc. A finished game is worth its score in
/// hundredths and [`WIN`](crate::WIN) on the winner's side.
#[derive(Clone, Debug)]
pub struct Othello<B> {
    geometry: Geometry<B>,
    order: Order,
    path_matters: bool,
    /// Place of each bit index in [`Order::Squares`].
    ranks: [u8; MAX_SQUARES as usize],
}

impl<B: Bitboard> Othello<B> {
    /// The game on a board laid out as `layout`.
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

    /// Tells states apart also by the square played last. An evaluation that
    /// looks at it (`positional`) needs that where a search has a table.
    #[must_use]
    pub const fn with_path_mattering(mut self, path_matters: bool) -> Self {
        self.path_matters = path_matters;
        self
    }

    /// How the board lies in its bitboards.
    #[inline]
    #[must_use]
    pub const fn layout(&self) -> &Layout<B> {
        self.geometry.layout()
    }

    #[inline]
    pub(crate) const fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// The state of a position after the move `last`, if it is known. If the
    /// mover has to pass, the other side moves.
    #[must_use]
    pub fn state(&self, board: Board<B>, mover: Color, last: Option<Square>) -> State<B> {
        let moves = board.legal_moves(self.layout());
        if moves.is_empty() {
            let passed = board.pass();
            let replies = passed.legal_moves(self.layout());
            if !replies.is_empty() {
                return State {
                    board: passed,
                    mover: mover.opponent(),
                    last: None,
                    path_matters: self.path_matters,
                    moves: replies,
                };
            }
        }
        State {
            board,
            mover,
            last,
            path_matters: self.path_matters,
            moves,
        }
    }

    #[inline]
    pub(crate) fn index(&self, square: Square) -> u32 {
        u32::from(square.row()) * self.layout().stride() + u32::from(square.column())
    }
}

/// Black is Max.
#[inline]
#[must_use]
pub const fn player(color: Color) -> Player {
    match color {
        Color::Black => Player::Max,
        Color::White => Player::Min,
    }
}

impl<B: Bitboard> Game for Othello<B> {
    type State = State<B>;
    type Move = Square;

    #[inline]
    fn mover(&self, state: &State<B>) -> Player {
        player(state.mover)
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
            player(state.mover).sign() * outcome_value(score)
        })
    }

    /// By stable discs: they count for their side whatever comes, and the
    /// outcome is at best what is left for the other.
    fn proven_bounds(&self, state: &State<B>) -> Option<(Value, Value)> {
        let stable = stable_discs(&self.geometry, state.board);
        if stable.is_empty() {
            return None;
        }
        let squares = self.geometry.squares() as i32;
        let of = |discs: B| (stable & discs).count() as i32;
        let own_at_least = outcome_value(2 * of(state.board.mover()) - squares);
        let own_at_most = outcome_value(squares - 2 * of(state.board.opponent()));
        Some(match player(state.mover) {
            Player::Max => (own_at_least, own_at_most),
            Player::Min => (-own_at_most, -own_at_least),
        })
    }

    #[inline]
    fn order_moves(&self, _state: &State<B>, moves: &mut [Square]) {
        if self.order == Order::Squares {
            moves.sort_unstable_by_key(|&square| self.ranks[self.index(square) as usize]);
        }
    }
}
