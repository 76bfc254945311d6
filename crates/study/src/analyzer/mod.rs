//! What every move of a position is worth.

mod classic;
mod engine;

use outflank_othello::{Position, Square};

pub use classic::ClassicAnalyzer;
pub use engine::EngineAnalyzer;

/// A legal move with its worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredMove {
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
    /// How probable it had to be, in per cent, that a branch changes nothing for it
    /// to be left out; 100 if none was.
    pub selectivity: u32,
    /// Positions that the search reached: for this move, or for all moves together
    /// if they were searched together.
    pub nodes: u64,
}

impl From<&outflank_engine::ScoredMove> for ScoredMove {
    fn from(found: &outflank_engine::ScoredMove) -> Self {
        Self {
            square: found.square,
            score: found.discs(),
            exact: found.is_exact,
            pv: found.pv.clone(),
            depth: found.depth,
            selectivity: found.selectivity.percent(),
            nodes: found.nodes,
        }
    }
}

/// Values every move of a position: the door behind which an engine stands.
pub trait Analyzer: Sync {
    /// Every legal move of the position with its worth, best first, equal ones
    /// in reading order; none of them if the mover has none. `None` if the work
    /// was interrupted.
    fn score_moves(&self, position: &Position) -> Option<Vec<ScoredMove>>;
}
