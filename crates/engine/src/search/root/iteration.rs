//! One iteration: the root moves searched to one depth.

use std::cmp::Reverse;

use outflank_othello::Board;

use super::solve::unobserved;
use super::{RootMoves, put_first};
use crate::evaluation::UNITS_PER_DISC;
use crate::search::averaged_score::{AveragedScore, shares};
use crate::search::feature::Feature;
use crate::search::limits::Iteration;
use crate::search::midgame::{LOWEST, midgame_root};
use crate::search::parameters::{ASPIRATION, ASPIRATION_FROM, AVERAGING_MARGIN, LEAD};
use crate::search::probcut::Selectivity;
use crate::search::pv::table_line;
use crate::search::score::Score;
use crate::search::thread::Thread;
use crate::search::tiers::Entries;
use crate::search::window::{AspirationWindow, Window};

impl<K: Entries> Thread<'_, K> {
    /// Searches root moves and puts the best one first. Returns `false` if the search is
    /// aborted; results of earlier iterations stay where nothing better is known.
    pub(super) fn search_best(
        &mut self,
        root: &mut RootMoves<K>,
        (depth, selectivity): Iteration,
        is_exact: bool,
    ) -> bool {
        self.selectivity = selectivity;
        let most = if is_exact {
            -LOWEST
        } else {
            self.geometry.max_estimate()
        };
        let mut window = self.first_window(root, depth, most);
        loop {
            let AspirationWindow { alpha, beta, .. } = window;
            let (mut best, mut raised) = (None::<(i32, usize)>, alpha);
            for (place, candidate) in root.iter().enumerate() {
                let search = |thread: &mut Self, alpha, beta| match is_exact {
                    true => thread.solve_move(candidate.board, alpha, beta),
                    false => thread.search_move(candidate.board, depth, alpha, beta),
                };
                let mut value = search(self, raised, best.map_or(beta, |_| raised + 1));
                if best.is_some() && value > raised && value < beta && !self.is_aborted {
                    value = search(self, raised, beta);
                }
                if self.is_aborted {
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
                return false;
            };
            if !window.is_below(value) {
                let line = table_line(self, root[place].board, is_exact);
                // If the search is aborted before the window is wide enough, this is a bound, and
                // better than the score of the iteration before.
                let score = Score::from_units(value, is_exact && !window.is_above(value));
                let iteration = (depth, selectivity);
                put_first(
                    root,
                    place,
                    &self.geometry.layout,
                    (score, &line),
                    iteration,
                );
            }
            if self.is_aborted {
                return false;
            }
            if !window.grow_to(value) {
                return true;
            }
        }
    }

    /// Returns a narrow window around the score of the best move so far, or the full window at
    /// small depths. No score is beyond `most`.
    fn first_window(&self, root: &RootMoves<K>, depth: u32, most: i32) -> AspirationWindow {
        let guess = root[0]
            .found
            .as_ref()
            .map_or(0, |found| found.score.units());
        match depth >= ASPIRATION_FROM && self.uses(Feature::Aspiration) {
            true => AspirationWindow::new(guess, ASPIRATION, 4, most),
            false => AspirationWindow::new(0, most, 4, most),
        }
    }

    /// Returns the exact score of a move in 1/128 discs, or a bound outside the window.
    fn solve_move(&mut self, after: Board<K::Word>, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let below = (-beta).div_euclid(UNITS_PER_DISC);
        let window = Window::clamped(below, -alpha.div_euclid(UNITS_PER_DISC));
        let solved = self.solve_board(after, window, &mut unobserved);
        let is_lower = solved.lower > below;
        -UNITS_PER_DISC * if is_lower { solved.lower } else { solved.upper }
    }

    /// Searches a move. The score means nothing if the search is aborted.
    fn search_move(&mut self, after: Board<K::Word>, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        -midgame_root(self, after, depth - 1, -beta, -alpha)
    }

    /// Solves a board and puts its best move first. Returns `false` if the search is aborted.
    pub(super) fn solve_best(
        &mut self,
        board: Board<K::Word>,
        root: &mut RootMoves<K>,
        empties: u32,
    ) -> bool {
        let solved = self.solve_board(board, Window::EXACT, &mut unobserved);
        let first = solved.line.first();
        match first.and_then(|first| root.iter().position(|root| root.index == *first)) {
            Some(place) if solved.lower == solved.upper => {
                let found = (Score::exact(solved.lower), &solved.line[1..]);
                let iteration = (empties, Selectivity::NONE);
                put_first(root, place, &self.geometry.layout, found, iteration);
                true
            }
            _ => false,
        }
    }

    /// Searches all root moves and puts the one with the best averaged score first, the
    /// others in order behind it. Returns `false` if the search is aborted.
    pub(super) fn search_averaged(
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
            // The best move so far keeps its place against noise.
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
        let line = table_line(self, root[place].board, false);
        let found = (Score::from_units(averaged.score(), false), &line[..]);
        put_first(
            root,
            place,
            &self.geometry.layout,
            found,
            (depth, selectivity),
        );
        if !self.is_aborted {
            root[1..].sort_by_key(|root| Reverse(root.averaged));
        }
        !self.is_aborted
    }

    /// Returns the score of a move if it is above `needed`, else an estimate, or a bound if it
    /// is not above `floor`. It means nothing if the search is aborted.
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
            // Somewhere between the bounds.
            i32::midpoint(least, value.max(least))
        } else if needed + 1 >= most || self.is_aborted {
            value
        } else {
            self.search_move(after, depth, needed, most)
        }
    }
}
