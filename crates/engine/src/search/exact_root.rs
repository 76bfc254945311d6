//! Exact scores at the root.
//!
//! Each null-window search proves one bound, and the bounds close in on the score
//! (MTD(f): Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth minimax
//! algorithms"). The table carries what one search learns to the next.

use outflank_othello::{Bitboard, Board};

use super::iterative_deepening::root_moves;
use super::midgame::{MOST, midgame_root, shallow_best_move};
use super::parameters::{
    GUESS_PLIES, MAX_PRESEARCH_DEPTH, OPEN_WINDOW_FROM, PRESEARCH_LEAVES, PRESEARCH_WINDOW,
    WHOLE_PRESEARCH_FROM,
};
use super::probcut::Selectivity;
use super::progress::SolveBounds;
use super::pv::{Line, search_pv};
use super::report::Report;
use super::request::SearchRequest;
use super::result::ScoredMove;
use super::root_pvs::RootMove;
use super::score::Score;
use super::table::NO_MOVE;
use super::thread::{ORDERING_SELECTIVITY, SECOND_PRESEARCH_SELECTIVITY, Thread};
use super::tiers::Kernels;
use super::window::Window;
use crate::evaluation::UNITS_PER_DISC;

/// What is proven of a board.
pub(crate) struct SolvedRoot {
    /// Bounds of the score in discs.
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The principal variation if the score is exact; otherwise a move that reaches the
    /// lower bound, or the best guess.
    pub(crate) line: Line,
}

/// Solves a board until `window` is settled. If the search is aborted, the bounds are
/// those proven so far. `observe` is told of each bound and stops the search by
/// returning `false`.
pub(super) fn solve_root<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    window: Window,
    observe: &mut dyn FnMut(SolveBounds) -> bool,
) -> SolvedRoot {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let most = geometry.squares;
    thread.is_aborted = false;
    thread.selectivity = ORDERING_SELECTIVITY;
    thread.nodes += 1;
    if empties <= OPEN_WINDOW_FROM {
        return solve_open_window(thread, board, empties, window, observe);
    }

    // With an even number of squares every score is even.
    let step = if most % 2 == 0 { 2 } else { 1 };
    let (mut guess, first) = shallow_best_move(thread, board, GUESS_PLIES);
    let known = thread.table.get(board);
    let (mut lower, mut upper) = known.map_or((-most, most), |entry| {
        (
            i32::from(entry.lower).max(-most),
            i32::from(entry.upper).min(most),
        )
    });
    let mut best = known
        .map(|entry| entry.best[0])
        .filter(|&index| index != NO_MOVE)
        .or(first);
    let bounds = |lower, upper, tested, best: Option<u8>| SolveBounds {
        lower,
        upper,
        tested,
        best: best.map(|index| geometry.layout.square(u32::from(index))),
    };
    thread.report(bounds(lower, upper, lower, best), observe);
    if empties >= thread.thresholds.presearch_from && !window.is_settled_by(lower, upper) {
        guess = presearch(thread, board, empties, guess);
    }
    let mut next = (guess / UNITS_PER_DISC).clamp(-most, most);
    next -= next % step;
    let moves = thread.kernels.reached(board, geometry) & free;
    let odd = geometry.odd_quarters(free);
    while !window.is_settled_by(lower, upper) {
        // Is the score at least `tested`? No answer outside the window matters.
        let tested = next
            .clamp(lower + step, upper)
            .clamp(window.alpha() + 1, window.beta());
        thread.report(bounds(lower, upper, tested, best), observe);
        if thread.is_aborted {
            break;
        }
        let score = thread
            .kernels
            .endgame(thread, board, moves, empties, odd, tested - 1);
        if thread.is_aborted {
            break;
        }
        if score >= tested {
            lower = lower.max(score);
            let known = thread.table.get(board).map(|entry| entry.best[0]);
            best = known.filter(|&index| index != NO_MOVE).or(best);
            next = lower + step;
        } else {
            upper = upper.min(score);
            next = upper;
        }
    }
    thread.report(bounds(lower, upper, lower, best), observe);

    let mut line: Line = best.into_iter().map(u32::from).collect();
    if lower == upper && !thread.is_aborted {
        // Mostly a walk through the table.
        let (score, found) = search_pv(thread, board, empties, lower - 1, lower + 1);
        if score == lower && !thread.is_aborted {
            line = found;
        }
    }
    thread.poll();
    SolvedRoot { lower, upper, line }
}

/// Selective searches to increasing depths, and to the end of the game where that takes a
/// small part of the time. They give the score at which the exact search begins, and fill
/// the midgame table with best moves.
fn presearch<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    mut guess: i32,
) -> i32 {
    let last = if empties >= WHOLE_PRESEARCH_FROM {
        empties
    } else {
        empties - PRESEARCH_LEAVES
    };
    let first = 4..=MAX_PRESEARCH_DEPTH.min(empties - 10);
    for depth in first.chain(std::iter::once(last)) {
        guess = presearch_to(thread, board, depth, guess);
    }
    if empties >= thread.thresholds.second_presearch_from {
        thread.selectivity = SECOND_PRESEARCH_SELECTIVITY;
        guess = presearch_to(thread, board, empties, guess);
        thread.selectivity = ORDERING_SELECTIVITY;
    }
    guess
}

/// Returns the score of a search to `depth`, or `guess` if the search is aborted.
fn presearch_to<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    depth: u32,
    guess: i32,
) -> i32 {
    let (mut alpha, mut beta) = (guess - PRESEARCH_WINDOW, guess + PRESEARCH_WINDOW);
    loop {
        alpha = alpha.clamp(-MOST, MOST - 1);
        beta = beta.clamp(1 - MOST, MOST);
        let value = midgame_root(thread, board, depth, alpha, beta);
        if thread.is_aborted {
            return guess;
        }
        if value <= alpha && alpha > -MOST {
            alpha -= 4 * PRESEARCH_WINDOW;
        } else if value >= beta && beta < MOST {
            beta += 4 * PRESEARCH_WINDOW;
        } else {
            return value;
        }
    }
}

