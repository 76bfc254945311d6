//! The score of a position, bound by bound.
//!
//! Each step asks by a null window whether the score reaches a number of discs,
//! and so proves a bound; the answers close in on the score (MTD(f): Plaat,
//! Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth minimax
//! algorithms"). The table keeps what one step learns for the next.

use outflank_othello::{Bitboard, Board};

use super::heuristic::{MOST, best_move, heuristic_root};
use super::hot::Hot;
use super::principal::{Line, principal};
use super::progress::Finding;
use super::table::NO_MOVE;
use super::thread::{CAREFUL_SELECTIVITY, PREVIEW_SELECTIVITY, Thread};
use super::window::Window;
use crate::evaluation::UNITS;

/// Up to so many empty squares one search with an open window is quicker than
/// several null windows.
const OPEN_WINDOW_TO: u32 = 9;

/// Plies of the preview that says where to begin.
const ROOT_PREVIEW: u32 = 3;

/// Most plies of a rehearsal that does not reach the end.
const REHEARSAL: u32 = 10;

/// How far the first window of a rehearsal reaches to both sides, in 1/128
/// discs.
const REHEARSAL_WINDOW: i32 = 3 * UNITS;

/// What was proven of a board.
pub(crate) struct Proof {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// Best play if the score is known; a move that reaches the lower bound, or
    /// the best guess, otherwise.
    pub(crate) line: Line,
}

/// Proves what `window` asks of a board's score. If the search becomes void on
/// the way, the bounds are what was proven by then.
pub(crate) fn prove<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    window: Window,
) -> Proof {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let empties = free.count();
    let most = geometry.squares;
    thread.is_void = false;
    thread.selectivity = PREVIEW_SELECTIVITY;
    thread.nodes += 1;
    if empties <= OPEN_WINDOW_TO {
        return prove_at_once(thread, board, empties, window);
    }

    // With an even number of squares every score is even.
    let step = if most % 2 == 0 { 2 } else { 1 };
    let (guess, first) = best_move(thread, board, ROOT_PREVIEW);
    let known = thread.table.get(board);
    let (mut lower, mut upper) = known.map_or((-most, most), |entry| {
        (
            i32::from(entry.lower).max(-most),
            i32::from(entry.upper).min(most),
        )
    });
    let guess =
        if empties >= thread.thresholds.rehearsal_from && !window.is_settled_by(lower, upper) {
            rehearse(thread, board, empties, guess)
        } else {
            guess
        };
    let mut best = known
        .map(|entry| entry.best[0])
        .filter(|&index| index != NO_MOVE)
        .or(first);
    let mut wanted = (guess / UNITS).clamp(-most, most);
    wanted -= wanted % step;
    while !window.is_settled_by(lower, upper) {
        // Is the score at least `tested`? Nothing outside is worth asking.
        let tested = wanted
            .clamp(lower + step, upper)
            .clamp(window.alpha() + 1, window.beta());
        thread.report(Finding {
            lower,
            upper,
            tested,
            best: best.map(|index| geometry.layout.square(u32::from(index))),
        });
        let odd = geometry.odd_quarters(free);
        let score = H::null_window(thread, board, empties, odd, tested - 1);
        if thread.is_void {
            break;
        }
        if score >= tested {
            lower = lower.max(score);
            let known = thread.table.get(board).map(|entry| entry.best[0]);
            best = known.filter(|&index| index != NO_MOVE).or(best);
            wanted = lower + step;
        } else {
            upper = upper.min(score);
            wanted = upper;
        }
    }
    thread.report(Finding {
        lower,
        upper,
        tested: lower,
        best: best.map(|index| geometry.layout.square(u32::from(index))),
    });

    let mut line: Line = best.into_iter().map(u32::from).collect();
    if lower == upper && !thread.is_void {
        // Mostly a walk through the table.
        let (score, found) = principal(thread, board, empties, lower - 1, lower + 1);
        if score == lower && !thread.is_void {
            line = found;
        }
    }
    thread.keep_watch();
    Proof { lower, upper, line }
}

/// Searches to the end, leaving out what is improbable, deeper and deeper and at last
/// less boldly: the value where the exact search begins. The table of hints keeps the
/// moves that it found best.
fn rehearse<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    mut guess: i32,
) -> i32 {
    let to_end = std::iter::once(empties);
    for depth in (4..=REHEARSAL.min(empties - 10)).chain(to_end) {
        guess = rehearse_to(thread, board, depth, guess);
    }
    if empties >= thread.thresholds.careful_rehearsal_from {
        thread.selectivity = CAREFUL_SELECTIVITY;
        guess = rehearse_to(thread, board, empties, guess);
        thread.selectivity = PREVIEW_SELECTIVITY;
    }
    guess
}

/// The value so many plies on, or the guess if the search becomes void.
fn rehearse_to<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    depth: u32,
    guess: i32,
) -> i32 {
    let (mut alpha, mut beta) = (guess - REHEARSAL_WINDOW, guess + REHEARSAL_WINDOW);
    loop {
        alpha = alpha.clamp(-MOST, MOST - 1);
        beta = beta.clamp(1 - MOST, MOST);
        let value = heuristic_root(thread, board, depth, alpha, beta);
        if thread.is_void {
            return guess;
        }
        if value <= alpha && alpha > -MOST {
            alpha -= 4 * REHEARSAL_WINDOW;
        } else if value >= beta && beta < MOST {
            beta += 4 * REHEARSAL_WINDOW;
        } else {
            return value;
        }
    }
}

/// One search with the whole window.
fn prove_at_once<H: Hot>(
    thread: &mut Thread<'_, H>,
    board: Board<H::Word>,
    empties: u32,
    window: Window,
) -> Proof {
    let most = thread.geometry.squares;
    let (alpha, beta) = (window.alpha().max(-most - 1), window.beta().min(most + 1));
    let (score, line) = principal(thread, board, empties, alpha, beta);
    let is_proven = !thread.is_void;
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
    let proof = Proof { lower, upper, line };
    let square = proof
        .line
        .first()
        .map(|&index| thread.geometry.layout.square(index));
    thread.report(Finding {
        lower,
        upper,
        tested: lower,
        best: square,
    });
    proof
}
