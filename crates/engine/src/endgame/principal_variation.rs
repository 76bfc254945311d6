//! The line of best play of a solved position.

use outflank_othello::{Bitboard, Board};

use super::search::Search;

/// The bit indices of best play from `board`, whose exact score is `score`.
///
/// At each position the first move is taken that is proven to reach the score;
/// the table makes these proofs cheap. A search that is stopped meanwhile
/// leaves the rest of the line out.
pub(super) fn principal_variation<B: Bitboard>(
    search: &mut Search<'_, B>,
    mut board: Board<B>,
    mut score: i32,
) -> Vec<u32> {
    let mut line = Vec::new();
    loop {
        let moves = board.legal_moves(search.layout());
        if moves.is_empty() {
            board = board.pass();
            if board.legal_moves(search.layout()).is_empty() {
                return line;
            }
            score = -score;
            continue;
        }
        let Some((index, next)) = move_that_reaches(search, board, moves, score) else {
            return line;
        };
        line.push(index);
        board = next;
        score = -score;
    }
}

fn move_that_reaches<B: Bitboard>(
    search: &mut Search<'_, B>,
    board: Board<B>,
    moves: B,
    score: i32,
) -> Option<(u32, Board<B>)> {
    let mut candidates = search.candidates(board, moves, search.remembered(board));
    let mut place = 0;
    while let Some(candidate) = candidates.pick(place) {
        let reached = -search.node(candidate.board, -score, -score + 1).ok()?;
        if reached >= score {
            return Some((candidate.index, candidate.board));
        }
        place += 1;
    }
    None
}
