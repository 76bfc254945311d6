//! The public face of the solver.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Shape, Square};

use super::exact_root::solve_root;
use super::geometry::Geometry;
use super::iterative_deepening::deepen;
use super::limits::Reach;
use super::memory::ZeroedWords;
use super::options::{STACK, SolveOptions};
use super::progress::Progress;
use super::result::{ScoredMove, SearchResult};
use super::split::Pool;
use super::table::Table;
use super::table_view::TableView;
use super::thread::{Shared, Thread, Thresholds};
use super::tiers::{Kernels, TierTask, Tiered};
use super::window::Window;
use crate::evaluation::Evaluation;

/// What is known of a position after solving it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score is at least this many discs, from the side to move, empty
    /// squares going to the winner.
    pub lower: i32,
    /// The score is at most this many discs.
    pub upper: i32,
    /// The best move, or if the score is not known exactly a move that reaches
    /// the lower bound, or the best hand_crafted; none if the mover has to pass or the
    /// game is over.
    pub best: Option<Square>,
    /// The squares of best play from here, passes left out; if the score is not
    /// known exactly the best move alone.
    pub pv: Vec<Square>,
    /// Positions reached by a move or a pass, the root included, those reached
    /// only to rank moves too.
    pub nodes: u64,
    /// Whether the search ran to its end, so that the bounds say all that was
    /// asked.
    pub complete: bool,
}

impl Solution {
    /// The score of best play, if it is known exactly.
    #[must_use]
    pub const fn exact(&self) -> Option<i32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }
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

/// Solves a position exactly, with a table of its own.
///
/// # Panics
///
/// If the system refuses the memory for the transposition table;
/// [`Solver::new`] gives an error.
#[must_use]
pub fn solve(position: &Position, options: &SolveOptions) -> Solution {
    small_solver(position, options).solve(position, Window::EXACT)
}

/// Solves every legal move exactly, best first, equal ones in reading order,
/// with a table of its own. A search that is stopped gives the moves solved by
/// then.
///
/// # Panics
///
/// If the system refuses the memory for the transposition table;
/// [`Solver::new`] gives an error.
#[must_use]
pub fn solve_all_moves(position: &Position, options: &SolveOptions) -> Vec<SolvedMove> {
    small_solver(position, options).solve_moves(position, |_| ())
}

/// A solver with no more memory than one position makes use of.
fn small_solver(position: &Position, options: &SolveOptions) -> Solver {
    let empties = position.empties().len() as u32;
    let words = Table::<u128>::words_for(empties);
    let mib = (words.saturating_mul(8) >> 20).max(1);
    let options = options.clone().with_hash(options.hash_mib.min(mib));
    match Solver::new(options) {
        Ok(solver) => solver,
        Err(error) => panic!("no memory for the transposition table: {error}"),
    }
}

/// Solves positions one after another, keeping the transposition table.
#[derive(Debug)]
pub struct Solver {
    options: SolveOptions,
    words: Arc<ZeroedWords>,
    /// The table of searches that do not reach the end.
    midgame_table: Arc<ZeroedWords>,
    /// Of the boards in the table; other shapes may have the same bits.
    shape: Shape,
    /// Words of the table that may not be zero.
    used: usize,
    generation: u8,
    progress: Arc<Progress>,
}

