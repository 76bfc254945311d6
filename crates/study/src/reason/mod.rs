//! Reasons why a move is a mistake.
//!
//! The move is compared with the best move on the boards of both principal variations. Each
//! reason makes a claim about these boards and names the squares that show it. The claims are tried
//! in order of importance: wipe-outs, corners and the squares beside them, edges, the last move in a region, and
//! then counts. The first true claim is the reason, unless it would give away an answer or another is
//! about the topic of a lesson. If none is true, the reason is the better line itself.

mod comparison;
mod corners;
mod counts;
mod edges;
mod json;
mod line;
mod moves;
mod regions;
mod squares;
mod text;

use outflank_othello::{Color, Position, Square, SquareSet};
use serde::Serialize;

use comparison::Comparison;
use outflank_engine::ScoredMove;

pub use squares::{BesideCorner, SquareClass};

/// The reason why a move is worse than another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The opponent can take a corner at once that the best move would have denied, and takes it in
    /// the line played if that shows a reply.
    GivesUpCorner {
        /// The opponent.
        opponent: Color,
        /// The corner.
        corner: Square,
        /// The move played, if it is beside the corner.
        beside: Option<BesideCorner>,
    },
    /// The opponent could take a corner before the move, and still can; the best move denies it.
    LeavesCorner {
        /// The opponent.
        opponent: Color,
        /// The corner.
        corner: Square,
    },
    /// The opponent takes a corner in the line played but not in the best line, and the mover gets
    /// no corner in exchange.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The mover's last move in the line beside the corner, if there is one.
        beside: Option<BesideCorner>,
        /// The line up to the corner, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best move takes a corner that the mover does not get in the line played.
    PassesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The mover takes a corner in the best line but not in the line played, and the opponent gets
    /// no corner in exchange.
    MissesCorner {
        /// The corner.
        corner: Square,
        /// The line up to the corner, beginning with the best move.
        line: Vec<Square>,
    },
    /// The opponent can take a corner after `line`, but not after as many moves of the best line.
    OpensCorner {
        /// The opponent.
        opponent: Color,
        /// The corner.
        corner: Square,
        /// The mover's last move in the line beside the corner, if there is one.
        beside: Option<BesideCorner>,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// The move played is beside an empty corner. After `line` the mover's disc is still there and
    /// the corner is still empty. The best move is not beside that corner.
    WeakensCorner {
        /// The corner.
        corner: Square,
        /// The move played.
        beside: BesideCorner,
        /// The line, beginning with the move played.
        line: Vec<Square>,
    },
    /// A side wedges in one line only: its disc on an edge with an empty corner stands between two
    /// opposing discs, so that no move along the edge can flip it at once.
    Wedge {
        /// The side that wedges.
        side: Color,
        /// Whether the opponent wedges in the line played. Otherwise, the mover wedges in the best
        /// line.
        is_allowed: bool,
        /// The move that wedges.
        square: Square,
        /// The opposing discs.
        between: [Square; 2],
        /// The line up to the wedge.
        line: Vec<Square>,
    },
    /// A side has a Stoner trap in one line only. It owns the X-square at one end of an edge with
    /// two empty corners, moves to the edge so that it can take the corner at the other end, and
    /// takes it within four moves.
    StonerTrap {
        /// The side that attacks.
        side: Color,
        /// Whether the opponent attacks in the line played. Otherwise, the mover attacks in the best
        /// line.
        is_allowed: bool,
        /// The move that attacks.
        square: Square,
        /// The X-square.
        x_square: Square,
        /// The corner that falls.
        corner: Square,
        /// The line up to the corner.
        line: Vec<Square>,
    },
    /// The best move wipes the opponent out.
    MissesWipeOut {
        /// The best move.
        best: Square,
    },
    /// The mover is wiped out within six moves of the line played, but not in the best line.
    AllowsWipeOut {
        /// The line up to the wipe-out, beginning with the move played.
        line: Vec<Square>,
    },
    /// The mover soon has no legal move and must pass.
    RunsOutOfMoves {
        /// The line up to this point, beginning with the move played.
        line: Vec<Square>,
    },
    /// The best line makes the opponent pass.
    MissesPass {
        /// The opponent.
        opponent: Color,
        /// The line up to this point, beginning with the best move.
        line: Vec<Square>,
    },
    /// In the line played the mover has only moves in a region with an even number of empty squares,
    /// and moves there first. In the best line the opponent moves there first.
    OpensRegion {
        /// The region.
        region: SquareSet,
        /// The line up to the first move in the region, beginning with the move played.
        line: Vec<Square>,
    },
    /// The move played is in a region with an odd number of empty squares that the opponent cannot
    /// enter, so that the mover could have waited.
    SpendsTempo {
        /// The opponent.
        opponent: Color,
        /// The region before the move.
        region: SquareSet,
    },
    /// The opponent can move in a region with an odd number of empty squares. After the best move,
    /// only the mover could.
    LetsIntoRegion {
        /// The opponent.
        opponent: Color,
        /// The region.
        region: SquareSet,
    },
    /// Both lines fill a region. The opponent moves last there in the line played, the mover in the
    /// best line.
    LosesLastMove {
        /// The opponent.
        opponent: Color,
        /// The region before the move.
        region: SquareSet,
        /// The line up to the last move in the region, beginning with the move played.
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
    /// After the same number of moves in both lines, the mover has fewer safe moves than in the best
    /// line, or the opponent has more at once. A corner is safe; any other move is safe if it is not
    /// beside an empty corner and gives the other side no corner that it could not take before.
    SafeMoves {
        /// The side whose moves are counted.
        side: Color,
        /// The number of safe moves of the side after `line`.
        played: u32,
        /// The number of safe moves after the same number of moves in the best line.
        best: u32,
        /// Empty squares where the side has a safe move after one line and no move after the
        /// other: the mover's after the best line, or the opponent's after the move played.
        differing: SquareSet,
        /// The line: the move played for the opponent's moves, more for the mover's.
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
    /// The best move takes a square that the opponent takes in the line played.
    LeavesSquare {
        /// The opponent.
        opponent: Color,
        /// The square.
        square: Square,
        /// The line up to this point, beginning with the move played.
        line: Vec<Square>,
    },
    /// The opponent's reply in the line played would be illegal after the best move.
    LeavesMove {
        /// The opponent.
        opponent: Color,
        /// The reply.
        square: Square,
        /// The best move.
        best: Square,
    },
    /// The best move is quiet: it flips no disc that is next to an empty square afterwards. The move
    /// played is not quiet.
    MissesQuietMove {
        /// The best move.
        best: Square,
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
    /// Both lines reach the end of the game, and the mover's result is worse.
    Result {
        /// The mover.
        mover: Color,
        /// The final disc difference for the mover after the line played.
        played: i32,
        /// The final disc difference for the mover after the best line.
        best: i32,
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
    let first = Comparison::new(position, played, best).reasons().next();
    first.unwrap_or_else(|| Reason::Line {
        line: played.pv.clone(),
        best_line: best.pv.clone(),
    })
}

/// Returns why `played` is worse than `best` in `position`, without naming any of the `answers`. `None`
/// if no claim is true, or each true claim names an answer.
#[must_use]
pub fn reason_without_naming(
    position: &Position,
    played: &ScoredMove,
    best: &ScoredMove,
    answers: &[Square],
) -> Option<Reason> {
    let two = Comparison::new(position, played, best);
    let mut reasons = two.reasons();
    reasons.find(|reason| !answers.iter().any(|&answer| reason.names(answer)))
}

/// Returns the true claims about a move, the most important first.
pub(crate) fn claims(position: &Position, played: &ScoredMove, best: &ScoredMove) -> Vec<Reason> {
    Comparison::new(position, played, best).reasons().collect()
}

/// Maximum number of squares shown for a reason, except for a whole region.
const SHOWN: usize = 3;

fn first(squares: SquareSet) -> SquareSet {
    squares.into_iter().take(SHOWN).collect()
}

impl Reason {
    /// Returns whether the description of the reason names a square.
    #[must_use]
    pub fn names(&self, square: Square) -> bool {
        let (text, name) = (self.to_string(), square.to_string());
        let mut words = text.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| word == name)
    }

    /// Returns the squares that show the reason on the board: a region, or at most three squares.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        match self {
            Self::GivesUpCorner { corner, .. }
            | Self::LeavesCorner { corner, .. }
            | Self::LosesCorner { corner, .. }
            | Self::PassesUpCorner { corner }
            | Self::MissesCorner { corner, .. }
            | Self::OpensCorner { corner, .. }
            | Self::WeakensCorner { corner, .. } => SquareSet::from_iter([*corner]),
            Self::MissesWipeOut { best: square }
            | Self::MissesQuietMove { best: square }
            | Self::LeavesMove { square, .. }
            | Self::Wedge { square, .. }
            | Self::LeavesSquare { square, .. } => SquareSet::from_iter([*square]),
            Self::StonerTrap { square, corner, .. } => SquareSet::from_iter([*square, *corner]),
            Self::SafeMoves { differing, .. } => first(*differing),
            Self::Stability { discs, .. } => first(*discs),
            Self::OpensRegion { region, .. }
            | Self::SpendsTempo { region, .. }
            | Self::LetsIntoRegion { region, .. }
            | Self::LosesLastMove { region, .. }
            | Self::Parity { region, .. } => *region,
            Self::Frontier { exposed, .. } => first(*exposed),
            Self::LosesGroup { group, .. } => first(*group),
            Self::AllowsWipeOut { .. }
            | Self::RunsOutOfMoves { .. }
            | Self::MissesPass { .. }
            | Self::Result { .. }
            | Self::Line { .. } => SquareSet::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests;
