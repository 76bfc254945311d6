//! What a search of a position found out.

use outflank_othello::Square;

use super::probcut::Selectivity;

/// What a search found out about one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub square: Square,
    /// Its value for the side that plays it, in 1/128 discs.
    pub value: i32,
    /// Plies searched, this move included.
    pub depth: u32,
    /// What was left out.
    pub selectivity: Selectivity,
    /// Whether `value` is the exact score.
    pub is_exact: bool,
    /// The squares of best play, this move first.
    pub pv: Vec<Square>,
}

/// What a search found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best moves, best first, as many as were asked for; none if the mover
    /// has to pass or the game is over. One move alone is chosen by what several
    /// depths say of it, so that the last depth may value another one more; several
    /// are in the order of their values.
    pub moves: Vec<ScoredMove>,
    /// Positions reached, the root included, with those reached only to rank
    /// moves.
    pub nodes: u64,
    /// Whether the search ran to its end.
    pub complete: bool,
}
