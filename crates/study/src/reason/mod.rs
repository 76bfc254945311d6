//! Reasons in words why a move is a mistake.
//!
//! The move is compared with the best one: the opponent's replies, and the principal
//! variations of both. Reasons are checked in order of importance, and the first that
//! applies is returned.

mod json;

use std::fmt;

use outflank_classic::{PositionFeatures, SideFeatures, corners, position_features};
use outflank_othello::{Color, Game, Position, Square};
use serde::Serialize;

use crate::analyzer::AnalyzedMove;

/// Plies of the principal variations that are compared.
const PLIES: usize = 6;

/// The reason why a move is worse than another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The opponent can take a corner that the best move would have denied.
    GivesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent takes a corner in the principal variation.
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
    /// The principal variation of the best move wins a corner.
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
    /// The opponent has more legal moves than after the best move.
    Mobility {
        /// The opponent.
        opponent: Color,
        /// The opponent's moves after the move played.
        opponent_moves: u32,
        /// The mover's moves in that position.
        own_moves: u32,
        /// The opponent's moves after the best move.
        opponent_moves_after_best: u32,
    },
    /// The mover soon has no legal move and must pass.
    RunsOutOfMoves {
        /// The line that leads to it, beginning with the move played.
        line: Vec<Square>,
    },
    /// The principal variation ends with fewer stable discs than that of the best move.
    LosesStability {
        /// Gain in relative stable discs of the best line over the line played.
        discs: i32,
        /// The best line.
        line: Vec<Square>,
    },
    /// More frontier discs than after the best move.
    Frontier {
        /// The mover's frontier discs after the move.
        played: u32,
        /// The mover's frontier discs after the best move.
        best: u32,
    },
    /// The moves differ only in score.
    EndsWorse {
        /// The line that begins with the move played.
        line: Vec<Square>,
        /// The better line.
        best_line: Vec<Square>,
        /// Discs lost.
        loss: f64,
    },
}

/// A variation played out on the board.
struct Walk {
    game: Game,
}

impl Walk {
    fn new(position: &Position, line: &[Square], plies: usize) -> Self {
        let mut game = Game::from_position(*position);
        for &square in line.iter().take(plies) {
            if game.play(square).is_err() {
                break;
            }
        }
        Self { game }
    }

    fn end(&self) -> &Position {
        self.game.position()
    }

    /// Returns the first corner that `side` takes, and the number of discs placed by then.
    fn first_corner(&self, side: Color) -> Option<(Square, usize)> {
        let is_corner = |square| corners(self.game.shape()).any(|corner| corner == square);
        let mut placed = 0;
        for (position, mv) in self.game.plies() {
            let Some(square) = mv.square() else {
                continue;
            };
            placed += 1;
            if position.mover() == side && is_corner(square) {
                return Some((square, placed));
            }
        }
        None
    }

    /// Returns the number of discs placed when `side` first passes.
    fn first_pass(&self, side: Color) -> Option<usize> {
        let mut placed = 0;
        for (position, mv) in self.game.plies() {
            match mv.square() {
                Some(_) => placed += 1,
                None if position.mover() == side => return Some(placed),
                None => {}
            }
        }
        None
    }
}

/// Returns why `played` is worse than `best` in `position`.
#[must_use]
pub fn reason(position: &Position, played: &AnalyzedMove, best: &AnalyzedMove) -> Reason {
    let comparison = Comparison::new(position, played, best);
    comparison
        .wipe_out()
        .or_else(|| comparison.corner_given())
        .or_else(|| comparison.corner_passed_up())
        .or_else(|| comparison.corner_in_line())
        .or_else(|| comparison.pass())
        .or_else(|| comparison.stability())
        .or_else(|| comparison.mobility())
        .or_else(|| comparison.frontier())
        .unwrap_or_else(|| Reason::EndsWorse {
            line: played.pv.clone(),
            best_line: best.pv.clone(),
            loss: best.score - played.score,
        })
}

/// Two moves and their variations.
struct Comparison<'a> {
    mover: Color,
    played: &'a AnalyzedMove,
    best: &'a AnalyzedMove,
    played_line: Walk,
    best_line: Walk,
    /// The position after the move.
    after_played: Position,
    after_best: Position,
    is_late: bool,
}

/// Returns the features of one side.
fn side(position: &Position, color: Color) -> SideFeatures {
    let PositionFeatures { own, opponent } = position_features(position);
    if position.mover() == color {
        own
    } else {
        opponent
    }
}

impl<'a> Comparison<'a> {
    fn new(position: &Position, played: &'a AnalyzedMove, best: &'a AnalyzedMove) -> Self {
        let after = |square: Square| position.play(square).unwrap_or(*position);
        let share = position.empties().len() as f64 / f64::from(position.shape().squares());
        Self {
            mover: position.mover(),
            played,
            best,
            played_line: Walk::new(position, &played.pv, PLIES),
            best_line: Walk::new(position, &best.pv, PLIES),
            after_played: after(played.square),
            after_best: after(best.square),
            is_late: share < 0.2,
        }
    }

    fn wipe_out(&self) -> Option<Reason> {
        let opponent = self.mover.opponent();
        (self.after_best.count(opponent) == 0).then_some(Reason::MissesWipeOut {
            best: self.best.square,
        })
    }

