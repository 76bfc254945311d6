//! Principal variation search at nodes whose exact score is needed.
//!
//! All moves but the first are expected to fail low and get a null-window search first
//! (Marsland and Campbell 1982, "Parallel search of strongly ordered game trees").

use outflank_othello::{Bitboard, Board, Square};

use super::endgame::search_move;
use super::ordering::{Candidate, MAX_MOVES, MoveList, Ranking, for_each_move};
use super::table::NO_MOVE;
use super::thread::Thread;
use super::tiers::Entries;

/// A principal variation without passes.
pub(crate) type Line = Vec<Square>;

/// Returns the score of `board`, fail-soft, and the principal variation if the score is inside the
/// window. The caller counts the node. If `thread.is_aborted` is set, the result is the best of the
/// finished moves.
pub(crate) fn search_pv<K: Entries>(
    thread: &mut Thread<'_, K>,
    board: Board<K::Word>,
    empties: u32,
    alpha: i32,
    beta: i32,
) -> (i32, Line) {
    let geometry = thread.geometry;
    let free = geometry.mask & !board.occupied();
    let odd = geometry.odd_quarters(free);
    let moves = thread.kernels.legal_moves(board, geometry);
    if moves.is_empty() {
        let passed = match thread.pass(board) {
            Ok((passed, _)) => passed,
            Err(score) => return (score, Line::new()),
        };
        let (score, line) = search_pv(thread, passed, empties, -beta, -alpha);
        return (-score, line);
    }

    let tt_moves = thread
        .table
        .get(board)
        .map_or([NO_MOVE; 2], |entry| entry.best);
    let mut choices = MoveList::<K::Word, MAX_MOVES>::new();
    let mut ranking = Ranking::new(thread, board, empties, odd, tt_moves);
    for_each_move(thread.kernels, board, moves, geometry, |tried| {
        choices.push(&tried, ranking.rank(thread, &tried));
        true
    });

    let mut best: Option<(i32, u8)> = None;
    let mut best_line = Line::new();
    let mut raised = alpha;
    while let Some(choice) = choices.pop_best() {
        let candidate = Candidate::new(board, choice);
        let mut score = if best.is_none() {
            i32::MAX
        } else {
            search_null(thread, &candidate, empties, odd, raised)
        };
        if thread.is_aborted {
            break;
        }
        let mut line = Line::new();
        if score > raised && (best.is_none() || score < beta) {
            // Inside the window: the exact score is needed.
            let from = if best.is_none() { raised } else { score - 1 };
            thread.nodes += 1;
            let (below, rest) = search_pv(thread, candidate.board, empties - 1, -beta, -from);
            if thread.is_aborted && best.is_some() {
                break;
            }
            score = -below;
            line = rest;
        }
        if best.is_none_or(|(other, _)| score > other) {
            best = Some((score, candidate.index));
            line.insert(0, geometry.layout.square(candidate.index.into()));
            best_line = line;
            raised = raised.max(score);
        }
        if thread.is_aborted || raised >= beta {
            break;
        }
    }
    let (score, index) = best.unwrap_or((alpha, NO_MOVE));
    if !thread.is_aborted {
        let window = (alpha, beta);
        let index = (index != NO_MOVE).then_some(index);
        let found = (score, index);
        thread.table.keep(board, empties as u8, window, found);
    }
    (score, best_line)
}

/// Searches a move with a null window.
pub(super) fn search_null<K: Entries>(
    thread: &mut Thread<'_, K>,
    candidate: &Candidate<K::Word>,
    empties: u32,
    odd: u8,
    alpha: i32,
) -> i32 {
    if empties > 5 {
        return search_move(thread, candidate, empties, odd, alpha);
    }
    // There are too few empties for the unrolled plies, so this takes a handful of nodes.
    thread.nodes += 1;
    let (below, _) = search_pv(thread, candidate.board, empties - 1, -alpha - 1, -alpha);
    -below
}

/// Returns the principal variation from the table: the move `first`, and the line on the board after
/// it.
pub(super) fn table_line<K: Entries>(
    thread: &Thread<'_, K>,
    first: Square,
    mut board: Board<K::Word>,
    is_exact: bool,
) -> Line {
    let geometry = thread.geometry;
    let mut line = vec![first];
    loop {
        let moves = thread.kernels.legal_moves(board, geometry);
        if moves.is_empty() {
            let passed = board.pass();
            if thread.kernels.legal_moves(passed, geometry).is_empty() {
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
        line.push(geometry.layout.square(index));
        board = board.after(
            index,
            thread
                .kernels
                .flips(index, board.mover(), board.opponent(), geometry),
        );
    }
}
