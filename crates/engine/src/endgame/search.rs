//! Principal variation search to the end of the game.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_othello::{Bitboard, Board, Layout, Square};

use super::quadrants::Quadrants;
use super::table::{NO_MOVE, Table};

/// From this many empty squares down moves are tried without being generated
/// or ranked.
const LAST_PLIES: u32 = 6;
/// From this many empty squares up positions are kept in the table.
const TABLE_FROM: u32 = 8;
/// The stop flag is read once in this many nodes.
const STOP_CHECK: u64 = 1 << 12;

/// The search was told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interrupted;

/// One search: what it needs at every node, and what it has counted.
pub(super) struct Search<'a, B> {
    layout: &'a Layout<B>,
    table: Table<B>,
    quadrants: Quadrants<B>,
    corners: B,
    stop: Option<&'a AtomicBool>,
    nodes: u64,
    next_stop_check: u64,
    /// Best move and score of the root so far.
    root_best: Option<(u32, i32)>,
}

impl<'a, B: Bitboard> Search<'a, B> {
    pub(super) fn new(
        layout: &'a Layout<B>,
        table: Table<B>,
        stop: Option<&'a AtomicBool>,
    ) -> Self {
        let shape = layout.shape();
        let (right, bottom) = (shape.width() - 1, shape.height() - 1);
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
        let corners = corners
            .into_iter()
            .filter_map(|(column, row)| Square::new(column, row));
        Self {
            layout,
            table,
            quadrants: Quadrants::new(layout),
            corners: layout.set(corners),
            stop,
            nodes: 0,
            next_stop_check: 0,
            root_best: None,
        }
    }

    pub(super) const fn layout(&self) -> &'a Layout<B> {
        self.layout
    }

    pub(super) const fn quadrants(&self) -> &Quadrants<B> {
        &self.quadrants
    }

    pub(super) const fn corners(&self) -> B {
        self.corners
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    #[inline]
    pub(super) const fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// The best root move found so far.
    pub(super) fn best_index(&self) -> Option<u32> {
        self.root_best.map(|(index, _)| index)
    }

    /// The best root score proven so far, or `otherwise`.
    pub(super) fn best_so_far(&self, otherwise: i32) -> i32 {
        self.root_best.map_or(otherwise, |(_, score)| score)
    }

    /// The exact score of `board` between `alpha` and `beta`.
    pub(super) fn root(
        &mut self,
        board: Board<B>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        self.root_best = None;
        self.count_node();
        let moves = board.legal_moves(self.layout);
        if moves.is_empty() {
            return self.without_moves(board, alpha, beta);
        }
        let mut candidates = self.candidates(board, moves, self.remembered(board));
        let mut raised = alpha;
        let mut place = 0;
        while let Some(candidate) = candidates.pick(place) {
            let score = self.child(candidate.board, raised, beta, place == 0)?;
            if self.root_best.is_none_or(|(_, best)| score > best) {
                self.root_best = Some((candidate.index, score));
            }
            raised = raised.max(score);
            if raised >= beta {
                break;
            }
            place += 1;
        }
        Ok(self.best_so_far(alpha))
    }

    /// The score of a child for its parent. All but the first are expected to
    /// fail low and only asked whether they do (Marsland and Campbell 1982).
    fn child(
        &mut self,
        board: Board<B>,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> Result<i32, Interrupted> {
        if !is_first && beta - alpha > 1 {
            let score = -self.node(board, -alpha - 1, -alpha)?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
            return Ok(-self.node(board, -beta, -score)?.min(-score));
        }
        Ok(-self.node(board, -beta, -alpha)?)
    }

    /// The score of `board`, fail-soft between `alpha` and `beta`.
    pub(super) fn node(
        &mut self,
        board: Board<B>,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Interrupted> {
        self.count_node();
        let empties = board.empties(self.layout);
        let count = empties.count();
        if count <= LAST_PLIES {
            return Ok(self.last_plies(board, empties, alpha, beta, false));
        }
        self.check_stop()?;

        let moves = board.legal_moves(self.layout);
        if moves.is_empty() {
            return self.without_moves(board, alpha, beta);
        }
        let mut remembered = None;
        if count >= TABLE_FROM
            && let Some(entry) = self.table.get(board)
        {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
            remembered = (entry.best != NO_MOVE).then_some(u32::from(entry.best));
        }

        let candidates = self.candidates(board, moves, remembered);
        if count > TABLE_FROM
            && let Some(score) = self.known_cutoff(&candidates, beta)
        {
            return Ok(score);
        }
        self.best_of(board, count, candidates, alpha, beta)
    }

    /// Searches the moves of a node in order and keeps the result.
    fn best_of(
        &mut self,
        board: Board<B>,
        count: u32,
        mut candidates: super::ordering::Candidates<B>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        let mut best: Option<(i32, u32)> = None;
        let mut raised = alpha;
        let mut place = 0;
        while let Some(candidate) = candidates.pick(place) {
            let score = self.child(candidate.board, raised, beta, place == 0)?;
            if best.is_none_or(|(value, _)| score > value) {
                best = Some((score, candidate.index));
                raised = raised.max(score);
                if score >= beta {
                    break;
                }
            }
            place += 1;
        }
        let (score, index) = best.unwrap_or((alpha, 0));
        if count >= TABLE_FROM {
            self.table
                .keep(board, count, (alpha, beta), (score, Some(index)));
        }
        Ok(score)
    }

    /// Enhanced transposition cut-off (Plaat 1996): a child already known to
    /// be bad enough for the opponent cuts before any child is searched.
    fn known_cutoff(&self, candidates: &super::ordering::Candidates<B>, beta: i32) -> Option<i32> {
        candidates
            .all()
            .iter()
            .filter_map(|candidate| self.table.get(candidate.board))
            .map(|entry| -i32::from(entry.upper))
            .find(|&score| score >= beta)
    }

    /// A node whose mover cannot move: a pass, or the end of the game.
    fn without_moves(
        &mut self,
        board: Board<B>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Interrupted> {
        let passed = board.pass();
        if passed.legal_moves(self.layout).is_empty() {
            return Ok(board.final_score(self.layout));
        }
        Ok(-self.node(passed, -beta, -alpha)?)
    }

    /// The move that was best when the table last saw the position.
    pub(super) fn remembered(&self, board: Board<B>) -> Option<u32> {
        let entry = self.table.get(board)?;
        (entry.best != NO_MOVE).then_some(u32::from(entry.best))
    }

    fn check_stop(&mut self) -> Result<(), Interrupted> {
        if self.nodes < self.next_stop_check {
            return Ok(());
        }
        self.next_stop_check = self.nodes + STOP_CHECK;
        match self.stop {
            Some(stop) if stop.load(Ordering::Relaxed) => Err(Interrupted),
            _ => Ok(()),
        }
    }
}
