//! Umigame numbers: how many lines each side must know to play an opening.
//!
//! The number of a side is the number of lines that are left if that side plays the best
//! move that leaves the fewest, and the other side any best move: at its own nodes the
//! minimum over the best moves, at the opponent's nodes the sum; 1 where the count ends.
//! Named after the Japanese player Umigame, who publishes it for his book as the *minimum
//! number of best branches* up to move 30 (<https://umigamep.github.io/BookAdviser/>, seen
//! 2026); Egaroucid counts it in the same way. Best moves are those with the highest score
//! in whole discs, as books hold it. Moves that are equal by symmetry count once.
//!
//! If several lines lead to the same position, the lines from there on are counted once for each
//! of them. A [`Repertoire`] therefore also has the number of distinct positions.

mod graph;

use outflank_othello::{Color, Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analyzer::Analyzer;
use graph::Graph;

/// Options of an umigame count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmigameOptions {
    /// Moves placed from the position on, at which lines end.
    pub plies: u32,
    /// Loss in discs up to which a move counts as a best move, for both sides.
    pub loss: f64,
    /// The largest number of positions to score.
    pub positions: usize,
}

/// What one side must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Repertoire {
    /// The umigame number. Values above 2⁶⁴ − 1 are given as that.
    pub lines: u64,
    /// Distinct positions at the ends of these lines, up to symmetry.
    pub ends: usize,
    /// Distinct positions up to symmetry in which the side is to move: the moves to know.
    pub positions: usize,
}

/// The numbers after one of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UmigameMove {
    /// The move.
    #[serde(rename = "move")]
    pub square: Square,
    /// Score for the side that plays it, in whole discs.
    pub score: i32,
    /// The umigame number for Black after the move.
    pub black: u64,
    /// The umigame number for White after the move.
    pub white: u64,
}

/// The umigame numbers of a position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Umigame {
    /// For Black.
    pub black: Repertoire,
    /// For White.
    pub white: Repertoire,
    /// Moves placed at which the lines end.
    pub plies: u32,
    /// Loss in discs up to which a move counts as a best move.
    pub loss: f64,
    /// Positions scored.
    pub scored: usize,
    /// Positions before the end of the lines that have no scores: lines end there.
    pub unknown: usize,
    /// Whether the count reached the plies requested: it also ends when it is interrupted
    /// or would score too many positions.
    pub complete: bool,
    /// The best moves, in order of score.
    #[serde(skip)]
    pub moves: Vec<UmigameMove>,
}

/// Counts the lines of a position. `analyzer` gives the scores; a position that it gives
/// no move for ends its lines. Positions of the same ply are scored in parallel in the
/// current thread pool, and `report` gets the plies and positions done.
///
/// If the analyzer is interrupted, or [`UmigameOptions::positions`] would be exceeded, the
/// result is that of the plies completed by then.
#[must_use]
pub fn umigame(
    position: &Position,
    options: &UmigameOptions,
    analyzer: &dyn Analyzer,
    report: &(dyn Fn(u32, usize) + Sync),
) -> Umigame {
    let graph = Graph::grow(position, options, analyzer, report);
    let counts = graph.counts();
    let repertoire = |side| graph.repertoire(&counts, side);
    Umigame {
        black: repertoire(Color::Black),
        white: repertoire(Color::White),
        plies: graph.plies(),
        loss: options.loss,
        scored: graph.scored,
        unknown: graph.unknown,
        complete: graph.plies() == options.plies || graph.is_closed(),
        moves: graph.root_moves(&counts),
    }
}

#[cfg(test)]
mod tests;