impl Solver {
    /// Asks the system for the transposition table.
    ///
    /// # Errors
    ///
    /// When the system refuses so much memory.
    pub fn new(options: SolveOptions) -> io::Result<Self> {
        let words = options
            .hash_mib
            .max(1)
            .checked_mul((1 << 20) / size_of::<u64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            options,
            words: Arc::new(ZeroedWords::new(words)?),
            midgame_table: Arc::new(ZeroedWords::new(
                (words / MIDGAME_TABLE_SHARE).max(1 << 10),
            )?),
            shape: Shape::STANDARD,
            used: 0,
            generation: 0,
            progress: Arc::default(),
        })
    }

    /// What a running search has found out, for another thread to read.
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// The table, for another thread to read, or to put back what was known of
    /// positions of a shape. If the shape is another one than before, what was
    /// known is forgotten.
    #[must_use]
    pub fn knowledge(&mut self, shape: Shape) -> TableView {
        self.prepare(shape, self.words.len());
        TableView {
            words: Arc::clone(&self.words),
            shape,
            generation: self.generation.wrapping_add(1),
        }
    }

    /// Gives up each position after so much time from now on.
    pub fn limit_time(&mut self, time: Option<std::time::Duration>) {
        self.options.time = time;
    }

    /// Gives up each position after so many nodes, and up to some thousands more,
    /// from now on. With one thread, the same search ends at the same node.
    pub fn limit_nodes(&mut self, nodes: Option<u64>) {
        self.options.nodes = nodes;
    }

    /// Gives up soon after another flag becomes true, from now on.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.options.stop = stop;
    }

    /// Asks the system for all of the table's memory now, which takes a second for
    /// some gigabytes. Otherwise searches get it piece by piece and wait for it,
    /// some milliseconds at a time: too long for those that must keep a clock.
    pub fn warm_up(&mut self) {
        self.words.touch();
        self.midgame_table.touch();
    }

    /// Forgets all positions, so that the next search is as if it were the first.
    pub fn forget(&mut self) {
        self.words.clear(self.used);
        self.midgame_table.clear(self.midgame_table.len());
        self.used = 0;
        self.generation = 0;
    }

    /// Makes the table one of a shape, of which up to `words` words will be used.
    fn prepare(&mut self, shape: Shape, words: usize) {
        if shape != self.shape {
            self.words.clear(self.used);
            self.midgame_table.clear(self.midgame_table.len());
            self.shape = shape;
            self.used = 0;
        }
        self.used = self.used.max(words);
        self.generation = self.generation.wrapping_add(1);
    }

    /// Finds out of a position what `window` asks.
    pub fn solve(&mut self, position: &Position, window: Window) -> Solution {
        let solved = self.solve_boards(position, What::Position, window, |_, _| ());
        let Some(solved) = solved.into_iter().next() else {
            unreachable!("one board gives one result");
        };
        let best = (!position.legal_moves().is_empty())
            .then(|| solved.line.first().copied())
            .flatten();
        Solution {
            lower: solved.lower,
            upper: solved.upper,
            best,
            pv: solved.line,
            nodes: solved.nodes,
            complete: window.is_settled_by(solved.lower, solved.upper),
        }
    }

    /// Solves every legal move exactly, best first, equal ones in reading
    /// order; each is `report`ed as soon as it is known. A search that is
    /// stopped gives the moves solved by then. The limit of time is for all
    /// moves together.
    pub fn solve_moves(
        &mut self,
        position: &Position,
        report: impl FnMut(&SolvedMove) + Send,
    ) -> Vec<SolvedMove> {
        let squares: Vec<Square> = position.legal_moves().into_iter().collect();
        self.solve_these_moves(position, &squares, report)
    }

    /// [`solve_moves`](Self::solve_moves) of some moves in the order given, such as
    /// those that an earlier call did not come to; squares that are no legal moves
    /// are left out. Best first, equal ones in that order.
    pub fn solve_these_moves(
        &mut self,
        position: &Position,
        squares: &[Square],
        mut report: impl FnMut(&SolvedMove) + Send,
    ) -> Vec<SolvedMove> {
        let legal = position.legal_moves();
        let squares = squares.iter().copied();
        let squares: Vec<Square> = squares.filter(|&square| legal.contains(square)).collect();
        let mut moves = Vec::new();
        let children = What::Children(&squares);
        self.solve_boards(position, children, Window::EXACT, |place, solved| {
            if solved.lower == solved.upper {
                let square = squares[place];
                let solved = SolvedMove {
                    square,
                    score: -solved.lower,
                    pv: std::iter::once(square)
                        .chain(solved.line.iter().copied())
                        .collect(),
                    nodes: solved.nodes,
                };
                report(&solved);
                moves.push(solved);
            }
        });
        moves.sort_by_key(|solved| -solved.score);
        moves
    }

    fn solve_boards(
        &mut self,
        position: &Position,
        what: What<'_>,
        window: Window,
        report: impl FnMut(usize, &Solved) + Send,
    ) -> Vec<Solved> {
        position.with_board(Search {
            solver: self,
            job: SolveBoards {
                what,
                window,
                report,
            },
        })
    }

    /// Searches a position deeper and deeper, as far as `reach` says, for its
    /// best `wanted` moves. `report` is told what each completed search found,
    /// best moves first, and ends the search by returning `false`.
    pub fn think(
        &mut self,
        position: &Position,
        reach: Reach,
        wanted: usize,
        report: impl FnMut(&[ScoredMove]) -> bool + Send,
    ) -> SearchResult {
        self.think_on(position, reach, wanted, &[], report)
    }

    /// Goes on with a search that was broken off: [`think`](Self::think) without
    /// the depths up to that of `known`, which is what such a search of the position
    /// reported last. If `known` are fewer moves than are wanted now, all depths are
    /// searched.
    pub fn think_on(
        &mut self,
        position: &Position,
        reach: Reach,
        wanted: usize,
        known: &[ScoredMove],
        report: impl FnMut(&[ScoredMove]) -> bool + Send,
    ) -> SearchResult {
        position.with_board(Search {
            solver: self,
            job: Think {
                reach,
                wanted: wanted.max(1),
                known,
                report,
            },
        })
    }
}

