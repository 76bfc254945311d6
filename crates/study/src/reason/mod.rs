//! Reasons why a move is a mistake.
//!
//! The move is compared with the best move on the boards of both principal variations. Each
//! reason makes a claim about these boards and names the squares that show it. The claims are tried
//! in order of importance, and the first true one is the reason. If none is true, the reason is the
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
    /// The opponent takes a corner in the line played but not in the best line.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The line up to this point, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best move takes a corner.
    PassesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The mover takes a corner in the best line but not in the line played.
    MissesCorner {
        /// The corner.
        corner: Square,
        /// The line up to this point, beginning with the best move.
        line: Vec<Square>,
    },
    /// The best move wipes the opponent out.
    MissesWipeOut {
        /// The best move.
        best: Square,
    },
    /// The mover soon has no legal move and must pass.
    RunsOutOfMoves {
        /// The line up to this point, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best line makes the opponent pass.
    MissesPass {
        /// The line up to this point, beginning with the best move.
        line: Vec<Square>,
    },
    /// After the same number of moves in both lines, the mover has fewer stable discs than in the
    /// best line, or the opponent has more.
    Stability {
        /// The side whose discs are counted.
        side: Color,
        /// The number of stable discs of the side after `line`.
        played: u32,
        /// The number of stable discs of the side after the same number of moves in the best line.
        best: u32,
        /// The discs that are stable after only one of the lines: the mover's after the best line,
        /// or the opponent's after `line`.
        discs: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// The opponent has more legal moves than after the best move.
    Mobility {
        /// The opponent.
        opponent: Color,
        /// How many legal moves the opponent has after the move played.
        opponent_moves: u32,
        /// How many legal moves the opponent has after the best move.
        opponent_moves_after_best: u32,
        /// The moves that the best move would have denied.
        opened: SquareSet,
    },
    /// After the same number of moves in both lines, the mover has fewer legal moves than in the
    /// best line.
    MovesTakenAway {
        /// The mover.
        mover: Color,
        /// How many legal moves the mover has after `line`.
        moves: u32,
        /// How many legal moves the mover has after the same number of moves in the best line.
        moves_after_best: u32,
        /// The moves that the mover has only after the best line.
        taken: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// The opponent can move in a region with an odd number of empty squares. There is no such
    /// region after the best move.
    Parity {
        /// The opponent.
        opponent: Color,
        /// The region after the move played.
        region: SquareSet,
    },
    /// The mover has more frontier discs than after the best move.
    Frontier {
        /// The number of the mover's frontier discs after the move played.
        played: u32,
        /// The number of the mover's frontier discs after the best move.
        best: u32,
        /// The frontier discs after the move played that are not frontier discs after the best
        /// move.
        exposed: SquareSet,
    },
    /// The best move takes an edge square that the opponent takes in the line played.
    EdgeSquare {
        /// The opponent.
        opponent: Color,
        /// The square.
        square: Square,
        /// The line up to this point, beginning with the move played.
        line: Vec<Square>,
    },
    /// At the end of the game, a connected group of squares belongs to the opponent after the
    /// line played and to the mover after the best line.
    LosesGroup {
        /// The opponent.
        opponent: Color,
        /// The squares.
        group: SquareSet,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// No other claim is true, so the reason is the lines themselves.
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

/// Maximum number of squares shown for a reason, except for a whole region.
const SHOWN: usize = 3;

fn first(squares: SquareSet) -> SquareSet {
    squares.into_iter().take(SHOWN).collect()
}

impl Reason {
    /// Returns the squares that show the reason on the board: a region, or at most three squares.
    /// For moves taken away, omits the squares that the line fills.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::GivesUpCorner { corner }
            | Self::LosesCorner { corner, .. }
            | Self::PassesUpCorner { corner }
            | Self::MissesCorner { corner, .. } => SquareSet::from_iter([*corner]),
            Self::MissesWipeOut { best } => SquareSet::from_iter([*best]),
            Self::EdgeSquare { square, .. } => SquareSet::from_iter([*square]),
            Self::Stability { discs, .. } => first(*discs),
            Self::Mobility { opened, .. } => first(*opened),
            Self::MovesTakenAway { taken, line, .. } => {
                first(*taken - line.iter().copied().collect::<SquareSet>())
            }
            Self::Parity { region, .. } => *region,
            Self::Frontier { exposed, .. } => first(*exposed),
            Self::LosesGroup { group, .. } => first(*group),
            Self::RunsOutOfMoves { .. } | Self::MissesPass { .. } | Self::Line { .. } => {
                SquareSet::EMPTY
            }
        }
    }
}

#[cfg(test)]
mod tests;
