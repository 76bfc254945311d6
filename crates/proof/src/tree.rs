//! The tree of a proof, seen from the winning side.
//!
//! A *choice* is a position in which the winning side has a legal move and more squares are
//! empty than the cut. The proof gives one move there, and all other nodes follow from the
//! rules.

use outflank_othello::{Bitboard, Board, Layout};

/// The rules and the cut, which determine the tree of a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree<W> {
    pub(crate) layout: Layout<W>,
    /// Positions with at most this many empties are leaves.
    pub(crate) cut: u32,
}

impl<W: Bitboard> Tree<W> {
    pub(crate) fn empties(&self, board: Board<W>) -> u32 {
        board.empties(&self.layout).count()
    }

    /// Calls `visit` with the first choice on each path from a board, in the order of the
    /// certificate. `wins` says whether the winning side is to move. `visit` sees boards with the
    /// winning side as the mover.
    pub(crate) fn for_each_choice(
        &self,
        board: Board<W>,
        wins: bool,
        visit: &mut dyn FnMut(Board<W>),
    ) {
        if self.empties(board) <= self.cut {
            return;
        }
        let moves = board.legal_moves(&self.layout);
        if moves.is_empty() {
            if !board.pass().legal_moves(&self.layout).is_empty() {
                self.for_each_choice(board.pass(), !wins, visit);
            }
        } else if wins {
            visit(board);
        } else {
            for index in moves.indices() {
                self.for_each_choice(board.play(index, &self.layout), true, visit);
            }
        }
    }

    /// Calls `visit` with the choices after the move `index` of a choice.
    pub(crate) fn for_each_choice_after(
        &self,
        board: Board<W>,
        index: u32,
        visit: &mut dyn FnMut(Board<W>),
    ) {
        self.for_each_choice(board.play(index, &self.layout), false, visit);
    }
}
