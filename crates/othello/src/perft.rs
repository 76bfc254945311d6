//! Perft: counting the leaves of the game tree, to test the rules.

use crate::{Bitboard, Board, Layout};

/// The counts of [`perft`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// Positions at the given depth, and games that ended earlier.
    pub leaves: u64,
    /// Positions reached by a move or a pass, the root included.
    pub nodes: u64,
}

/// Whether a pass counts as a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCounting {
    /// A pass is a ply (A. Bik's published counts).
    Ply,
    /// A pass is free: the depth counts discs.
    Free,
}

/// Counts the leaves `depth` plies below `board`. A game that ends earlier counts as one leaf.
#[must_use]
pub fn perft<B: Bitboard>(
    board: Board<B>,
    layout: &Layout<B>,
    depth: u32,
    passes: PassCounting,
) -> PerftCounts {
    let mut counts = PerftCounts::default();
    count(board, layout, depth, passes, &mut counts);
    counts
}

fn count<B: Bitboard>(
    board: Board<B>,
    layout: &Layout<B>,
    depth: u32,
    passes: PassCounting,
    counts: &mut PerftCounts,
) {
    counts.nodes += 1;
    if depth == 0 {
        counts.leaves += 1;
        return;
    }
    let moves = board.legal_moves(layout);
    if moves.is_empty() {
        let passed = board.pass();
        let replies = passed.legal_moves(layout);
        if replies.is_empty() {
            counts.leaves += 1;
        } else {
            let depth = match passes {
                PassCounting::Ply => depth - 1,
                PassCounting::Free => depth,
            };
            count(passed, layout, depth, passes, counts);
        }
        return;
    }
    if depth == 1 {
        // Count the legal moves as leaves without playing them.
        counts.leaves += u64::from(moves.count());
        counts.nodes += u64::from(moves.count());
        return;
    }
    for index in moves.indices() {
        count(board.play(index, layout), layout, depth - 1, passes, counts);
    }
}
