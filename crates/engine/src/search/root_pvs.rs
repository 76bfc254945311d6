//! Principal variation search of the root moves at one depth.

use outflank_othello::{Bitboard, Board, Layout};

use super::depth_averaging::AveragedScore;
use super::exact_root::solve_root;
use super::limits::Iteration;
use super::midgame::{LOWEST, MOST, midgame_root};
use super::parameters::ASPIRATION;
use super::probcut::Selectivity;
use super::pv::Line;
use super::result::ScoredMove;
use super::score::Score;
use super::table::NO_MOVE;
use super::thread::Thread;
use super::tiers::Kernels;
use super::window::Window;
use crate::evaluation::UNITS_PER_DISC;

/// A root move.
pub(super) struct RootMove<W> {
    /// The board after it.
    pub(super) board: Board<W>,
    /// The bit index of its square.
    pub(super) index: u8,
    /// The result of the last iteration in which it was among the best.
    pub(super) found: Option<ScoredMove>,
    /// Its average score over the depths so far.
    pub(super) averaged: Option<AveragedScore>,
}

impl<W: Bitboard> RootMove<W> {
    /// Returns this move with its score and the principal variation `line` after it.
    pub(super) fn scored(
        &self,
        layout: &Layout<W>,
        line: Line,
        score: i32,
        (depth, selectivity): Iteration,
        is_exact: bool,
    ) -> ScoredMove {
        let squares = std::iter::once(u32::from(self.index)).chain(line);
        ScoredMove {
            square: layout.square(u32::from(self.index)),
            score: Score::from_units(score, is_exact),
            from_book: false,
            depth,
            selectivity,
            pv: squares.map(|index| layout.square(index)).collect(),
            nodes: 0,
        }
    }
}

/// An aspiration window, in 1/128 discs.
pub(super) struct AspirationWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    most: i32,
    by: i32,
}

impl AspirationWindow {
    /// Returns a narrow window around `guess`, or the full window at small depths. No score is
    /// beyond `most`.
    pub(super) fn around<K: Kernels>(
        guess: i32,
        depth: u32,
        most: i32,
        thread: &Thread<'_, K>,
    ) -> Self {
        let (alpha, beta) = if depth >= thread.thresholds.aspiration_from {
            let (alpha, beta) = (guess - ASPIRATION, guess + ASPIRATION);
            (alpha.clamp(-most, most - 1), beta.clamp(1 - most, most))
        } else {
            (-most, most)
        };
        Self {
            alpha,
            beta,
            most,
            by: ASPIRATION,
        }
    }

    /// Returns `true` if a score is only an upper bound.
    pub(super) const fn is_below(&self, value: i32) -> bool {
        value <= self.alpha && self.alpha > -self.most
    }

    /// Returns `true` if a score is only a lower bound.
    pub(super) const fn is_above(&self, value: i32) -> bool {
        value >= self.beta && self.beta < self.most
    }

    /// Widens the window if `value` is outside. It never narrows, since a selective search
    /// may contradict another one.
    pub(super) fn grow_to(&mut self, value: i32) -> bool {
        if !self.is_below(value) && !self.is_above(value) {
            return false;
        }
        self.by *= 4;
        if value <= self.alpha {
            self.alpha = (self.alpha - self.by).max(-self.most);
        } else {
            self.beta = (self.beta + self.by).min(self.most);
        }
        true
    }
}

