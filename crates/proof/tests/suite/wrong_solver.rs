//! Tests that certificates expose a wrong solver.

use std::collections::HashSet;

use outflank_engine::{ProofRequest, SavedBounds, SearchOptions, Searcher};
use outflank_othello::{Color, Position, Square};

use crate::common::{
    certify, certify_with, check_all, exactly, options, position, score, searcher,
};

/// Returns the positions after a number of plies, except those where a side must pass.
fn after(position: &Position, plies: u32) -> HashSet<Position> {
    let mut all = HashSet::from([*position]);
    for _ in 0..plies {
        let next = all.iter().flat_map(|position| {
            let moves = position.legal_moves().into_iter();
            moves.filter_map(|square| position.play(square).ok())
        });
        all = next.filter(|next| !next.legal_moves().is_empty()).collect();
    }
    all
}

/// Returns a searcher whose table contains bounds that are too favourable for the root's mover.
fn wrong_searcher(root: &Position, plies: u32, error: i32) -> Searcher {
    let mut wrong = Searcher::new(SearchOptions::default().with_hash(4)).unwrap();
    let view = wrong.table_view(root.shape());
    let empties = root.empties().len() as u32;
    for position in after(root, plies) {
        let is_own = position.mover() == root.mover();
        let error = if is_own { error } else { -error };
        let found = score(&mut searcher(), &position) + error;
        let board = position.widened_board();
        let bounds = SavedBounds {
            mover: board.mover(),
            opponent: board.opponent(),
            lower: found as i16,
            upper: found as i16,
            best: [255; 2],
            empties: position.empties().len() as u8,
        };
        view.restore(&bounds, empties).unwrap();
    }
    wrong
}

#[test]
fn a_search_with_false_bounds_is_caught() {
    let mut caught = 0;
    for seed in 0..6 {
        let root = position("8x8", 13, seed);
        let truth = score(&mut searcher(), &root);
        let mut wrong = wrong_searcher(&root, 2, 6);
        let found = score(&mut wrong, &root);
        if found == truth {
            // All lines passed early and so avoided the false bounds.
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        // A solve also walks its principal variation to the end, where it may notice a
        // contradiction. A search with only the false bounds proves everything above them.
        let mut wrong = wrong_searcher(&root, 2, 6);
        let options = options(folder.path(), 11);
        let (_, bytes) = certify(&mut wrong, &root, exactly(found), &options).unwrap();
        let fault = check_all(&bytes).unwrap_err();
        let expected = ["lemma ", "the score is below"];
        assert!(expected.iter().all(|part| fault.contains(part)), "{fault}");
        caught += 1;
    }
    assert!(caught >= 3, "{caught}");
}

/// Proves like the searcher, but now and then returns the first legal move instead of a proven one.
fn careless(
    searcher: &mut Searcher,
    searched: &mut usize,
    request: &ProofRequest<'_>,
) -> Option<Vec<Option<Square>>> {
    let mut moves = searcher.proving_moves(request)?;
    for (board, best) in request.boards.iter().zip(&mut moves) {
        *searched += 1;
        if best.is_none() || searched.is_multiple_of(5) {
            let position = Position::from_widened_board(request.shape, *board, Color::Black);
            *best = position.unwrap().legal_moves().into_iter().next();
        }
    }
    Some(moves)
}

#[test]
fn a_search_with_wrong_moves_is_caught() {
    let mut caught = 0;
    for seed in 0..10 {
        let root = position("8x8", 12, seed);
        let (mut searcher, mut searched) = (searcher(), 0);
        let truth = score(&mut searcher, &root);
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path(), 6);
        let mut prover =
            |request: &ProofRequest<'_>| careless(&mut searcher, &mut searched, request);
        let made = certify_with(&mut prover, &root, exactly(truth), &options);
        // The claims are true, and sometimes the first move also proves them.
        if let Err(fault) = check_all(&made.unwrap().1) {
            assert!(fault.contains("lemma "), "{fault}");
            caught += 1;
        }
        // A false claim cannot be proven by any moves.
        let made = certify_with(&mut prover, &root, exactly(truth + 2), &options);
        assert!(check_all(&made.unwrap().1).is_err());
    }
    assert!(caught >= 5, "{caught}");
}
