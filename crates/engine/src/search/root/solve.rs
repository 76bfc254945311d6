//! Solving: exact scores.
//!
//! Each null-window search proves one bound, and the bounds close in on the score
//! (MTD(f): Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth minimax
//! algorithms"). The table carries the results of one search over to the next.

use outflank_othello::{Bitboard, Board};

use super::{RootMove, RootMoves, best_moves, put_first};
use crate::evaluation::UNITS_PER_DISC;
use crate::search::feature::Feature;
use crate::search::midgame::shallow_best_move;
use crate::search::parameters::{GUESS_PLIES, OPEN_WINDOW_FROM, PRESEARCH_FROM};
use crate::search::presearch::presearch;
use crate::search::probcut::Selectivity;
use crate::search::progress::SolveBounds;
use crate::search::pv::{Line, search_pv};
use crate::search::report::Report;
use crate::search::result::ScoredMove;
use crate::search::score::Score;
use crate::search::table::NO_MOVE;
use crate::search::thread::{ORDERING_SELECTIVITY, Thread};
use crate::search::tiers::Entries;
use crate::search::window::Window;

/// The proven bounds on a board's score, and a line.
pub(super) struct Solved {
    /// Bounds of the score in discs.
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The principal variation if the score is exact; otherwise a move that reaches the
    /// lower bound, or the best guess.
    pub(super) line: Line,
}

