//! The root of a search: how a position is searched, and its moves.

mod deepen;
mod solve;

use outflank_othello::{Bitboard, Board, Layout, Square};

use super::averaged_score::AveragedScore;
use super::limits::Iteration;
use super::report::Report;
use super::request::SearchRequest;
use super::result::ScoredMove;
use super::score::Score;
use super::thread::Thread;
use super::tiers::{Entries, Kernels};

/// How a position is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// Exact bounds close in on the score until they settle the window.
    Solve,
    /// Each move is solved on its own.
    SolveEach,
    /// Iterative deepening.
    Deepen,
}

impl Plan {
    pub(super) fn new(request: &SearchRequest) -> Self {
        let limits = &request.limits;
        if request.position.empties().len() as u32 > limits.exact_from {
            Self::Deepen
        } else if request.each_move && !(limits.deepens && limits.is_budgeted()) {
            Self::SolveEach
        } else if request.count == 1 && !limits.deepens {
            Self::Solve
        } else {
            Self::Deepen
        }
    }

    /// Searches a board. Returns whether the search is complete.
    pub(super) fn search<K: Entries>(
        self,
        thread: &mut Thread<'_, K>,
        board: Board<K::Word>,
        report: &mut Report<'_>,
    ) -> bool {
        let root = root_moves(thread, board, report.request);
        match self {
            Self::Solve => thread.solve(board, &root, report),
            Self::SolveEach => thread.solve_each(root, report),
            Self::Deepen => thread.deepen(board, root, report),
        }
    }
}

/// A root move.
struct RootMove<W> {
    square: Square,
    /// The bit index of its square.
    index: u32,
    /// The board after it.
    board: Board<W>,
    /// The result of the last iteration in which it was among the best.
    found: Option<ScoredMove>,
    /// Its average score over the depths so far.
    averaged: Option<AveragedScore>,
}

type RootMoves<K> = [RootMove<<K as Kernels>::Word>];

impl<W: Bitboard> RootMove<W> {
    /// Returns this move with its score and the principal variation `line` after it.
    fn scored(
        &self,
        layout: &Layout<W>,
        line: &[u32],
        score: Score,
        (depth, selectivity): Iteration,
    ) -> ScoredMove {
        ScoredMove {
            selectivity,
            pv: squares(layout, &[&[self.index], line].concat()),
            ..ScoredMove::new(self.square, score, depth)
        }
    }
}

/// Returns the squares of bit indices.
fn squares<W: Bitboard>(layout: &Layout<W>, line: &[u32]) -> Vec<Square> {
    line.iter().map(|&index| layout.square(index)).collect()
}

impl<K: Entries> Thread<'_, K> {
    /// Puts the move at `place` first, with its score and the line after it.
    fn put_first(
        &self,
        root: &mut RootMoves<K>,
        place: usize,
        (score, line): (Score, &[u32]),
        iteration: Iteration,
    ) {
        root[..=place].rotate_right(1);
        root[0].found = Some(root[0].scored(&self.geometry.layout, line, score, iteration));
    }
}

/// Returns the moves of a board that `request` is to search, in reading order.
fn root_moves<K: Entries>(
    thread: &Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
) -> Vec<RootMove<K::Word>> {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let moves = kernels.legal_moves(board, geometry);
    let root_move = |index| {
        let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
        RootMove {
            square: geometry.layout.square(index),
            index,
            board: board.after(index, flips),
            found: None,
            averaged: None,
        }
    };
    let moves = moves.indices().map(root_move);
    moves.filter(|root| request.includes(root.square)).collect()
}

/// Gives root moves what earlier searches found, and puts these first, in the order in which
/// they are known.
fn resume<W>(root: &mut [RootMove<W>], known: &[ScoredMove]) {
    let place = |root: &RootMove<W>| known.iter().position(|found| found.square == root.square);
    for root in &mut *root {
        root.found = place(root).map(|place| known[place].clone());
    }
    root.sort_by_key(|root| place(root).unwrap_or(known.len()));
}
