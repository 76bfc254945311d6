//! The root of a search: how a position is searched, its root moves, and iterative deepening.

mod solve;

use std::cmp::Reverse;

use outflank_othello::{Bitboard, Board, Square};

use super::averaged_score::{AveragedScore, shares};
use super::feature::Feature;
use super::limits::{Iteration, completed, iterations};
use super::midgame::{LOWEST, midgame_root};
use super::parameters::{ASPIRATION, ASPIRATION_FROM, AVERAGING_FROM, AVERAGING_MARGIN, LEAD};
use super::probcut::Selectivity;
use super::pv::{Line, table_line};
use super::report::Report;
use super::request::SearchRequest;
use super::result::ScoredMove;
use super::score::Score;
use super::thread::Thread;
use super::tiers::{Entries, Kernels};
use super::window::{AspirationWindow, Window};
use crate::evaluation::UNITS_PER_DISC;
use solve::Solved;

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
        let mut root = root_moves(thread, board, report.request);
        match self {
            Self::Solve => thread.solve(board, &mut root, report),
            Self::SolveEach => thread.solve_each(root, report),
            Self::Deepen => thread.deepen(board, root, report),
        }
    }
}

/// A root move.
struct RootMove<W> {
    square: Square,
    /// The board after the move.
    board: Board<W>,
    /// The result of the last iteration in which the move was among the best.
    found: Option<ScoredMove>,
    /// The earlier value of `found`, restored if the current iteration does not finish.
    earlier: Option<ScoredMove>,
    /// The move's average score over the depths so far.
    averaged: Option<AveragedScore>,
}

impl<W> RootMove<W> {
    fn is_found_in(&self, iteration: Iteration) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|found| (found.depth, found.selectivity) == iteration)
    }
}

type RootMoves<K> = [RootMove<<K as Kernels>::Word>];

/// Puts the first move of a line first, with its score. Returns whether it is a root move.
fn put_first<W>(root: &mut [RootMove<W>], pv: Line, score: Score, iteration: Iteration) -> bool {
    let is_first = |root: &RootMove<W>| pv.first() == Some(&root.square);
    let place = root.iter().position(is_first);
    if let Some(place) = place {
        root[..=place].rotate_right(1);
        let first = &mut root[0];
        let is_new = !first.is_found_in(iteration);
        let earlier = first.found.replace(ScoredMove {
            selectivity: iteration.1,
            pv,
            ..ScoredMove::new(first.square, score, iteration.0)
        });
        if is_new {
            first.earlier = earlier;
        }
    }
    place.is_some()
}

/// Returns the moves of a board that `request` includes: first those with results from an earlier
/// search, in the order of those results, then the others in reading order.
fn root_moves<K: Entries>(
    thread: &Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
) -> Vec<RootMove<K::Word>> {
    let (kernels, geometry) = (thread.kernels, thread.geometry);
    let known = &request.known;
    let place = |square| known.iter().position(|found| found.square == square);
    let root_move = |index| {
        let flips = kernels.flips(index, board.mover(), board.opponent(), geometry);
        let square = geometry.layout.square(index);
        RootMove {
            square,
            board: board.after(index, flips),
            found: place(square).map(|place| known[place].clone()),
            earlier: None,
            averaged: None,
        }
    };
    let moves = kernels.legal_moves(board, geometry);
    let mut root: Vec<RootMove<_>> = moves.indices().map(root_move).collect();
    root.retain(|root| request.includes(root.square));
    root.sort_by_key(|root| place(root.square).unwrap_or(known.len()));
    root
}