/// The table of searches that do not reach the end is so much smaller than that
/// of those that do.
const MIDGAME_TABLE_SHARE: usize = 4;

/// What of a position is to be solved.
#[derive(Clone, Copy)]
enum What<'a> {
    Position,
    /// The positions after these legal moves.
    Children(&'a [Square]),
}

/// The result of one board.
struct Solved {
    lower: i32,
    upper: i32,
    line: Vec<Square>,
    nodes: u64,
}

/// What is to be done with a board by the first thread of a search.
trait Job: Send {
    type Output: Send;

    fn run<K: Kernels>(
        self,
        thread: &mut Thread<'_, K>,
        board: Board<K::Word>,
        shared: &Shared<'_, K::Word>,
    ) -> Self::Output;
}

/// Does a job on a board with the threads of a solver.
struct Search<'a, J> {
    solver: &'a mut Solver,
    job: J,
}

impl<J: Job> BoardTask for Search<'_, J> {
    type Output = J::Output;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> J::Output {
        // From the width that the compiler does not know to one that it knows.
        if B::BITS == 64 {
            let board = Board::<u64>::narrow(board.widen());
            self.on_board::<u64>(Layout::new(layout.shape()), board)
        } else {
            let board = board.widen();
            self.on_board::<u128>(Layout::new(layout.shape()), board)
        }
    }
}

impl<J: Job> Search<'_, J> {
    fn on_board<W: Tiered>(self, layout: Option<Layout<W>>, board: Board<W>) -> J::Output {
        let Some(layout) = layout else {
            unreachable!("a board has the width of its layout");
        };
        let empties = board.empties(&layout).count();
        let solver = self.solver;
        solver.prepare(layout.shape(), Table::<W>::words_for(empties));
        let options = &solver.options;
        let shared = Shared {
            geometry: Geometry::new(layout).without(options.disabled),
            thresholds: Thresholds::without(options.disabled),
            table: Table::new(&solver.words, empties, solver.generation),
            midgame_table: Table::new(&solver.midgame_table, empties, solver.generation),
            evaluation: options.evaluation_for(layout.shape()),
            ordering: (layout.shape() == Shape::STANDARD).then(Evaluation::ordering),
            pool: Pool::new(),
            progress: &solver.progress,
            stop: &options.stop,
            deadline: options
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            node_limit: options
                .nodes
                .map(|nodes| solver.progress.nodes().saturating_add(nodes)),
            is_out_of_budget: AtomicBool::new(false),
        };
        let task = WithThreads {
            shared,
            board,
            job: self.job,
            helpers: options.threads.max(1) - 1,
        };
        W::with_tier(options.tier, task)
    }
}

