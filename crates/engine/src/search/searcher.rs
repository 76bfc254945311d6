//! The entry point of the engine: a transposition table, threads, and successive searches.

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use outflank_othello::{Bitboard, Board, Layout, Position, Shape};
use web_time::Instant;

use super::geometry::Geometry;
use super::helpers::{spawn, with_helpers};
use super::limits::Limits;
use super::memory::ZeroedWords;
use super::options::SearchOptions;
use super::parameters::{MIDGAME_TABLE_SHARE, ORDERING_SEARCH_FROM};
use super::progress::SearchProgress;
use super::report::{Observer, Report};
use super::request::SearchRequest;
use super::result::SearchResult;
use super::root::Plan;
use super::score::Score;
use super::split::Pool;
use super::table::Table;
use super::table_view::{SharedWords, TableView};
use super::thread::{Shared, Thread};
use super::tiers::Entries;
use super::time_management::TimeBudget;
use crate::evaluation::Evaluation;
use crate::tier::{Tier, with_kernels};

/// Finds the best move of a position, with a table of its own.
///
/// # Panics
///
/// Panics if the system refuses the memory for the transposition table; [`Searcher::new`] returns
/// an error instead.
#[must_use]
pub fn best_move(position: &Position, limits: Limits) -> SearchResult {
    small_searcher(position).search(&SearchRequest::new(position, limits))
}

/// Solves a position exactly, with a table of its own.
///
/// # Panics
///
/// Panics if the system refuses the memory for the transposition table; [`Searcher::new`] returns
/// an error instead.
#[must_use]
pub fn solve(position: &Position) -> SearchResult {
    best_move(position, Limits::SOLVE)
}

/// Makes a searcher with no more memory than one position uses.
fn small_searcher(position: &Position) -> Searcher {
    let empties = position.empties().len() as u32;
    let words = Table::<u128>::words_for(empties);
    let options = SearchOptions::default();
    let mib = (words.saturating_mul(8) >> 20).clamp(1, options.hash_mib);
    match Searcher::new(options.with_hash(mib)) {
        Ok(searcher) => searcher,
        Err(error) => panic!("not enough memory for the transposition table: {error}"),
    }
}

/// Searches positions one after another and keeps the transposition table between them.
///
/// With one thread, a search runs on the caller's thread and needs less than 1 MiB of stack. On
/// boards of more than 8 columns or rows, it runs on its own thread with a large stack. With more
/// threads, helpers start with each search and end with it.
#[derive(Debug)]
pub struct Searcher {
    options: SearchOptions,
    table: Arc<SharedWords>,
    /// The table of midgame searches.
    midgame_table: ZeroedWords,
    /// Number of words of the table that may be nonzero.
    used: usize,
    generation: u8,
    progress: Arc<SearchProgress>,
}

