//! Tests of the table and the splits under a model checker, which tries every order of events and
//! every value that the memory model allows (`make loom`).

#![cfg(loom)]

use std::sync::Arc;

use loom::thread;
use outflank_othello::Board;

use super::memory::ZeroedWords;
use super::probcut::Selectivity;
use super::split::{Node, Pool, Split, Worker, WorkerState};
use super::table::Table;

/// Two boards that fall into the only bucket.
const ONE: Board<u64> = Board::new_unchecked(1, 2);
const OTHER: Board<u64> = Board::new_unchecked(4, 8);

/// Stores a score that is unique to the board, so that a mixture of entries shows.
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
fn a_table_never_returns_the_bounds_of_another_board() {
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

/// A move of the toy game.
#[derive(Clone, Copy)]
enum Toy {
    /// A leaf with a score.
    Score(i32),
    /// A node with this α and these moves, which is split. Its score is the best score of the
    /// moves.
    Inner(i32, [&'static Self; 2]),
    /// A move whose search ends only at a cut-off.
    Endless,
}

use Toy::{Endless, Inner, Score};

struct ToyThread {
    pool: Arc<Pool<Toy>>,
    worker: WorkerState<Toy>,
}

impl ToyThread {
    fn new(pool: &Arc<Pool<Toy>>) -> Self {
        Self {
            pool: Arc::clone(pool),
            worker: pool.worker(),
        }
    }

    /// Splits a node. Returns its best score and the square, which is the same number.
    fn search_together(&mut self, moves: &[Toy], alpha: i32) -> (i32, u8) {
        let node = Node {
            empties: 20,
            odd: 0,
            alpha,
            depth: None,
            selectivity: Selectivity::NONE,
        };
        let split = self.worker.split(moves.to_vec(), node, (0, 0));
        let pool = Arc::clone(&self.pool);
        pool.search_together(self, &split)
    }
}

impl Worker for ToyThread {
    type Move = Toy;

    fn search(&mut self, _: &Split<Toy>, _: usize, candidate: &Toy) -> Option<(i32, u8)> {
        let (score, square) = match *candidate {
            Score(score) => (score, score as u8),
            Inner(alpha, [one, other]) => self.search_together(&[*one, *other], alpha),
            Endless => loop {
                let pool = Arc::clone(&self.pool);
                if pool.is_cut(&mut self.worker) {
                    return None;
                }
                thread::yield_now();
            },
        };
        (!self.pool.is_cut(&mut self.worker)).then_some((score, square))
    }

    fn worker(&mut self) -> &mut WorkerState<Toy> {
        &mut self.worker
    }
}

/// Splits a node between its owner and helpers in every order of events, and dismisses the
/// helpers. Checks the best score.
fn search_with(
    helpers: usize,
    preemptions: usize,
    moves: &'static [Toy],
    alpha: i32,
    check: fn(i32),
) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(move || {
        let pool = Arc::new(Pool::new(helpers + 1));
        let mut owner = ToyThread::new(&pool);
        let helpers: Vec<_> = (0..helpers)
            .map(|_| {
                let mut helper = ToyThread::new(&pool);
                thread::spawn(move || Arc::clone(&helper.pool).help(&mut helper))
            })
            .collect();
        let (best, square) = owner.search_together(moves, alpha);
        assert_eq!(best, i32::from(square));
        check(best);
        pool.finish();
        for helper in helpers {
            helper.join().unwrap();
        }
    });
}

#[test]
fn idle_helpers_are_dismissed() {
    search_with(2, 2, &[], 10, |best| assert_eq!(best, 0));
}

#[test]
fn a_split_finds_the_best_move_and_all_threads_finish() {
    const MOVES: [Toy; 3] = [Score(1), Score(5), Score(3)];
    for (helpers, preemptions) in [(1, 3), (2, 2)] {
        search_with(helpers, preemptions, &MOVES, 10, |best| assert_eq!(best, 5));
    }
}

#[test]
fn a_cut_off_reaches_the_other_threads() {
    search_with(1, 3, &[Endless, Score(9)], 4, |best| assert_eq!(best, 9));
    let moves = &[Score(1), Score(7), Score(9)];
    search_with(1, 3, moves, 4, |best| assert!(best > 4));
}

#[test]
fn a_split_within_another_finds_the_best_move() {
    const MOVES: [Toy; 2] = [Inner(10, [&Score(3), &Score(7)]), Score(5)];
    search_with(1, 3, &MOVES, 10, |best| assert_eq!(best, 7));
}

#[test]
fn a_cut_off_reaches_inner_splits_but_not_outer_ones() {
    const BELOW: [Toy; 2] = [Inner(4, [&Endless, &Endless]), Score(9)];
    search_with(2, 1, &BELOW, 4, |best| assert_eq!(best, 9));
    const AROUND: [Toy; 2] = [Inner(4, [&Score(7), &Score(3)]), Score(5)];
    search_with(1, 2, &AROUND, 10, |best| assert_eq!(best, 7));
}
