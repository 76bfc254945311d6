//! Umigame numbers: how many lines each side must know to play an opening.
//!
//! The umigame number of a side is the number of lines that it must know if the opponent may play
//! any best move and the side itself plays the best moves that need the fewest lines. It is the
//! minimum over the best moves at the side's own nodes, the sum over them at the opponent's nodes,
//! and 1 where lines end. It is named after the Japanese player Umigame, who publishes it for his
//! book as the *minimum number of best branches* up to move 30
//! (<https://umigamep.github.io/BookAdviser/>, seen 2026). Egaroucid counts it in the same way.
//! Best moves have the highest score in whole discs, as stored in books. Moves that are equal by
//! symmetry count once.
//!
//! If several lines lead to the same position, the lines from that position on count once for each
//! of them. A [`Repertoire`] therefore also contains the number of distinct positions.

mod graph;

use outflank_othello::{Color, Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::analyzer::Analyzer;
use graph::Graph;

/// The options of an umigame count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UmigameOptions {
    /// Number of moves after which lines end, not counting passes.
    pub plies: u32,
    /// Maximum loss in discs of a move that still counts as a best move, for both sides.
    pub loss: f64,
    /// Maximum number of positions to score.
    pub positions: usize,
}

/// What one side must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Repertoire {
    /// The umigame number. Values above 2⁶⁴ − 1 are replaced with 2⁶⁴ − 1.
    pub lines: u64,
    /// Number of distinct positions at the ends of these lines, up to symmetry.
    pub ends: usize,
    /// Number of distinct positions, up to symmetry, in which the side must know a move.
    pub positions: usize,
}

/// The umigame numbers after one of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UmigameMove {
    /// The move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The score for the side that plays the move, in whole discs.
    pub score: i32,
    /// The umigame number for Black after the move.
    pub black: u64,
    /// The umigame number for White after the move.
    pub white: u64,
}

/// The umigame numbers of a position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Umigame {
    /// What Black must know.
    pub black: Repertoire,
    /// What White must know.
    pub white: Repertoire,
    /// Number of moves after which lines end, not counting passes.
    pub plies: u32,
    /// Maximum loss in discs of a move that still counts as a best move.
    pub loss: f64,
    /// Number of scored positions.
    pub scored: usize,
    /// Number of earlier positions at which lines end because they have no scores.
    pub unknown: usize,
    /// Whether the count reached the requested number of plies. It ends early if it is interrupted
    /// or would score too many positions.
    pub complete: bool,
    /// The best moves, in order of score.
    #[serde(skip)]
    pub moves: Vec<UmigameMove>,
}

/// Counts the lines of a position. `analyzer` provides the scores. Lines end at positions for which
/// it returns no moves. Positions of the same ply are scored in parallel in the
/// current thread pool. `report` receives the number of completed plies and scored positions.
///
/// If the analyzer is interrupted, or [`UmigameOptions::positions`] would be exceeded, the
/// result covers the plies completed so far.
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