impl Searcher {
    /// Allocates the transposition table.
    ///
    /// # Errors
    ///
    /// Returns an error if the system refuses the memory.
    pub fn new(options: SearchOptions) -> io::Result<Self> {
        let words = options
            .hash_mib
            .max(1)
            .checked_mul((1 << 20) / size_of::<u64>())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            options,
            table: Arc::new(SharedWords::new(ZeroedWords::new(words)?)),
            midgame_table: ZeroedWords::new((words / MIDGAME_TABLE_SHARE).max(1 << 10))?,
            used: 0,
            generation: 0,
            progress: Arc::default(),
        })
    }

    /// Returns the progress of the running search, for another thread to read.
    #[must_use]
    pub fn progress(&self) -> Arc<SearchProgress> {
        Arc::clone(&self.progress)
    }

    /// Returns a view of the table for positions of `shape`, to read bounds from another thread or
    /// to restore saved bounds. The table is cleared if its boards have another shape.
    #[must_use]
    pub fn table_view(&mut self, shape: Shape) -> TableView {
        self.prepare(shape, self.table.words.len());
        TableView {
            table: Arc::clone(&self.table),
            shape,
            generation: self.generation.wrapping_add(1),
        }
    }

    /// Makes searches end soon after `stop` becomes true.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.options.stop = stop;
    }

    /// Makes the system allocate all memory of the tables now, which takes about a second for a few
    /// gigabytes. Otherwise searches wait for the memory, a few milliseconds at a time.
    pub fn warm_up(&mut self) {
        self.table.words.touch();
        self.midgame_table.touch();
    }

    /// Clears the tables, so that the next search behaves like the first.
    pub fn clear(&mut self) {
        // Memory that no search has touched is already zero, and touching it takes time.
        if self.used > 0 {
            self.table.words.clear(self.used);
            self.midgame_table.clear(self.midgame_table.len());
        }
        self.used = 0;
        self.generation = 0;
    }

    /// Prepares the table for boards of a shape that will use up to `words` words.
    fn prepare(&mut self, shape: Shape, words: usize) {
        let table = Arc::clone(&self.table);
        let mut current = table.shape();
        if shape != *current {
            let generation = self.generation;
            self.clear();
            (*current, self.generation) = (shape, generation);
        }
        self.used = self.used.max(words);
        self.generation = self.generation.wrapping_add(1);
    }

    /// Searches a position. If nodes or time are limited, at least one legal move is returned,
    /// unless there is none or the search was stopped.
    pub fn search(&mut self, request: &SearchRequest) -> SearchResult {
        self.search_observed(request, |_| ControlFlow::Continue(()))
    }

    /// Searches a position like [`search`](Self::search).
    ///
    /// The search calls `observer` after each completed iteration, each solved move and each proven
    /// bound, on the caller's thread, and waits for it to return. A break stops the search.
    pub fn search_observed(
        &mut self,
        request: &SearchRequest,
        mut observer: impl FnMut(&SearchResult) -> ControlFlow<()>,
    ) -> SearchResult {
        if request.position.shape().is_narrow() {
            return self.search_here(request, &mut observer);
        }
        let (searcher, observe) = (&mut *self, &mut observer);
        let result = std::thread::scope(move |scope| {
            let (report, reports) = channel();
            let (answer, answers) = channel();
            let search = move || {
                searcher.search_here(request, &mut |found| match report.send(found.clone()) {
                    Ok(()) => answers.recv().unwrap_or(ControlFlow::Break(())),
                    Err(_) => ControlFlow::Break(()),
                })
            };
            let thread = spawn(scope, search).ok()?;
            for found in reports {
                // This fails only after a panic of the search, which is resumed below.
                let _ = answer.send(observe(&found));
            }
            Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        // If the system cannot start a thread, the search uses the caller's stack.
        result.unwrap_or_else(|| self.search_here(request, &mut observer))
    }

    /// Searches a position on the stack of the caller.
    fn search_here(
        &mut self,
        request: &SearchRequest,
        observer: &mut Observer<'_>,
    ) -> SearchResult {
        let mut request = request.clone();
        let plan = Plan::new(&request);
        let limits = request.limits;
        let moves = request.moves().len();
        let is_timed = limits.time.is_some() || limits.clock.is_some();
        let is_forced = moves == 1 && !request.is_restricted();
        // Solving reports bounds of the position, not of single moves.
        if request.count > 1 || limits.deepens {
            request.skip_images();
        }
        if plan == Plan::Deepen && is_timed && request.count == 1 && is_forced {
            // There is nothing to choose: only the score is missing.
            request.limits = Limits {
                nodes: limits.nodes,
                time: limits.time,
                clock: limits.clock,
                ..Limits::level(1)
            };
        }
        let result = self.run(&request, observer);
        let has_move = !result.moves.is_empty() || moves == 0;
        if has_move || !limits.is_budgeted() || plan != Plan::Deepen {
            return result;
        }
        // Not even the first iteration was completed.
        request.limits = Limits::level(1);
        let nodes = result.nodes;
        let mut result = self.run(&request, &mut |_| ControlFlow::Continue(()));
        result.nodes += nodes;
        result.complete = false;
        result
    }

    /// Selects the board width of the position and the CPU tier.
    fn run(&mut self, request: &SearchRequest, observer: &mut Observer<'_>) -> SearchResult {
        let shape = request.position.shape();
        with_kernels!(self.options.tier, shape, kernels => self.run_on(kernels, request, observer))
    }

    /// Searches a board with all threads.
    fn run_on<K: Entries>(
        &mut self,
        kernels: K,
        request: &SearchRequest,
        observer: &mut Observer<'_>,
    ) -> SearchResult {
        let limits = &request.limits;
        let Some(layout) = Layout::<K::Word>::new(request.position.shape()) else {
            unreachable!("the board has the width of its shape");
        };
        let board = Board::narrow(request.position.widened_board());
        // The kernels rely on this for memory safety.
        assert_eq!(board.check(&layout), Ok(()));
        let empties = board.empties(&layout).count();
        // The built-in evaluation is read now, before the time counts.
        self.options.evaluation_for(layout.shape());
        if layout.shape() == Shape::STANDARD && empties >= ORDERING_SEARCH_FROM[0] {
            let _ = Evaluation::ordering().weights();
        }
        let began = Instant::now();
        self.prepare(layout.shape(), Table::<K::Word>::words_for(empties));
        let nodes_before = self.progress.nodes();
        let budget = TimeBudget::new(limits, empties, began);
        let end = budget.and_then(|budget| budget.deadline());
        let shared = Shared {
            deadline: end.into_iter().chain(request.interrupt_at).min(),
            node_limit: limits.nodes.map(|nodes| nodes_before.saturating_add(nodes)),
            ..self.shared(layout, empties)
        };
        let most = shared.geometry.squares;
        let mut report = Report {
            request,
            observer,
            progress: &self.progress,
            nodes_before,
            began,
            budget,
            result: SearchResult {
                lower: Score::exact(-most),
                upper: Score::exact(most),
                ..SearchResult::default()
            },
        };
        let help = || shared.pool.help(&mut Thread::new(kernels, &shared));
        with_helpers(self.options.threads.saturating_sub(1), help, || {
            // Runs after a panic too; otherwise the helpers would wait forever.
            let _finish = FinishOnDrop(&shared);
            let thread = &mut Thread::new(kernels, &shared);
            report.result.complete = Plan::new(request).search(thread, board, &mut report);
        });
        report.result.nodes = report.nodes();
        report.result.elapsed = began.elapsed();
        report.result
    }

    /// Returns the state that the threads of a search without limits share.
    fn shared<W: Bitboard>(&self, layout: Layout<W>, empties: u32) -> Shared<'_, W> {
        let options = &self.options;
        Shared {
            geometry: Geometry::new(layout).without(options.disabled),
            disabled: options.disabled,
            table: Table::new(&self.table.words, empties, self.generation),
            midgame_table: Table::new(&self.midgame_table, empties, self.generation),
            evaluation: options.evaluation_for(layout.shape()),
            ordering: (layout.shape() == Shape::STANDARD).then(Evaluation::ordering),
            pool: Pool::new(options.threads.max(1)),
            progress: &self.progress,
            stop: &options.stop,
            deadline: None,
            node_limit: None,
            is_out_of_budget: AtomicBool::new(false),
        }
    }

    /// Returns the shared state of threads that continue the search of a position with
    /// `root_empties` empties: the same part of the table, whose entries still count as recent.
    pub(super) fn shared_for_proof<W: Bitboard>(
        &mut self,
        layout: Layout<W>,
        root_empties: u32,
    ) -> Shared<'_, W> {
        let words = Table::<W>::words_for(root_empties);
        if layout.shape() != *self.table.shape() || words > self.used {
            self.prepare(layout.shape(), words);
        }
        self.shared(layout, root_empties)
    }

    pub(super) const fn tier(&self) -> Tier {
        self.options.tier
    }

    pub(super) const fn threads(&self) -> usize {
        self.options.threads
    }
}

/// Ends the helpers when dropped.
struct FinishOnDrop<'a, 'b, W>(&'a Shared<'b, W>);

impl<W> Drop for FinishOnDrop<'_, '_, W> {
    fn drop(&mut self) {
        self.0.pool.finish();
    }
}
