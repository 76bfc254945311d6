//! The root of a search: how a position is searched, and its moves.

mod deepen;
mod iteration;
mod solve;

use outflank_othello::{Bitboard, Board, Square};

use super::averaged_score::AveragedScore;
use super::limits::Iteration;
use super::pv::Line;
use super::report::Report;
use super::request::SearchRequest;
use super::result::ScoredMove;
use super::score::Score;
use super::thread::Thread;
use super::tiers::Entries;

/// How a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            Self::Solve => solve::solve(thread, board, &root, report),
            Self::SolveEach => solve::solve_each(thread, root, report),
            Self::Deepen => deepen::deepen(thread, board, root, report),
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

impl<W: Bitboard> RootMove<W> {
    /// Returns this move with its score and the principal variation `line` after it.
    fn scored<K: Entries<Word = W>>(
        &self,
        thread: &Thread<'_, K>,
        line: Line,
        score: i32,
        (depth, selectivity): Iteration,
        is_exact: bool,
    ) -> ScoredMove {
        let line = std::iter::once(self.index).chain(line);
        ScoredMove {
            square: self.square,
            score: Score::from_units(score, is_exact),
            from_book: false,
            depth,
            selectivity,
            pv: line.map(|i| thread.geometry.layout.square(i)).collect(),
            nodes: 0,
        }
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
