//! Reasons in English.

use std::fmt;

use outflank_othello::Square;

use super::Reason;

/// Maximum number of squares of a line that are shown.
const SHOWN: usize = 6;

/// Formats squares, as in `g7 h8 g8`.
fn list<T: fmt::Display>(squares: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}

fn head(squares: &[Square]) -> String {
    list(&squares[..squares.len().min(SHOWN)])
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
            Self::LosesCorner { corner, line } => {
                write!(f, "loses the {corner} corner: {}", list(line))
            }
            Self::PassesUpCorner { corner } => write!(f, "passes up the {corner} corner"),
            Self::MissesCorner { corner, line } => {
                write!(f, "misses the {corner} corner: {}", list(line))
            }
            Self::MissesWipeOut { best } => write!(f, "misses the wipe-out by {best}"),
            Self::RunsOutOfMoves { line } => {
                write!(f, "runs out of moves: must pass after {}", list(line))
            }
            Self::MissesPass { line } => {
                write!(
                    f,
                    "misses a line that makes the opponent pass: {}",
                    list(line)
                )
            }
            Self::Stability {
                side,
                played,
                best,
                line,
                ..
            } => write!(
                f,
                "{side} has {} instead of {best} after {}: {}",
                counted(*played, "stable disc"),
                list(line),
                list(self.squares()),
            ),
            Self::Mobility {
                opponent,
                opponent_moves,
                opponent_moves_after_best,
                ..
            } => write!(
                f,
                "leaves {opponent} {} instead of {opponent_moves_after_best}, including {}",
                counted(*opponent_moves, "move"),
                list(self.squares()),
            ),
            Self::MovesTakenAway {
                mover,
                moves,
                moves_after_best,
                line,
                ..
            } => write!(
                f,
                "leaves {mover} {} instead of {moves_after_best} after {}, without {}",
                counted(*moves, "move"),
                list(line),
                list(self.squares()),
            ),
            Self::Parity { opponent, region } => {
                write!(f, "leaves {opponent} an odd region: {}", list(region))
            }
            Self::Frontier { played, best, .. } => write!(
                f,
                "opens the position: {} instead of {best}, including {}",
                counted(*played, "frontier disc"),
                list(self.squares()),
            ),
            Self::EdgeSquare {
                opponent,
                square,
                line,
            } => write!(f, "leaves {square} to {opponent}: {}", list(line)),
            Self::LosesGroup {
                opponent, group, ..
            } => write!(
                f,
                "in the end {opponent} owns {} more, including {}",
                counted(group.len() as u32, "square"),
                list(self.squares()),
            ),
            Self::Line { line, best_line } => {
                write!(f, "{} instead of {}", head(line), head(best_line))
            }
        }
    }
}