impl<K: Entries> Thread<'_, K> {
    /// Searches a board deeper and deeper until the limits of the request are reached.
    /// Returns whether the last iteration was completed.
    fn deepen(
        &mut self,
        board: Board<K::Word>,
        mut root: Vec<RootMove<K::Word>>,
        report: &mut Report<'_>,
    ) -> bool {
        let request = report.request;
        let empties = request.position.empties().len() as u32;
        self.is_aborted = false;
        self.nodes += 1;
        // The best move is chosen by its average score over several depths. Full-width searches
        // and those to the end of the game need no averaging.
        let averages = self.uses(Feature::DepthAveraging);
        let is_averaged = |(depth, selectivity): Iteration| {
            averages
                && (AVERAGING_FROM..empties).contains(&depth)
                && selectivity != Selectivity::NONE
        };
        for root in &mut root {
            let found = root.found.as_ref();
            let found = found.filter(|found| is_averaged((found.depth, found.selectivity)));
            root.averaged = found.map(|found| AveragedScore::resumed(found.score.units()));
        }
        if root.is_empty() {
            return report.finish(Vec::new(), true);
        }
        let count = request.count.min(root.len());
        let iterations = iterations(empties, &request.limits);
        let last = iterations.len() - 1;
        let completed = completed(&iterations, &request.known, count);
        for (number, &iteration) in iterations.iter().enumerate().skip(completed) {
            let (depth, selectivity) = iteration;
            let is_exact = depth >= empties && selectivity == Selectivity::NONE;
            // An interrupted multi-PV search may already have the first moves of this iteration.
            let is_resumed = count > 1 && number == completed;
            if is_resumed {
                root.sort_by_key(|root| !root.is_found_in(iteration));
            }
            let known = root.iter().filter(|root| root.is_found_in(iteration));
            let known = if is_resumed { known.count() } else { 0 };
            let is_complete = (known..count).all(|place| {
                let root = &mut root[place..];
                if is_exact && count == 1 && !request.is_restricted() {
                    let Solved { lower, upper, line } =
                        self.solve_board(board, Window::EXACT, None);
                    let score = Score::exact(lower);
                    return lower == upper && put_first(root, line, score, iteration);
                }
                if count == 1 && is_averaged(iteration) {
                    return self.search_averaged(root, iteration, number == last);
                }
                let is_complete = self.search_best(root, iteration, is_exact);
                if let Some(found) = &mut root[0].found
                    && is_complete
                    && is_averaged(iteration)
                {
                    let value = found.score.units();
                    let averaged = AveragedScore::with(root[0].averaged, value, shares(depth));
                    root[0].averaged = Some(averaged);
                    found.score = Score::from_units(averaged.score(), found.is_exact());
                }
                if !is_complete && count > 1 {
                    // An unfinished search may leave bounds, so restore the earlier scores.
                    let unfinished = root.iter_mut().filter(|root| root.is_found_in(iteration));
                    unfinished.for_each(|root| root.found = root.earlier.take());
                }
                is_complete
            });
            self.poll();
            if !is_complete {
                return report.finish(best_moves(&root, count), false);
            }
            if report.iteration(best_moves(&root, count)).is_break() || self.check_aborted() {
                return number == last;
            }
        }
        report.finish(best_moves(&root, count), true)
    }

    /// Searches root moves and puts the best move first. Returns `false` if the search is aborted;
    /// results of earlier iterations remain where nothing better is known.
    fn search_best(
        &mut self,
        root: &mut RootMoves<K>,
        iteration: Iteration,
        is_exact: bool,
    ) -> bool {
        let depth = iteration.0;
        self.selectivity = iteration.1;
        let most = self.geometry.max_estimate();
        let most = if is_exact { -LOWEST } else { most };
        let window = self.first_window(root, depth, most);
        window.resolve(self, |thread, alpha, beta| {
            let (mut best, mut raised) = (None::<(i32, usize)>, alpha);
            for (place, candidate) in root.iter().enumerate() {
                let search = |thread: &mut Self, alpha, beta| match is_exact {
                    true => thread.solve_move(candidate.board, alpha, beta),
                    false => thread.search_move(candidate.board, depth, alpha, beta),
                };
                let mut value = search(thread, raised, best.map_or(beta, |_| raised + 1));
                if best.is_some() && value > raised && value < beta && !thread.is_aborted {
                    value = search(thread, raised, beta);
                }
                if thread.is_aborted {
                    break;
                }
                if best.is_none_or(|(least, _)| value > least) {
                    best = Some((value, place));
                    raised = raised.max(value);
                }
                if value >= beta {
                    break;
                }
            }
            let Some((value, place)) = best else {
                return alpha;
            };
            if value > alpha || alpha == -most {
                let RootMove { square, board, .. } = root[place];
                let line = table_line(thread, square, board, is_exact);
                // If the search is aborted before the window is wide enough, this is a bound, which
                // is still better than the score of the previous iteration.
                let score = Score::from_units(value, is_exact && (value < beta || beta == most));
                put_first(root, line, score, iteration);
            }
            value
        });
        !self.is_aborted
    }

    /// Returns a narrow window around the score of the best move so far, or the full window at
    /// small depths. No score is beyond `most`.
    fn first_window(&self, root: &RootMoves<K>, depth: u32, most: i32) -> AspirationWindow {
        let found = root[0].found.as_ref();
        let guess = found.map_or(0, |found| found.score.units());
        match depth >= ASPIRATION_FROM && self.uses(Feature::Aspiration) {
            true => AspirationWindow::new(guess, ASPIRATION, 4, most),
            false => AspirationWindow::new(0, most, 4, most),
        }
    }

    /// Returns the exact score of a move in 1/128 discs, or a bound if the score is outside the
    /// window.
    fn solve_move(&mut self, after: Board<K::Word>, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let below = (-beta).div_euclid(UNITS_PER_DISC);
        let window = Window::clamped(below, -alpha.div_euclid(UNITS_PER_DISC));
        let solved = self.solve_board(after, window, None);
        let is_lower = solved.lower > below;
        -UNITS_PER_DISC * if is_lower { solved.lower } else { solved.upper }
    }

    /// Searches a move. The score is meaningless if the search is aborted.
    fn search_move(&mut self, after: Board<K::Word>, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        -midgame_root(self, after, depth - 1, -beta, -alpha)
    }

    /// Searches all root moves and sorts them by averaged score, best first. Returns `false` if the
    /// search is aborted.
    fn search_averaged(
        &mut self,
        root: &mut RootMoves<K>,
        (depth, selectivity): Iteration,
        is_last: bool,
    ) -> bool {
        self.selectivity = selectivity;
        let (shares, most) = (shares(depth), self.geometry.max_estimate());
        let window = self.first_window(root, depth, most);
        let board = root[0].board;
        let first = window.resolve(self, |thread, alpha, beta| {
            thread.search_move(board, depth, alpha, beta)
        });
        if self.is_aborted {
            return false;
        }
        let averaged = AveragedScore::with(root[0].averaged, first, shares);
        root[0].averaged = Some(averaged);
        let mut best = (averaged, first, 0);
        for (place, candidate) in root.iter_mut().enumerate().skip(1) {
            let (averaged, value, leader) = best;
            let before = candidate.averaged;
            // The lead keeps noise from replacing the best move so far.
            let lead = if leader == 0 { LEAD } else { 0 };
            let needed = averaged.ahead_by(lead).needed(before, shares);
            let within = needed.clamp(-most, most - 1);
            let floor = match is_last {
                true => within,
                false => (within.min(value) - AVERAGING_MARGIN).max(-most),
            };
            let value = self.value_of(candidate.board, depth, floor, within);
            if self.is_aborted {
                break;
            }
            let averaged = AveragedScore::with(before, value, shares);
            candidate.averaged = Some(averaged);
            if value > needed {
                best = (averaged, value, place);
            }
        }
        let (averaged, _, place) = best;
        let RootMove { square, board, .. } = root[place];
        let line = table_line(self, square, board, false);
        let score = Score::from_units(averaged.score(), false);
        put_first(root, line, score, (depth, selectivity));
        root[1..].sort_by_key(|root| Reverse(root.averaged));
        !self.is_aborted
    }

    /// Returns the score of a move if it is above `needed`, a bound if it is not above `floor`, and
    /// an estimate otherwise. The result is meaningless if the search is aborted.
    fn value_of(&mut self, after: Board<K::Word>, depth: u32, floor: i32, needed: i32) -> i32 {
        let most = self.geometry.max_estimate();
        let mut least = floor;
        if floor < needed {
            let value = self.search_move(after, depth, floor, floor + 1);
            if value <= floor || self.is_aborted {
                // A bound far below is too pessimistic.
                return value.max(floor - 2 * AVERAGING_MARGIN);
            }
            least = value.min(needed);
        }
        let value = self.search_move(after, depth, needed, needed + 1);
        if value <= needed {
            // The score lies somewhere between the bounds.
            i32::midpoint(least, value.max(least))
        } else if needed + 1 >= most || self.is_aborted {
            value
        } else {
            self.search_move(after, depth, needed, most)
        }
    }
}

/// Returns the best moves found so far, best first.
fn best_moves<W>(root: &[RootMove<W>], count: usize) -> Vec<ScoredMove> {
    let found = root[..count].iter().filter_map(|root| root.found.clone());
    let mut found: Vec<ScoredMove> = found.collect();
    found.sort_by_key(ScoredMove::order);
    found
}
