//! Exact scores of positions near the end of the game.

mod last_plies;
mod ordering;
mod principal_variation;
mod quadrants;
mod search;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Square};

use principal_variation::principal_variation;
use search::{Interrupted, Search};
use table::Table;

/// How a position is to be solved.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    hash_mib: usize,
    stop: Option<Arc<AtomicBool>>,
}

impl Default for SolveOptions {
    /// A transposition table of at most 64 MiB, and no stop.
    fn default() -> Self {
        Self {
            hash_mib: 64,
            stop: None,
        }
    }
}

impl SolveOptions {
    /// Takes at most `mib` MiB for the transposition table. Positions with few
    /// empty squares take less.
    #[must_use]
    pub const fn with_hash(mut self, mib: usize) -> Self {
        self.hash_mib = mib;
        self
    }

    /// Gives up soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }
}

/// What is known of a position after solving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score of best play for the side to move, in discs, empty squares
    /// going to the winner. If the search was stopped, the best proven so far:
    /// a lower bound.
    pub score: i32,
    /// The best move; none if the mover has to pass or the game is over.
    pub best: Option<Square>,
    /// The squares of best play from here, passes left out.
    pub pv: Vec<Square>,
    /// Positions reached by a move or a pass, the root included.
    pub nodes: u64,
    /// Whether the search ran to its end, so that the score is exact.
    pub complete: bool,
}

/// The exact score of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The move.
    pub square: Square,
    /// The score of best play after it, for the side that plays it, in discs.
    pub score: i32,
    /// The squares of best play, this move first.
    pub pv: Vec<Square>,
    /// Positions reached for this move.
    pub nodes: u64,
}

/// Solves a position exactly.
#[must_use]
pub fn solve(position: &Position, options: &SolveOptions) -> Solution {
    position.with_board(Solve { options })
}

/// Solves every legal move exactly, best first, equal ones in reading order.
/// A search that is stopped gives the moves solved by then.
#[must_use]
pub fn solve_all_moves(position: &Position, options: &SolveOptions) -> Vec<SolvedMove> {
    let mut solved = position.with_board(SolveMoves { options });
    solved.sort_by_key(|mv| -mv.score);
    solved
}

struct Solve<'a> {
    options: &'a SolveOptions,
}

impl BoardTask for Solve<'_> {
    type Output = Solution;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> Solution {
        let mut search = new_search(layout, board, self.options);
        let most = layout.mask().count() as i32;
        let (score, complete) = match search.root(board, -most, most) {
            Ok(score) => (score, true),
            Err(Interrupted) => (search.best_so_far(-most), false),
        };
        let pv = if complete {
            principal_variation(&mut search, board, score)
        } else {
            search.best_index().into_iter().collect()
        };
        let best = pv
            .first()
            .filter(|_| !board.legal_moves(layout).is_empty())
            .map(|&index| layout.square(index));
        Solution {
            score,
            best,
            pv: pv.into_iter().map(|index| layout.square(index)).collect(),
            nodes: search.nodes(),
            complete,
        }
    }
}

struct SolveMoves<'a> {
    options: &'a SolveOptions,
}

impl BoardTask for SolveMoves<'_> {
    type Output = Vec<SolvedMove>;

    fn run<B: Bitboard>(
        self,
        layout: &Layout<B>,
        board: Board<B>,
        _mover: Color,
    ) -> Vec<SolvedMove> {
        let mut search = new_search(layout, board, self.options);
        let most = layout.mask().count() as i32;
        let mut solved = Vec::new();
        for index in board.legal_moves(layout).indices() {
            let before = search.nodes();
            let child = board.play(index, layout);
            let Ok(score) = search.root(child, -most, most) else {
                break;
            };
            let line = principal_variation(&mut search, child, score);
            solved.push(SolvedMove {
                square: layout.square(index),
                score: -score,
                pv: std::iter::once(index)
                    .chain(line)
                    .map(|index| layout.square(index))
                    .collect(),
                nodes: search.nodes() - before,
            });
        }
        solved
    }
}

fn new_search<'a, B: Bitboard>(
    layout: &'a Layout<B>,
    board: Board<B>,
    options: &'a SolveOptions,
) -> Search<'a, B> {
    let empties = board.empties(layout).count();
    let table = Table::new(options.hash_mib, empties);
    Search::new(layout, table, options.stop.as_deref())
}

#[cfg(test)]
mod tests;
