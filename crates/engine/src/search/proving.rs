//! Moves that prove a bound, for certificates: null-window searches of many positions, which share
//! the table of the previous search.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use outflank_othello::{Bitboard, Board, Layout, Shape, Square};

use super::helpers::spawn;
use super::ordering::{Candidate, MAX_MOVES, MoveList, TT_MOVE_BONUS, by_replies, for_each_move};
use super::parameters::SHALLOW_TO;
use super::pv::search_null;
use super::searcher::Searcher;
use super::table::NO_MOVE;
use super::thread::{ORDERING_SELECTIVITY, Thread};
use super::tiers::Entries;
use crate::tier::with_kernels;

/// Number of positions that a thread takes at a time.
const BATCH: usize = 16;

/// Positions of one shape, each with a legal move, and a bound on their scores.
#[derive(Clone, Copy, Debug)]
pub struct ProofRequest<'a> {
    /// The shape of the boards.
    pub shape: Shape,
    /// The boards, as [`Position::widened_board`](outflank_othello::Position::widened_board)
    /// returns them.
    pub boards: &'a [Board<u128>],
    /// The score in discs that the mover must reach.
    pub bound: i32,
    /// Empties of the position that was solved before; the searches reuse its transposition table.
    pub root_empties: u32,
}

impl Searcher {
    /// Returns a move of each position after which its mover still reaches the bound; `None`
    /// for positions without such a move. The searches are exact and share the table, and the
    /// threads take the positions in turn.
    ///
    /// Returns `None` if the search was stopped.
    ///
    /// ```
    /// use outflank_engine::{ProofRequest, SearchOptions, Searcher};
    /// use outflank_othello::{Position, Shape};
    ///
    /// let shape: Shape = "4x4".parse()?;
    /// let start = Position::start(shape);
    /// let mut searcher = Searcher::new(SearchOptions::default())?;
    /// let boards = [start.widened_board()];
    /// let request = |bound| ProofRequest { shape, boards: &boards, bound, root_empties: 12 };
    /// // The score is −10.
    /// assert!(searcher.proving_moves(&request(-10)).unwrap()[0].is_some());
    /// assert!(searcher.proving_moves(&request(-8)).unwrap()[0].is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if a board is not valid for the shape.
    #[must_use]
    pub fn proving_moves(&mut self, request: &ProofRequest<'_>) -> Option<Vec<Option<Square>>> {
        let tier = self.tier();
        with_kernels!(tier, request.shape, kernels => self.proving_moves_on(kernels, request))
    }

    fn proving_moves_on<K: Entries>(
        &mut self,
        kernels: K,
        request: &ProofRequest<'_>,
    ) -> Option<Vec<Option<Square>>> {
        let Some(layout) = Layout::<K::Word>::new(request.shape) else {
            unreachable!("the tier was chosen by the shape");
        };
        for board in request.boards {
            // The kernels rely on this for memory safety.
            assert_eq!(Board::<K::Word>::narrow(*board).check(&layout), Ok(()));
        }
        let threads = self.threads().min(request.boards.len().div_ceil(BATCH));
        let shared = self.shared_for_proof(layout, request.root_empties);
        let moves: Vec<AtomicU8> = request
            .boards
            .iter()
            .map(|_| AtomicU8::new(NO_MOVE))
            .collect();
        let (taken, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            let thread = &mut Thread::new(kernels, &shared);
            loop {
                let first = taken.fetch_add(BATCH, Ordering::Relaxed);
                let last = request.boards.len().min(first + BATCH);
                let first = first.min(last);
                for (board, found) in request.boards[first..last].iter().zip(&moves[first..]) {
                    let best = proving_move(thread, Board::narrow(*board), request.bound);
                    found.store(best.unwrap_or(NO_MOVE), Ordering::Relaxed);
                    if thread.is_aborted {
                        is_stopped.store(true, Ordering::Relaxed);
                        return;
                    }
                }
                if last == request.boards.len() {
                    thread.poll();
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            // With fewer threads the search is slower but still correct.
            let started = (0..threads).take_while(|_| spawn(scope, work).is_ok());
            if started.count() == 0 {
                work();
            }
        });
        let squares = moves
            .iter()
            .map(|index| match index.load(Ordering::Relaxed) {
                NO_MOVE => None,
                index => Some(layout.square(u32::from(index))),
            });
        (!is_stopped.into_inner()).then(|| squares.collect())
    }
}

/// Returns a move after which the mover's score is at least `bound`; if the search is aborted,
/// `thread.is_aborted` is set.
fn proving_move<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    bound: i32,
) -> Option<u8> {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let free = geometry.mask & !board.occupied();
    let (empties, odd) = (free.count(), geometry.odd_quarters(free));
    let moves = kernels.legal_moves(board, geometry);
    let alpha = bound - 1;
    thread.is_aborted = false;
    thread.selectivity = ORDERING_SELECTIVITY;
    thread.check_aborted();
    let mut tt_move = NO_MOVE;
    if empties > SHALLOW_TO && !moves.is_empty() {
        // This search orders moves best, and it stores the move that it finds.
        thread.nodes += 1;
        if kernels.endgame(thread, board, moves, empties, odd, alpha) <= alpha {
            return None;
        }
        tt_move = thread
            .table
            .get(board)
            .map_or(NO_MOVE, |entry| entry.best[0]);
    }
    let mut choices = MoveList::<K::Word, MAX_MOVES>::new();
    for_each_move(kernels, board, moves, geometry, |tried| {
        let is_tt_move = tried.index == u32::from(tt_move);
        let bonus = if is_tt_move { TT_MOVE_BONUS } else { 0 };
        choices.push(&tried, bonus + by_replies(&tried, odd, geometry));
        true
    });
    while let Some(choice) = choices.pop_best() {
        let candidate = Candidate::new(board, choice);
        let score = search_null(thread, &candidate, empties, odd, alpha);
        if thread.is_aborted {
            return None;
        }
        if score > alpha {
            return Some(candidate.index);
        }
    }
    None
}
