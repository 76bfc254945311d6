//! What one thread of a search carries along.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::Board;

use super::geometry::Geometry;
use super::hot::Hot;
use super::split::{Pool, Split};
use super::table::Table;

/// Where one way of searching gives way to the next, in empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thresholds {
    /// Up to so many, moves are tried without ranking them.
    pub(crate) unranked_to: u32,
    /// Up to so many, nothing is kept in the table.
    pub(crate) ranked_to: u32,
    /// From so many on, children known to the table may cut off.
    pub(crate) lookahead_from: u32,
    /// From so many on, moves are ranked by a look at their answers.
    pub(crate) answers_from: u32,
    /// From so many on, a node may be split between threads.
    pub(crate) split_from: u32,
    /// From so many on, the stop flag is read at each node.
    pub(crate) stop_from: u32,
}

impl Thresholds {
    /// Compared with their neighbours in `docs/benchmarks.md`.
    pub(crate) const DEFAULT: Self = Self {
        unranked_to: 6,
        ranked_to: 8,
        lookahead_from: 11,
        answers_from: 12,
        split_from: 15,
        stop_from: 12,
    };
}

/// One thread of a search.
pub(crate) struct Thread<'a, H: Hot> {
    pub(crate) geometry: &'a Geometry<H::Word>,
    pub(crate) table: &'a Table<H::Word>,
    pub(crate) pool: &'a Pool<H::Word>,
    pub(crate) thresholds: Thresholds,
    /// The split point for which this thread is working, if any.
    pub(crate) split: Option<Arc<Split<H::Word>>>,
    /// Positions reached by a move or a pass.
    pub(crate) nodes: u64,
    /// The score being searched is no longer wanted: every result from here up
    /// is void.
    pub(crate) is_void: bool,
    stop: &'a AtomicBool,
}

impl<'a, H: Hot> Thread<'a, H> {
    pub(crate) fn new(
        geometry: &'a Geometry<H::Word>,
        table: &'a Table<H::Word>,
        pool: &'a Pool<H::Word>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            geometry,
            table,
            pool,
            thresholds: Thresholds::DEFAULT,
            split: None,
            nodes: 0,
            is_void: false,
            stop,
        }
    }

    /// Whether the search was told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether what this thread searches is no longer wanted, because the
    /// search was stopped or a node above was cut off by another thread.
    #[inline]
    pub(crate) fn check_void(&mut self) -> bool {
        self.is_void = self.is_void
            || self.is_stopped()
            || self.split.as_ref().is_some_and(|split| split.is_cut());
        self.is_void
    }

    /// An upper bound that is not over `alpha`, if the opponent's stable discs
    /// alone give it.
    #[inline(always)]
    pub(crate) fn stability_bound(
        &self,
        board: Board<H::Word>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        // Few positions have so many stable discs: only hopeless windows ask.
        if alpha < self.geometry.stability_from[empties as usize & 127] {
            return None;
        }
        let stable = outflank_othello::Bitboard::count(H::stable(board.pass(), self.geometry));
        let bound = self.geometry.squares - 2 * stable as i32;
        (bound <= alpha).then_some(bound)
    }
}
