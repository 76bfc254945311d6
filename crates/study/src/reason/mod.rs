//! Reasons why a move is a mistake.
//!
//! The move is compared with the best one, on the boards of both principal variations. Each
//! reason makes a claim about these boards and names the squares that show it; the first
//! claim in order of importance that holds is returned. If none does, the reason is the
//! better line itself.

mod comparison;
mod json;
mod text;

use outflank_othello::{Color, Position, Square, SquareSet};
use serde::Serialize;

use comparison::Comparison;
use outflank_engine::ScoredMove;

/// The reason why a move is worse than another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The opponent can take a corner that the best move would have denied.
    GivesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent takes a corner in the principal variation, and not in the better one.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The line that leads to it, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best move takes a corner.
    PassesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The principal variation of the best move wins a corner, and that of the move played
    /// does not.
    MissesCorner {
        /// The corner.
        corner: Square,
        /// The line that leads to it, beginning with the best move.
        line: Vec<Square>,
    },
    /// The best move wipes the opponent out.
    MissesWipeOut {
        /// The move.
        best: Square,
    },
    /// The mover soon has no legal move and must pass.
    RunsOutOfMoves {
        /// The line that leads to it, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best line makes the opponent pass.
    MissesPass {
        /// The line that leads to it, beginning with the best move.
        line: Vec<Square>,
    },
    /// After as many moves of both lines, a side has another number of stable discs: the
    /// mover fewer than after the best line, or the opponent more.
    Stability {
        /// Whose discs.
        side: Color,
        /// Stable discs of the side after `line`.
        played: u32,
        /// Stable discs of the side after as many moves of the best line.
        best: u32,
        /// The discs that are stable for the side after one of the lines only, the one that
        /// is worse for the mover.
        discs: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// The opponent has more legal moves than after the best move.
    Mobility {
        /// The opponent.
        opponent: Color,
        /// The opponent's moves after the move played.
        opponent_moves: u32,
        /// The opponent's moves after the best move.
        opponent_moves_after_best: u32,
        /// The moves that the best move would have denied.
        opened: SquareSet,
    },
    /// After as many moves of both lines, the mover has fewer legal moves than after the best
    /// line.
    MovesTakenAway {
        /// The mover.
        mover: Color,
        /// The mover's moves after `line`.
        moves: u32,
        /// The mover's moves after as many moves of the best line.
        moves_after_best: u32,
        /// The moves that the mover has only after the best line.
        taken: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// The opponent can move in a region with an odd number of empty squares, and there is no
    /// such region after the best move.
    Parity {
        /// The opponent.
        opponent: Color,
        /// The region after the move.
        region: SquareSet,
    },
    /// More frontier discs than after the best move.
    Frontier {
        /// The mover's frontier discs after the move.
        played: u32,
        /// The mover's frontier discs after the best move.
        best: u32,
        /// Frontier discs after the move that are not frontier discs after the best move.
        exposed: SquareSet,
    },
    /// The best move takes an edge square that the move played leaves to the opponent, who
    /// plays there in the principal variation.
    EdgeSquare {
        /// The opponent.
        opponent: Color,
        /// The square.
        square: Square,
        /// The line that leads to it, beginning with the move played.
        line: Vec<Square>,
    },
    /// At the end of the game a connected group of squares belongs to the opponent after the
    /// line played, and to the mover after the best line.
    LosesGroup {
        /// The opponent.
        opponent: Color,
        /// The squares.
        group: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// Nothing better can be said than the lines themselves.
    Line {
        /// The line that begins with the move played.
        line: Vec<Square>,
        /// The better line.
        best_line: Vec<Square>,
    },
}

/// Returns why `played` is worse than `best` in `position`.
#[must_use]
pub fn reason(position: &Position, played: &ScoredMove, best: &ScoredMove) -> Reason {
    Comparison::new(position, played, best)
        .reason()
        .unwrap_or_else(|| Reason::Line {
            line: played.pv.clone(),
            best_line: best.pv.clone(),
        })
}

impl Reason {
    /// Returns the squares that show the reason on the board.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::GivesUpCorner { corner }
            | Self::LosesCorner { corner, .. }
            | Self::PassesUpCorner { corner }
            | Self::MissesCorner { corner, .. } => SquareSet::from_iter([*corner]),
            Self::MissesWipeOut { best } => SquareSet::from_iter([*best]),
            Self::EdgeSquare { square, .. } => SquareSet::from_iter([*square]),
            Self::Stability { discs, .. } => *discs,
            Self::Mobility { opened, .. } => *opened,
            Self::MovesTakenAway { taken, .. } => *taken,
            Self::Parity { region, .. } => *region,
            Self::Frontier { exposed, .. } => *exposed,
            Self::LosesGroup { group, .. } => *group,
            Self::RunsOutOfMoves { .. } | Self::MissesPass { .. } | Self::Line { .. } => {
                SquareSet::EMPTY
            }
        }
    }
}

#[cfg(test)]
mod tests;
