//! The tree of a proof, seen from the winning side.
//!
//! A *choice* is a position with more empties than the cut in which the winning side has a legal
//! move. The proof gives one move there; all other nodes follow from the rules.

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

    /// Returns the first choice on each path from a board, in the order of the certificate, with
    /// the winning side as the mover. `wins` says whether the winning side is to move on the board.
    pub(crate) fn choices(&self, board: Board<W>, wins: bool) -> Vec<Board<W>> {
        if self.empties(board) <= self.cut {
            return Vec::new();
        }
        let moves = board.legal_moves(&self.layout);
        if moves.is_empty() {
            return match board.is_over(&self.layout) {
                true => Vec::new(),
                false => self.choices(board.pass(), !wins),
            };
        }
        if wins {
            return vec![board];
        }
        let after = moves.indices().map(|index| board.play(index, &self.layout));
        after.flat_map(|board| self.choices(board, true)).collect()
    }

    /// Returns the choices after the move `index` of a choice.
    pub(crate) fn choices_after(&self, board: Board<W>, index: u32) -> Vec<Board<W>> {
        self.choices(board.play(index, &self.layout), false)
    }
}