    /// Returns the corners that the opponent can take after a move.
    fn open_corners(after: &Position) -> Vec<Square> {
        let legal = after.legal_moves();
        corners(after.shape())
            .filter(|&corner| legal.contains(corner))
            .collect()
    }

    fn corner_given(&self) -> Option<Reason> {
        let kept = Self::open_corners(&self.after_best);
        let given = Self::open_corners(&self.after_played);
        let corner = given.into_iter().find(|corner| !kept.contains(corner))?;
        Some(Reason::GivesUpCorner { corner })
    }

    fn corner_passed_up(&self) -> Option<Reason> {
        let corner = self.best.square;
        let is_corner = corners(self.after_best.shape()).any(|other| other == corner);
        is_corner.then_some(Reason::PassesUpCorner { corner })
    }

    fn corner_in_line(&self) -> Option<Reason> {
        let opponent = self.mover.opponent();
        if let Some((corner, placed)) = self.played_line.first_corner(opponent)
            && self.best_line.first_corner(opponent).is_none()
        {
            let line = self.played.pv[..placed].to_vec();
            return Some(Reason::LosesCorner { corner, line });
        }
        if let Some((corner, placed)) = self.best_line.first_corner(self.mover)
            && self.played_line.first_corner(self.mover).is_none()
        {
            let line = self.best.pv[..placed].to_vec();
            return Some(Reason::MissesCorner { corner, line });
        }
        None
    }

    fn pass(&self) -> Option<Reason> {
        let placed = self.played_line.first_pass(self.mover)?;
        if self.best_line.first_pass(self.mover).is_some() {
            return None;
        }
        let line = self.played.pv[..placed].to_vec();
        Some(Reason::RunsOutOfMoves { line })
    }

    fn stability(&self) -> Option<Reason> {
        let lead = |end: &Position| {
            side(end, self.mover).stable as i32 - side(end, self.mover.opponent()).stable as i32
        };
        let discs = lead(self.best_line.end()) - lead(self.played_line.end());
        (discs >= 3).then(|| Reason::LosesStability {
            discs,
            line: self.best.pv.iter().take(PLIES).copied().collect(),
        })
    }

    fn mobility(&self) -> Option<Reason> {
        if self.is_late {
            return None;
        }
        let opponent = self.mover.opponent();
        let moves = |after: &Position, color| side(after, color).mobility;
        let lead =
            |after: &Position| moves(after, opponent) as i32 - moves(after, self.mover) as i32;
        let opponent_moves = moves(&self.after_played, opponent);
        let opponent_moves_after_best = moves(&self.after_best, opponent);
        let is_worse = lead(&self.after_played) - lead(&self.after_best) >= 3;
        (is_worse && opponent_moves > opponent_moves_after_best).then(|| Reason::Mobility {
            opponent,
            opponent_moves,
            own_moves: moves(&self.after_played, self.mover),
            opponent_moves_after_best,
        })
    }

    fn frontier(&self) -> Option<Reason> {
        if self.is_late {
            return None;
        }
        let frontier = |after: &Position| side(after, self.mover).frontier;
        let (played, best) = (frontier(&self.after_played), frontier(&self.after_best));
        (played >= best + 3).then_some(Reason::Frontier { played, best })
    }
}

/// Formats a variation, as in `g7 h8 g8`.
fn line(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

/// Formats a count, as in `1 move` or `2 moves`.
fn counted(count: u32, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GivesUpCorner { corner } => write!(f, "gives up the {corner} corner"),
            Self::LosesCorner {
                corner,
                line: squares,
            } => {
                write!(f, "loses the {corner} corner: {}", line(squares))
            }
            Self::PassesUpCorner { corner } => write!(f, "passes up the {corner} corner"),
            Self::MissesCorner {
                corner,
                line: squares,
            } => {
                write!(f, "misses the {corner} corner: {}", line(squares))
            }
            Self::MissesWipeOut { best } => write!(f, "misses the wipe-out by {best}"),
            Self::Mobility {
                opponent,
                opponent_moves,
                own_moves,
                opponent_moves_after_best,
            } => write!(
                f,
                "leaves {opponent} {}, {} {own_moves} (best: {opponent_moves_after_best})",
                counted(*opponent_moves, "move"),
                opponent.opponent(),
            ),
            Self::RunsOutOfMoves { line: squares } => {
                write!(f, "runs out of moves: must pass after {}", line(squares))
            }
            Self::LosesStability {
                discs,
                line: squares,
            } => {
                write!(
                    f,
                    "loses {} against {}",
                    counted(discs.unsigned_abs(), "stable disc"),
                    line(squares)
                )
            }
            Self::Frontier { played, best } => {
                write!(
                    f,
                    "opens the position: {played} frontier discs instead of {best}"
                )
            }
            Self::EndsWorse {
                line: squares,
                best_line,
                loss,
            } => {
                let head = |squares: &[Square]| line(&squares[..squares.len().min(PLIES)]);
                let discs = format!("{loss:.0} disc{}", if *loss < 1.5 { "" } else { "s" });
                write!(
                    f,
                    "{discs} fewer: {} instead of {}",
                    head(squares),
                    head(best_line)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests;