/// Searches root moves and puts the best one first. Returns `false` if the search is
/// aborted; results of earlier iterations stay where nothing better is known.
pub(super) fn search_best<K: Kernels>(
    thread: &mut Thread<'_, K>,
    root: &mut [RootMove<K::Word>],
    depth: u32,
    selectivity: Selectivity,
    is_exact: bool,
) -> bool {
    let geometry = thread.geometry;
    thread.selectivity = selectivity;
    let guess = root[0]
        .found
        .as_ref()
        .map_or(0, |found| found.score.units());
    let most = if is_exact { -LOWEST } else { MOST };
    let mut window = AspirationWindow::around(guess, depth, most, thread);
    loop {
        let AspirationWindow { alpha, beta, .. } = window;
        let mut best: Option<(i32, usize)> = None;
        let mut raised = alpha;
        for (place, candidate) in root.iter().enumerate() {
            let child = candidate.board;
            let search = |thread: &mut Thread<'_, K>, alpha: i32, beta: i32| {
                thread.nodes += 1;
                if is_exact {
                    -UNITS_PER_DISC * exact_child(thread, child, -beta, -alpha)
                } else {
                    -midgame_root(thread, child, depth - 1, -beta, -alpha)
                }
            };
            let mut value = if best.is_none() {
                search(thread, raised, beta)
            } else {
                search(thread, raised, raised + 1)
            };
            if best.is_some() && value > raised && value < beta && !thread.is_aborted {
                value = search(thread, raised, beta);
            }
            if thread.is_aborted {
                break;
            }
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, place));
                raised = raised.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        let Some((value, place)) = best else {
            return false;
        };
        let is_below = window.is_below(value);
        if thread.is_aborted && is_below {
            return false;
        }
        if !is_below {
            root[..=place].rotate_right(1);
            let line = line(thread, root[0].board, is_exact);
            // If the search is aborted before the window is wide enough, this is a bound, and
            // better than the score of the iteration before.
            let is_exact = is_exact && !window.is_above(value);
            let of = (depth, selectivity);
            let found = root[0].scored(&geometry.layout, line, value, of, is_exact);
            root[0].found = Some(found);
        }
        if thread.is_aborted {
            return false;
        }
        if !window.grow_to(value) {
            return true;
        }
    }
}

/// Returns the exact score of a child in discs; the window is in 1/128 discs.
fn exact_child<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    alpha: i32,
    beta: i32,
) -> i32 {
    let below = alpha.div_euclid(UNITS_PER_DISC);
    let above = -(-beta).div_euclid(UNITS_PER_DISC);
    let found = solve_root(thread, board, Window::clamped(below, above), &mut |_| true);
    if found.lower > below {
        found.lower
    } else {
        found.upper
    }
}

/// Solves a board and puts its best move first. Returns `false` if the search is
/// aborted.
pub(super) fn solve_best<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    root: &mut [RootMove<K::Word>],
    empties: u32,
) -> bool {
    let found = solve_root(thread, board, Window::EXACT, &mut |_| true);
    let best = found.line.first().copied();
    let place = root
        .iter()
        .position(|root| Some(u32::from(root.index)) == best);
    let (Some(place), true) = (place, found.lower == found.upper) else {
        return false;
    };
    root[..=place].rotate_right(1);
    let behind = found.line.iter().skip(1).copied().collect();
    root[0].found = Some(root[0].scored(
        &thread.geometry.layout,
        behind,
        UNITS_PER_DISC * found.lower,
        (empties, Selectivity::NONE),
        true,
    ));
    true
}

/// Returns the principal variation from the table.
pub(super) fn line<K: Kernels>(
    thread: &Thread<'_, K>,
    mut board: Board<K::Word>,
    is_exact: bool,
) -> Line {
    let geometry = thread.geometry;
    let mut line = Line::new();
    loop {
        let free = geometry.mask & !board.occupied();
        let moves = thread.kernels.reached(board, geometry) & free;
        if moves.is_empty() {
            let passed = board.pass();
            if (thread.kernels.reached(passed, geometry) & free).is_empty() {
                return line;
            }
            board = passed;
            continue;
        }
        let table = if is_exact {
            thread.table
        } else {
            thread.midgame_table
        };
        let Some(index) = table
            .get(board)
            .map(|entry| entry.best[0])
            .filter(|&index| index != NO_MOVE && moves.has(u32::from(index)))
        else {
            return line;
        };
        let index = u32::from(index);
        line.push(index);
        board = board.after(
            index,
            thread
                .kernels
                .flips(index, board.mover(), board.opponent(), geometry),
        );
    }
}
