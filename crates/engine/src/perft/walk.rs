//! The walk through the tree, generic over the rules of a tier.
//!
//! `left` is the number of discs still to be played, `passes` the number of passes on the
//! way. Where a pass is free the depth is reached at `left == 0`; where it is a ply, at
//! `left == passes`, and nodes below count only where passes are free.

use outflank_othello::{Bitboard, Board, Layout};

use super::Perft;
use super::rules::Rules;

/// Counts a node and its subtree.
#[inline(always)]
pub(super) fn count<R: Rules>(
    rules: R,
    board: Board<R::Word>,
    layout: &Layout<R::Word>,
    left: u32,
    passes: u32,
    counts: &mut Perft,
) {
    let moves = rules.legal_moves(board, layout);
    if left < 2 || moves.is_empty() {
        count_small(rules, board, layout, moves, left, passes, counts);
        return;
    }
    counts.reach(left, passes);
    if left > 2 {
        for index in moves.indices() {
            rules.count(
                play(rules, board, index, layout),
                layout,
                left - 1,
                passes,
                counts,
            );
        }
        return;
    }
    // The last ply is not played: each legal move there is a leaf. (Leaves are added up in
    // registers.)
    let mut leaves = 0;
    let mut parents = 0;
    for index in moves.indices() {
        let child = play(rules, board, index, layout);
        let replies = rules.legal_moves(child, layout).count();
        if replies == 0 {
            rules.count(child, layout, 1, passes, counts);
        } else {
            parents += 1;
            leaves += u64::from(replies);
        }
    }
    counts.reach_parents(parents, leaves, passes);
}

/// Counts a node at the depth, next to it, or without a legal move.
#[inline(always)]
fn count_small<R: Rules>(
    rules: R,
    board: Board<R::Word>,
    layout: &Layout<R::Word>,
    moves: R::Word,
    left: u32,
    passes: u32,
    counts: &mut Perft,
) {
    if left == 1 && !moves.is_empty() {
        counts.reach_parents(1, u64::from(moves.count()), passes);
        return;
    }
    counts.reach(left, passes);
    if left == 0 {
        return;
    }
    if rules.legal_moves(board.pass(), layout).is_empty() {
        counts.end(left, passes);
    } else {
        rules.count(board.pass(), layout, left, passes + 1, counts);
    }
}

#[inline(always)]
fn play<R: Rules>(
    rules: R,
    board: Board<R::Word>,
    index: u32,
    layout: &Layout<R::Word>,
) -> Board<R::Word> {
    board.after(index, rules.flips(index, board, layout))
}

impl Perft {
    /// Counts a node, which is a leaf at the depth.
    #[inline(always)]
    fn reach(&mut self, left: u32, passes: u32) {
        self.free.nodes += 1;
        self.free.leaves += u64::from(left == 0);
        self.ply.nodes += u64::from(left >= passes);
        self.ply.leaves += u64::from(left == passes);
    }

    /// Counts a finished game as a leaf; its node has already been counted.
    #[inline(always)]
    fn end(&mut self, left: u32, passes: u32) {
        self.free.leaves += 1;
        self.ply.leaves += u64::from(left > passes);
    }

    /// Counts nodes with one disc left to be played, and their `leaves` moves.
    #[inline(always)]
    fn reach_parents(&mut self, parents: u64, leaves: u64, passes: u32) {
        self.free.nodes += parents + leaves;
        self.free.leaves += leaves;
        match passes {
            0 => {
                self.ply.nodes += parents + leaves;
                self.ply.leaves += leaves;
            }
            1 => {
                self.ply.nodes += parents;
                self.ply.leaves += parents;
            }
            _ => {}
        }
    }
}
