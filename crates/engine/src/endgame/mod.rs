//! Exact scores of positions near the end of the game.

mod geometry;
mod hot;
mod last;
mod memory;
mod null_window;
mod ordering;
mod principal;
mod shallow;
mod split;
mod table;
mod thread;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Square};

use crate::tier::Tier;
use geometry::Geometry;
use hot::{Hot, TierTask, Tiered};
use principal::{Line, principal};
use split::Pool;
use table::Table;
use thread::Thread;

/// Bytes of stack that a search needs on the largest boards: a node takes some
/// kilobytes, and there are up to 124 above one another, passes not counted.
pub const STACK: usize = 16 << 20;

/// Asks the system for a transposition table of `mib` MiB and gives it back.
///
/// # Errors
///
/// When the system refuses so much memory.
pub fn check_hash(mib: usize) -> std::io::Result<()> {
    memory::ZeroedWords::new((mib << 20) / 8).map(drop)
}

/// How a position is to be solved.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    hash_mib: usize,
    threads: usize,
    tier: Tier,
    stop: Arc<AtomicBool>,
}

impl Default for SolveOptions {
    /// One thread, a transposition table of at most 64 MiB, no stop, the best
    /// tier of this processor.
    fn default() -> Self {
        Self {
            hash_mib: 64,
            threads: 1,
            tier: Tier::best(),
            stop: Arc::new(AtomicBool::new(false)),
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

    /// Searches with `threads` threads, at least one. The score does not depend
    /// on their number; with one the number of nodes is always the same.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Searches with the code for another kind of processor.
    ///
    /// # Panics
    ///
    /// If this processor cannot run it.
    #[must_use]
    pub fn with_tier(mut self, tier: Tier) -> Self {
        assert!(tier.is_available(), "this processor cannot run {tier}");
        self.tier = tier;
        self
    }

    /// Gives up soon after `stop` becomes true.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }
}

/// What is known of a position after solving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score of best play for the side to move, in discs, empty squares
    /// going to the winner. If the search was stopped, that of the best move
    /// found by then, which is no proof.
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
///
/// # Panics
///
/// If the system refuses the memory for the transposition table, which
/// [`check_hash`] tells beforehand.
#[must_use]
pub fn solve(position: &Position, options: &SolveOptions) -> Solution {
    let solved = position.with_board(Solve {
        what: What::Position,
        options,
    });
    let Some(solved) = solved.into_iter().next() else {
        unreachable!("one board gives one result");
    };
    let best = (!position.legal_moves().is_empty())
        .then(|| solved.line.first().copied())
        .flatten();
    Solution {
        score: solved.score,
        best,
        pv: solved.line,
        nodes: solved.nodes,
        complete: solved.complete,
    }
}

/// Solves every legal move exactly, best first, equal ones in reading order.
/// A search that is stopped gives the moves solved by then.
///
/// # Panics
///
/// If the system refuses the memory for the transposition table, which
/// [`check_hash`] tells beforehand.
#[must_use]
pub fn solve_all_moves(position: &Position, options: &SolveOptions) -> Vec<SolvedMove> {
    let squares = position.legal_moves();
    let solved = position.with_board(Solve {
        what: What::Children,
        options,
    });
    let mut moves: Vec<SolvedMove> = squares
        .into_iter()
        .zip(solved)
        .filter(|(_, solved)| solved.complete)
        .map(|(square, solved)| SolvedMove {
            square,
            score: -solved.score,
            pv: std::iter::once(square).chain(solved.line).collect(),
            nodes: solved.nodes,
        })
        .collect();
    moves.sort_by_key(|solved| -solved.score);
    moves
}

/// What of a position is to be solved.
#[derive(Clone, Copy)]
enum What {
    Position,
    /// The positions after each legal move, in the order of bit indices.
    Children,
}

/// Solves boards one after another with one table.
struct Solve<'a> {
    what: What,
    options: &'a SolveOptions,
}

/// The result of one board.
struct Solved {
    score: i32,
    line: Vec<Square>,
    nodes: u64,
    complete: bool,
}

impl BoardTask for Solve<'_> {
    type Output = Vec<Solved>;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> Vec<Solved> {
        // From the width that the compiler does not know to one that it knows.
        if B::BITS == 64 {
            let board = Board::new(board.mover.widen() as u64, board.opponent.widen() as u64);
            self.on_board::<u64>(Layout::new(layout.shape()), board)
        } else {
            let board = Board::new(board.mover.widen(), board.opponent.widen());
            self.on_board::<u128>(Layout::new(layout.shape()), board)
        }
    }
}

impl Solve<'_> {
    fn on_board<W: Tiered>(self, layout: Option<Layout<W>>, board: Board<W>) -> Vec<Solved> {
        let Some(layout) = layout else {
            unreachable!("a board has the width of its layout");
        };
        let boards = match self.what {
            What::Position => vec![board],
            What::Children => board
                .legal_moves(&layout)
                .indices()
                .map(|index| board.play(index, &layout))
                .collect(),
        };
        let empties = board.empties(&layout).count();
        let table = match Table::new(self.options.hash_mib, empties) {
            Ok(table) => table,
            Err(error) => panic!("no memory for the transposition table: {error}"),
        };
        W::with_tier(
            self.options.tier,
            SolveBoards {
                geometry: Geometry::new(layout),
                table,
                boards,
                options: self.options,
            },
        )
    }
}

struct SolveBoards<'a, W> {
    geometry: Geometry<W>,
    table: Table<W>,
    boards: Vec<Board<W>>,
    options: &'a SolveOptions,
}

impl<W: Tiered> TierTask<W> for SolveBoards<'_, W> {
    type Output = Vec<Solved>;

    fn run<H: Hot<Word = W>>(self) -> Vec<Solved> {
        let pool = Pool::new();
        let stop = &*self.options.stop;
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads {
                let builder = std::thread::Builder::new().stack_size(STACK);
                let helper = builder.spawn_scoped(scope, || {
                    let mut helper = Thread::<H>::new(&self.geometry, &self.table, &pool, stop);
                    pool.help(&mut helper);
                });
                // With fewer helpers the search is slower, and as right.
                if helper.is_err() {
                    break;
                }
            }
            // Whatever happens here, the helpers must not wait for ever.
            let _finish = FinishOnDrop(&pool);
            let mut thread = Thread::<H>::new(&self.geometry, &self.table, &pool, stop);
            let solve = |board: &Board<W>| solve_board(&mut thread, *board);
            self.boards.iter().map(solve).collect()
        })
    }
}

/// Sends the helpers home when the search ends, by a panic too.
struct FinishOnDrop<'a, W: Tiered>(&'a Pool<W>);

impl<W: Tiered> Drop for FinishOnDrop<'_, W> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Solves one board with the thread and whoever helps it.
fn solve_board<H: Hot>(thread: &mut Thread<'_, H>, board: Board<H::Word>) -> Solved {
    let geometry = thread.geometry;
    let empties = board.empties(&geometry.layout).count();
    let nodes_before = thread.nodes;
    thread.is_void = false;
    thread.nodes += 1;
    // Wide enough that every score lies inside and has its line.
    let most = geometry.squares + 1;
    let (score, line) = principal(thread, board, empties, -most, most);
    Solved {
        score,
        line: line_squares(&geometry.layout, &line),
        nodes: thread.nodes - nodes_before,
        complete: !thread.is_void,
    }
}

fn line_squares<W: Bitboard>(layout: &Layout<W>, line: &Line) -> Vec<Square> {
    line.iter().map(|&index| layout.square(index)).collect()
}

#[cfg(test)]
mod tests;