/// Solves a board by one search with the whole window.
fn solve_open_window<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    window: Window,
    observe: &mut dyn FnMut(SolveBounds) -> bool,
) -> SolvedRoot {
    let most = thread.geometry.squares;
    let (alpha, beta) = (window.alpha().max(-most - 1), window.beta().min(most + 1));
    let (score, line) = search_pv(thread, board, empties, alpha, beta);
    let is_proven = !thread.is_aborted;
    let lower = if is_proven && score > alpha {
        score
    } else {
        -most
    };
    let upper = if is_proven && score < beta {
        score
    } else {
        most
    };
    let best = line
        .first()
        .map(|&index| thread.geometry.layout.square(index));
    let bounds = SolveBounds {
        lower,
        upper,
        tested: lower,
        best,
    };
    thread.report(bounds, observe);
    SolvedRoot { lower, upper, line }
}

/// Solves the position of a request. Returns whether its window was settled.
pub(super) fn solve_position<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
    report: &mut Report<'_>,
) -> bool {
    let root = root_moves(thread, board, request);
    let mut observe = |bounds| report.bounds(bounds);
    let solved = if request.is_restricted() && !root.is_empty() {
        solve_best_of(thread, &root, request.window, &mut observe)
    } else {
        solve_root(thread, board, request.window, &mut observe)
    };
    let layout = &thread.geometry.layout;
    let best = solved.line.first();
    let best = best.and_then(|&best| root.iter().find(|root| u32::from(root.index) == best));
    if let Some(best) = best {
        let rest = solved.line[1..].to_vec();
        let is_exact = solved.lower == solved.upper;
        let iteration = (request.position.empties().len() as u32, Selectivity::NONE);
        let score = UNITS_PER_DISC * solved.lower;
        report.set_moves(vec![best.scored(layout, rest, score, iteration, is_exact)]);
    }
    report.result.pv = solved.line.iter().map(|&i| layout.square(i)).collect();
    (report.result.lower, report.result.upper) =
        (Score::exact(solved.lower), Score::exact(solved.upper));
    request.window.is_settled_by(solved.lower, solved.upper)
}

/// Solves the best of some moves until `window` is settled, like [`solve_root`].
fn solve_best_of<K: Kernels>(
    thread: &mut Thread<'_, K>,
    root: &[RootMove<K::Word>],
    window: Window,
    observe: &mut dyn FnMut(SolveBounds) -> bool,
) -> SolvedRoot {
    let most = thread.geometry.squares;
    // No move has reached the lower bound yet, and none has been searched that could reach
    // a higher one than the upper bound.
    let (mut lower, mut highest) = (-most, -most);
    let mut line = Line::new();
    thread.nodes += 1;
    for (number, root_move) in root.iter().enumerate() {
        let alpha = window.alpha().max(lower);
        let child_window = Window::clamped(-window.beta(), -alpha);
        let child = solve_root(thread, root_move.board, child_window, &mut |_| true);
        highest = highest.max(-child.lower);
        if line.is_empty() || -child.upper > lower {
            lower = -child.upper;
            line = std::iter::once(root_move.index.into())
                .chain(child.line)
                .collect();
        }
        let is_last = number + 1 == root.len();
        let bounds = SolveBounds {
            lower,
            upper: if is_last { highest } else { most },
            tested: lower,
            best: line
                .first()
                .map(|&index| thread.geometry.layout.square(index)),
        };
        thread.report(bounds, observe);
        if thread.is_aborted && !is_last {
            return SolvedRoot {
                lower,
                upper: most,
                line,
            };
        }
        if lower >= window.beta() {
            return SolvedRoot {
                lower,
                upper: bounds.upper,
                line,
            };
        }
    }
    SolvedRoot {
        lower,
        upper: highest,
        line,
    }
}

/// Solves the moves of a request one after another, those that it knows exactly left out.
/// Returns whether all are solved.
pub(super) fn solve_moves<K: Kernels>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    request: &SearchRequest,
    report: &mut Report<'_>,
) -> bool {
    let layout = &thread.geometry.layout;
    let empties = request.position.empties().len() as u32;
    let mut root: Vec<RootMove<K::Word>> = root_moves(thread, board, request);
    let place_of = |root: &RootMove<K::Word>| {
        let square = layout.square(u32::from(root.index));
        request
            .known
            .iter()
            .position(|known| known.square == square)
    };
    let is_known = |root: &RootMove<K::Word>| {
        place_of(root).is_some_and(|place| request.known[place].is_exact())
    };
    root.retain(|root| !is_known(root));
    root.sort_by_key(|root| place_of(root).unwrap_or(usize::MAX));
    let mut moves = request.known.to_vec();
    report.solved(&moves, root.is_empty());
    for (number, root_move) in root.iter().enumerate() {
        let nodes_before = report.nodes();
        let solved = solve_root(thread, root_move.board, Window::EXACT, &mut |_| true);
        if solved.lower != solved.upper {
            return false;
        }
        let score = -UNITS_PER_DISC * solved.lower;
        let iteration = (empties, Selectivity::NONE);
        let mut found = root_move.scored(layout, solved.line, score, iteration, true);
        found.nodes = report.nodes() - nodes_before;
        moves.retain(|known| known.square != found.square);
        moves.push(found);
        moves.sort_by_key(ScoredMove::order);
        let is_last = number + 1 == root.len();
        report.solved(&moves, is_last);
        if !report.tell() {
            return is_last;
        }
    }
    true
}