impl<K: Entries> Thread<'_, K> {
    /// Solves the position of a request. Returns whether its window is settled.
    pub(super) fn solve(
        &mut self,
        board: Board<K::Word>,
        root: &mut RootMoves<K>,
        report: &mut Report<'_>,
    ) -> bool {
        let request = report.request;
        let Solved { lower, upper, line } = if request.is_restricted() && !root.is_empty() {
            self.solve_best_of(root, request.window, report)
        } else {
            self.solve_board(board, request.window, Some(report))
        };
        let iteration = (request.position.empties().len() as u32, Selectivity::NONE);
        let score = Score::whole(lower, lower == upper);
        if put_first(root, line.clone(), score, iteration) {
            report.set_moves(best_moves(root, 1));
        }
        report.result.pv = line;
        request.window.is_settled_by(lower, upper)
    }

    /// Solves root moves one after another, except those whose exact scores are known. Returns
    /// whether all are solved.
    pub(super) fn solve_each(
        &mut self,
        mut root: Vec<RootMove<K::Word>>,
        report: &mut Report<'_>,
    ) -> bool {
        let request = report.request;
        root.retain(|root| !root.found.as_ref().is_some_and(ScoredMove::is_exact));
        let empties = request.position.empties().len() as u32;
        let mut moves = request.known.clone();
        report.solved(&moves, root.is_empty());
        for (number, root_move) in root.iter().enumerate() {
            let nodes_before = report.nodes();
            let mut solved = self.solve_board(root_move.board, Window::EXACT, None);
            if solved.lower != solved.upper {
                return false;
            }
            let score = Score::exact(-solved.lower);
            solved.line.insert(0, root_move.square);
            let found = ScoredMove {
                nodes: report.nodes() - nodes_before,
                pv: solved.line,
                ..ScoredMove::new(root_move.square, score, empties)
            };
            moves.retain(|known| known.square != found.square);
            moves.push(found);
            moves.sort_by_key(ScoredMove::order);
            let is_last = number + 1 == root.len();
            report.solved(&moves, is_last);
            if report.observe().is_break() {
                return is_last;
            }
        }
        true
    }

    /// Solves the best of some moves until `window` is settled, like `solve_board`.
    fn solve_best_of(
        &mut self,
        root: &RootMoves<K>,
        window: Window,
        report: &mut Report<'_>,
    ) -> Solved {
        // So far no move has reached the lower bound, and no searched move can reach more than
        // `highest`.
        let mut best = self.unknown();
        let mut highest = best.lower;
        self.nodes += 1;
        for (number, root_move) in root.iter().enumerate() {
            let alpha = window.alpha().max(best.lower);
            let child_window = Window::clamped(-window.beta(), -alpha);
            let mut child = self.solve_board(root_move.board, child_window, None);
            highest = highest.max(-child.lower);
            if best.line.is_empty() || -child.upper > best.lower {
                best.lower = -child.upper;
                child.line.insert(0, root_move.square);
                best.line = child.line;
            }
            if number + 1 == root.len() {
                best.upper = highest;
            }
            self.report(&best, best.lower, Some(report));
            if self.is_aborted || best.lower >= window.beta() {
                break;
            }
        }
        best
    }

    /// Returns trivial bounds, with nothing proven.
    fn unknown(&self) -> Solved {
        Solved {
            lower: -self.geometry.squares,
            upper: self.geometry.squares,
            line: Line::new(),
        }
    }

    /// Reports bounds and the score `tested` that the next search tests. The observer may abort the
    /// search.
    fn report(&mut self, solved: &Solved, tested: i32, report: Option<&mut Report<'_>>) {
        let bounds = SolveBounds {
            lower: solved.lower,
            upper: solved.upper,
            tested,
            best: solved.line.first().copied(),
        };
        self.poll();
        self.shared.progress.report(bounds);
        self.is_aborted |= report.is_some_and(|report| report.bounds(bounds).is_break());
    }

    /// Solves a board until `window` is settled. If the search is aborted, the bounds are
    /// those proven so far.
    pub(super) fn solve_board(
        &mut self,
        board: Board<K::Word>,
        window: Window,
        mut report: Option<&mut Report<'_>>,
    ) -> Solved {
        let geometry = self.geometry;
        let free = geometry.mask & !board.occupied();
        let empties = free.count();
        let most = geometry.squares;
        let mut solved = self.unknown();
        self.is_aborted = false;
        self.selectivity = ORDERING_SELECTIVITY;
        self.nodes += 1;
        if empties <= OPEN_WINDOW_FROM {
            let (alpha, beta) = (window.alpha().max(-most - 1), window.beta().min(most + 1));
            let (score, line) = search_pv(self, board, empties, alpha, beta);
            if !self.is_aborted && score > alpha {
                solved.lower = score;
            }
            if !self.is_aborted && score < beta {
                solved.upper = score;
            }
            solved.line = line;
            self.report(&solved, solved.lower, report.as_deref_mut());
            return solved;
        }

        // With an even number of squares, every score is even.
        let step = if most % 2 == 0 { 2 } else { 1 };
        let best_move = |thread: &Self| {
            let best = thread.table.get(board)?.best[0];
            (best != NO_MOVE).then(|| geometry.layout.square(best.into()))
        };
        let (mut guess, first) = shallow_best_move(self, board, GUESS_PLIES);
        if let Some(entry) = self.table.get(board) {
            solved.lower = i32::from(entry.lower).max(-most);
            solved.upper = i32::from(entry.upper).min(most);
        }
        solved.line = best_move(self).or(first).into_iter().collect();
        self.report(&solved, solved.lower, report.as_deref_mut());
        if empties >= PRESEARCH_FROM
            && self.uses(Feature::Presearch)
            && !window.is_settled_by(solved.lower, solved.upper)
        {
            guess = presearch(self, board, empties, guess);
        }
        let mut next = (guess / UNITS_PER_DISC).clamp(-most, most);
        next -= next % step;
        let moves = self.kernels.legal_moves(board, geometry);
        let odd = geometry.odd_quarters(free);
        while !window.is_settled_by(solved.lower, solved.upper) {
            // The next search asks whether the score is at least `tested`, which must lie inside
            // the window.
            let tested = next
                .clamp(solved.lower + step, solved.upper)
                .clamp(window.alpha() + 1, window.beta());
            self.report(&solved, tested, report.as_deref_mut());
            if self.is_aborted {
                break;
            }
            let score = self
                .kernels
                .endgame(self, board, moves, empties, odd, tested - 1);
            if self.is_aborted {
                break;
            }
            if score >= tested {
                solved.lower = solved.lower.max(score);
                if let Some(best) = best_move(self) {
                    solved.line = vec![best];
                }
            } else {
                solved.upper = solved.upper.min(score);
            }
            next = score;
        }
        self.report(&solved, solved.lower, report);

        if solved.lower == solved.upper && !self.is_aborted {
            // This is mostly a walk through the table.
            let (alpha, beta) = (solved.lower - 1, solved.lower + 1);
            let (score, line) = search_pv(self, board, empties, alpha, beta);
            if score == solved.lower && !self.is_aborted {
                solved.line = line;
            }
        }
        self.poll();
        solved
    }
}
