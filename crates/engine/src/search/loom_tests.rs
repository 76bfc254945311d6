//! The table and the splits under a model checker, which tries every order of
//! events and every value that the memory model allows (`make loom`).

#![cfg(loom)]

use std::sync::Arc;

use loom::thread;
use outflank_othello::Board;

use super::memory::ZeroedWords;
use super::probcut::Selectivity;
use super::split::{Node, Pool, Split, Worker};
use super::table::Table;

/// Two boards that fall into the only bucket.
const ONE: Board<u64> = Board::new_unchecked(1, 2);
const OTHER: Board<u64> = Board::new_unchecked(4, 8);

/// Keeps a score that belongs to the board alone, so that a mixture shows.
fn keep(words: &ZeroedWords, board: Board<u64>) {
    let table = Table::<u64>::new(words, 6, 1);
    let score = board.mover() as i32;
    table.keep(
        board,
        20,
        (score - 1, score + 1),
        (score, Some(board.mover() as u8)),
    );
}

fn check(words: &ZeroedWords, board: Board<u64>) {
    if let Some(entry) = Table::<u64>::new(words, 6, 1).get(board) {
        let score = board.mover() as i16;
        assert_eq!((entry.lower, entry.upper), (score, score));
        assert_eq!(entry.best[0], board.mover() as u8);
    }
}

#[test]
fn a_table_never_gives_the_bounds_of_another_board() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        // A single bucket has two entries, so a third board takes one over.
        let words = Arc::new(ZeroedWords::new(8).unwrap());
        keep(&words, Board::new_unchecked(16, 32));
        let writers = [ONE, OTHER].map(|board| {
            let words = Arc::clone(&words);
            thread::spawn(move || keep(&words, board))
        });
        for board in [ONE, OTHER, Board::new_unchecked(16, 32)] {
            check(&words, board);
        }
        for writer in writers {
            writer.join().unwrap();
        }
        for board in [ONE, OTHER] {
            check(&words, board);
        }
    });
}

/// A worker whose moves are their own scores.
struct Toy {
    split: Option<Arc<Split<i32>>>,
}

impl Worker for Toy {
    type Move = i32;

    fn search(&mut self, split: &Split<i32>, candidate: &i32) -> Option<(i32, u8)> {
        (!split.is_cut()).then_some((*candidate, *candidate as u8))
    }

    fn split(&mut self) -> &mut Option<Arc<Split<i32>>> {
        &mut self.split
    }
}

/// Splits a node between its owner and one helper; the best score found.
fn search_with_a_helper(scores: [i32; 3], alpha: i32, check: fn(i32)) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let pool = Arc::new(Pool::new());
        let for_helper = Arc::clone(&pool);
        let helper = thread::spawn(move || for_helper.help(&mut Toy { split: None }));
        let node = Node {
            empties: 20,
            odd: 0,
            alpha,
            depth: None,
            selectivity: Selectivity::NONE,
        };
        let split = Split::new(None, scores[1..].to_vec(), node, (scores[0], 0));
        let (best, square) = pool.search_together(&mut Toy { split: None }, &split);
        assert!(best == scores[0] || best == i32::from(square));
        check(best);
        pool.finish();
        helper.join().unwrap();
    });
}

#[test]
fn a_split_finds_the_best_move_and_everybody_goes_home() {
    search_with_a_helper([1, 5, 3], 10, |best| assert_eq!(best, 5));
}

#[test]
fn a_split_that_is_cut_has_a_score_over_alpha() {
    search_with_a_helper([1, 7, 9], 4, |best| assert!(best > 4));
}
