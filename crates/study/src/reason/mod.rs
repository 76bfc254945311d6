//! Why a move is a mistake, in words.
//!
//! The move is compared with the best one: what the opponent can do at once,
//! and what the lines of best play after both lead to. Whatever is said is
//! true on the board; what is said first is what is worth most.

mod json;

use std::fmt;

use outflank_classic::{PositionFeatures, SideFeatures, corners, position_features};
use outflank_othello::{Color, Game, Position, Square};
use serde::Serialize;

use crate::analyzer::ScoredMove;

/// Plies of the lines of best play that are compared.
const LOOKAHEAD: usize = 6;

/// Why a move is worse than another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// The opponent can take a corner at once that the best move would have
    /// kept from him.
    GivesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// The opponent takes a corner within the line of best play.
    LosesCorner {
        /// The corner.
        corner: Square,
        /// The line that leads to it, the move played first.
        line: Vec<Square>,
    },
    /// A corner could be taken and was not.
    PassesUpCorner {
        /// The corner.
        corner: Square,
    },
    /// A corner would have been won in the line of best play after the best
    /// move.
    MissesCorner {
        /// The corner.
        corner: Square,
        /// The line that leads to it, the best move first.
        line: Vec<Square>,
    },
    /// The mover wipes the opponent out with the best move.
    MissesWipeOut {
        /// The move.
        best: Square,
    },
    /// The sides' legal moves after the move, compared with the best one.
    Mobility {
        /// The opponent.
        opponent: Color,
        /// The opponent's moves after the move played.
        opponent_moves: u32,
        /// The mover's moves then, were it his turn.
        own_moves: u32,
        /// The opponent's moves after the best move.
        opponent_moves_after_best: u32,
    },
    /// The mover has no move soon and must pass.
    RunsOutOfMoves {
        /// The line that leads to it, the move played first.
        line: Vec<Square>,
    },
    /// Fewer stable discs than after the best move, at the end of the lines.
    LosesStability {
        /// Stable discs of the mover less the opponent's that the best line
        /// wins over the one played.
        discs: i32,
        /// The best line.
        line: Vec<Square>,
    },
    /// More discs beside empty squares than after the best move.
    Frontier {
        /// Such discs of the mover after the move played.
        played: u32,
        /// And after the best one.
        best: u32,
    },
    /// Known only by the count: the score of the line of best play.
    EndsWorse {
        /// The line, the move played first.
        line: Vec<Square>,
        /// The better line.
        best_line: Vec<Square>,
        /// Discs lost.
        loss: f64,
    },
}

/// The position after a line from `position`, at most `plies` of it, and the
/// squares played by each side.
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

    /// The first corner that `side` takes, and the number of discs placed by
    /// then.
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

    /// Number of discs placed when `side` first has to pass.
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

/// Why `played` is worse than `best` in `position`.
#[must_use]
pub fn reason(position: &Position, played: &ScoredMove, best: &ScoredMove) -> Reason {
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

/// The two moves with what they lead to.
struct Comparison<'a> {
    mover: Color,
    played: &'a ScoredMove,
    best: &'a ScoredMove,
    played_line: Walk,
    best_line: Walk,
    /// The opponent to move right after either move.
    after_played: Position,
    after_best: Position,
    is_late: bool,
}

/// The counts of one side in a position.
fn side(position: &Position, color: Color) -> SideFeatures {
    let PositionFeatures { own, opponent } = position_features(position);
    if position.mover() == color {
        own
    } else {
        opponent
    }
}

impl<'a> Comparison<'a> {
    fn new(position: &Position, played: &'a ScoredMove, best: &'a ScoredMove) -> Self {
        let after = |square: Square| position.play(square).unwrap_or(*position);
        let share = position.empties().len() as f64 / f64::from(position.shape().squares());
        Self {
            mover: position.mover(),
            played,
            best,
            played_line: Walk::new(position, &played.pv, LOOKAHEAD),
            best_line: Walk::new(position, &best.pv, LOOKAHEAD),
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

    /// Corners that the opponent can take right after a move.
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
        // Only if the opponent does take a corner, or could as well.
        Some(Reason::GivesUpCorner { corner })
    }

    fn corner_passed_up(&self) -> Option<Reason> {
        let corner = self.best.square;
        let is_corner = corners(self.after_best.shape()).any(|other| other == corner);
        is_corner.then_some(Reason::PassesUpCorner { corner })
    }

    /// Corners that change hands within the lines.
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
            line: self.best.pv.iter().take(LOOKAHEAD).copied().collect(),
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

/// Squares as a line: `g7 h8 g8`.
fn line(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}

/// `1 move`, `2 moves`.
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
                let shown = |squares: &[Square]| line(&squares[..squares.len().min(LOOKAHEAD)]);
                let discs = format!("{loss:.0} disc{}", if *loss < 1.5 { "" } else { "s" });
                write!(
                    f,
                    "{discs} fewer: {} instead of {}",
                    shown(squares),
                    shown(best_line)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests;
