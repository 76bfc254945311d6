//! What every move of a position is worth.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_classic::{Evaluation, EvaluationKind, value_moves};
use outflank_engine::{SolveOptions, solve_all_moves};
use outflank_gametree::Limits;
use outflank_othello::{Position, Square};

/// A legal move with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// The move.
    pub square: Square,
    /// Final disc difference for the side that plays it, empties to the winner:
    /// whole discs if `exact`, else an estimate.
    pub score: f64,
    /// Whether the score is that of best play of both sides to the end.
    pub exact: bool,
    /// The squares of best play, this move first, passes left out.
    pub pv: Vec<Square>,
    /// Depth of the search in plies, this move included.
    pub depth: u32,
    /// Positions that the search reached.
    pub nodes: u64,
}

/// Values every move of a position: the door behind which an engine stands.
pub trait Valuer: Sync {
    /// Every legal move of the position with its worth, best first, equal ones
    /// in reading order; none of them if the mover has none. `None` if the work
    /// was interrupted.
    fn value_moves(&self, position: &Position) -> Option<Vec<Valued>>;
}

/// Values by a textbook evaluation, and exactly near the end of the game.
#[derive(Clone, Debug)]
pub struct ClassicValuer {
    /// The evaluation far from the end.
    pub evaluation: Evaluation,
    /// Depth of the search far from the end, in plies, at least 1.
    pub depth: u32,
    /// With so many empty squares or fewer, scores are exact.
    pub exact_from: u32,
    /// Threads of the exact solver.
    pub threads: usize,
    /// MiB of the exact solver's table.
    pub hash_mib: usize,
    /// Gives up soon after this becomes true.
    pub stop: Arc<AtomicBool>,
}

impl Default for ClassicValuer {
    /// `phased` to depth 8, exact from 18 empty squares on: a game takes some
    /// seconds.
    fn default() -> Self {
        Self {
            evaluation: Evaluation::new(EvaluationKind::Phased),
            depth: 8,
            exact_from: 18,
            threads: 1,
            hash_mib: 64,
            stop: Arc::default(),
        }
    }
}

impl ClassicValuer {
    fn exact(&self, position: &Position) -> Vec<Valued> {
        let options = SolveOptions::default()
            .with_hash(self.hash_mib)
            .with_threads(self.threads)
            .with_stop(Arc::clone(&self.stop));
        let depth = position.empties().len() as u32;
        let solved = solve_all_moves(position, &options).into_iter();
        solved
            .map(|solved| Valued {
                square: solved.square,
                score: f64::from(solved.score),
                exact: true,
                pv: solved.pv,
                depth,
                nodes: solved.nodes,
            })
            .collect()
    }

    fn estimated(&self, position: &Position) -> Vec<Valued> {
        let limits = Limits::plies(self.depth.max(1)).with_stop(Arc::clone(&self.stop));
        let valued = value_moves(position, &self.evaluation, &limits).into_iter();
        valued
            .map(|valued| Valued {
                square: valued.square,
                score: valued.score.discs(),
                exact: valued.score.is_exact(),
                pv: valued.pv,
                depth: valued.depth,
                nodes: valued.counts.nodes(),
            })
            .collect()
    }
}

impl Valuer for ClassicValuer {
    fn value_moves(&self, position: &Position) -> Option<Vec<Valued>> {
        let is_near_the_end = position.empties().len() <= self.exact_from as usize;
        let moves = if is_near_the_end {
            self.exact(position)
        } else {
            self.estimated(position)
        };
        (!self.stop.load(Ordering::Relaxed)).then_some(moves)
    }
}