/// Does a job with some threads that help.
struct WithThreads<'a, W, J> {
    shared: Shared<'a, W>,
    board: Board<W>,
    job: J,
    helpers: usize,
}

impl<W: Tiered, J: Job> TierTask<W> for WithThreads<'_, W, J> {
    type Output = J::Output;

    fn run<K: Kernels<Word = W>>(self) -> J::Output {
        let shared = &self.shared;
        std::thread::scope(|scope| {
            for _ in 0..self.helpers {
                let builder = std::thread::Builder::new().stack_size(STACK);
                let helper = builder.spawn_scoped(scope, || {
                    shared.pool.help(&mut Thread::<K>::new(shared));
                });
                // With fewer helpers the search is slower, and as right.
                if helper.is_err() {
                    break;
                }
            }
            // Whatever happens here, the helpers must not wait for ever.
            let _finish = FinishOnDrop(shared);
            let mut thread = Thread::<K>::new(shared);
            self.job.run(&mut thread, self.board, shared)
        })
    }
}

/// Solves boards one after another.
struct SolveBoards<'a, R> {
    what: What<'a>,
    window: Window,
    report: R,
}

impl<R: FnMut(usize, &Solved) + Send> Job for SolveBoards<'_, R> {
    type Output = Vec<Solved>;

    fn run<K: Kernels>(
        mut self,
        thread: &mut Thread<'_, K>,
        board: Board<K::Word>,
        shared: &Shared<'_, K::Word>,
    ) -> Vec<Solved> {
        let layout = &shared.geometry.layout;
        let boards = match self.what {
            What::Position => vec![board],
            What::Children(squares) => squares
                .iter()
                .filter_map(|&square| layout.index(square))
                .map(|index| board.play(index, layout))
                .collect(),
        };
        let mut all = Vec::with_capacity(boards.len());
        for (place, &board) in boards.iter().enumerate() {
            let solved = solve_board(thread, board, self.window, shared);
            (self.report)(place, &solved);
            all.push(solved);
        }
        all
    }
}

/// Searches a board deeper and deeper.
struct Think<'a, R> {
    reach: Reach,
    wanted: usize,
    /// What an earlier search reported last.
    known: &'a [ScoredMove],
    report: R,
}

impl<R: FnMut(&[ScoredMove]) -> bool + Send> Job for Think<'_, R> {
    type Output = SearchResult;

    fn run<K: Kernels>(
        self,
        thread: &mut Thread<'_, K>,
        board: Board<K::Word>,
        shared: &Shared<'_, K::Word>,
    ) -> SearchResult {
        let before = shared.progress.nodes();
        let Self { reach, wanted, .. } = self;
        let (moves, complete) = deepen(thread, board, reach, wanted, self.known, self.report);
        SearchResult {
            moves,
            nodes: shared.progress.nodes() - before,
            complete,
        }
    }
}

/// Sends the helpers home when the search ends, by a panic too.
struct FinishOnDrop<'a, W>(&'a Shared<'a, W>);

impl<W> Drop for FinishOnDrop<'_, W> {
    fn drop(&mut self) {
        self.0.pool.finish();
    }
}

/// Solves one board with the thread and whoever helps it.
fn solve_board<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    window: Window,
    shared: &Shared<'_, K::Word>,
) -> Solved {
    let layout = &shared.geometry.layout;
    let nodes_before = shared.progress.nodes();
    let found = solve_root(thread, board, window);
    Solved {
        lower: found.lower,
        upper: found.upper,
        line: found
            .line
            .iter()
            .map(|&index| layout.square(index))
            .collect(),
        nodes: shared.progress.nodes() - nodes_before,
    }
}
