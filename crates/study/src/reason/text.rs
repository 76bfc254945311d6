//! Reasons in English.

use std::fmt;

use outflank_othello::{Color, Square, SquareSet};

use super::{BesideCorner, Reason, SHOWN};

/// Maximum number of squares of a line that are shown if the line names nothing.
const SHOWN_MOVES: usize = 6;

/// Formats squares, as in `g7 h8 g8`.
fn list<T: fmt::Display>(squares: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = squares
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}

fn head(squares: &[Square]) -> String {
    list(&squares[..squares.len().min(SHOWN_MOVES)])
}

/// Formats a count, as in `no moves`, `1 move` or `2 moves`.
fn counted(count: u32, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// Formats a region, as in `g7 g8` or `g7 g8 h7 and 2 more`.
fn region(squares: SquareSet) -> String {
    let named = list(squares.into_iter().take(SHOWN));
    match squares.len().saturating_sub(SHOWN) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Formats a move beside a corner as the cause of something, as in `plays the X-square b2 and `.
fn cause(beside: Option<&BesideCorner>) -> String {
    beside.map_or_else(String::new, |BesideCorner { square, class }| {
        format!("plays the {} {square} and ", class.name())
    })
}

/// Formats what happens to a corner, with the mover's move beside it.
fn cost(line: &[Square], beside: Option<&BesideCorner>, verb: &str, corner: Square) -> String {
    match beside {
        // The mover goes beside the corner later in the line.
        Some(BesideCorner { square, class }) if line.first() != Some(square) => {
            let name = class.name();
            format!("{verb} the {corner} corner through the {name} {square}")
        }
        beside => format!("{}{verb} the {corner} corner", cause(beside)),
    }
}

/// Formats a final disc difference on a board without empties, as in `loses by 4`.
fn result(score: i32) -> String {
    match score {
        0 => "draws".to_owned(),
        1.. => format!("wins by {score}"),
        _ => format!("loses by {}", -score),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = |side: &Color| format!("{side} can take it");
        match self {
            Self::GivesUpCorner {
                opponent,
                corner,
                beside,
            } => {
                let (cause, takes) = (cause(beside.as_ref()), takes(opponent));
                write!(f, "{cause}gives up the {corner} corner: {takes} at once")
            }
            Self::LeavesCorner { opponent, corner } => {
                let takes = takes(opponent);
                write!(f, "leaves the {corner} corner: {takes} at once")
            }
            Self::LosesCorner {
                corner,
                beside,
                line,
            } => {
                let what = cost(line, beside.as_ref(), "loses", *corner);
                write!(f, "{what}: {}", list(line))
            }
            Self::PassesUpCorner { corner } => write!(f, "passes up the {corner} corner"),
            Self::MissesCorner { corner, line } => {
                write!(
                    f,
                    "misses a line that wins the {corner} corner: {}",
                    list(line)
                )
            }
            Self::OpensCorner {
                opponent,
                corner,
                beside,
                line,
            } => {
                let what = cost(line, beside.as_ref(), "opens", *corner);
                write!(f, "{what}: {} ", takes(opponent))?;
                match line.len() {
                    1 => f.write_str("at once"),
                    _ => write!(f, "after {}", list(line)),
                }
            }
            Self::WeakensCorner { corner, beside, .. } => {
                let BesideCorner { square, class } = beside;
                let name = class.name();
                write!(
                    f,
                    "plays the {name} {square} beside the empty corner {corner}"
                )
            }
            Self::Wedge {
                side,
                is_allowed,
                square,
                between: [low, high],
                line,
            } => {
                let (between, line) = (format!("{square}, between {low} and {high}"), list(line));
                match is_allowed {
                    true => write!(f, "lets {side} wedge at {between}: {line}"),
                    false => write!(f, "misses a wedge at {between}: {line}"),
                }
            }
            Self::StonerTrap {
                side,
                is_allowed,
                square,
                x_square,
                corner,
                line,
            } => {
                let start = match is_allowed {
                    true => "falls into",
                    false => "misses",
                };
                write!(
                    f,
                    "{start} a Stoner trap: with the X-square {x_square}, {side} attacks at {square} \
                     and wins the {corner} corner: {}",
                    list(line)
                )
            }
            Self::MissesWipeOut { best } => write!(
                f,
                "misses the wipe-out: {best} leaves the opponent without a disc"
            ),
            Self::AllowsWipeOut { line } => write!(f, "allows a wipe-out: {}", list(line)),
            Self::RunsOutOfMoves { line } => {
                write!(f, "leads to a forced pass after {}", list(line))
            }
            Self::MissesPass { opponent, line } => match &line[..] {
                [best] => write!(f, "misses {best}, after which {opponent} has to pass"),
                line => write!(
                    f,
                    "misses a line in which {opponent} has to pass: {}",
                    list(line)
                ),
            },
            Self::OpensRegion { region: set, line } => {
                let name = region(*set);
                write!(
                    f,
                    "means having to open the region {name} first: {}",
                    list(line)
                )
            }
            Self::SpendsTempo {
                opponent,
                region: set,
            } => write!(
                f,
                "wastes a free move: {opponent} cannot enter the region {}, so the move could have waited",
                region(*set)
            ),
            Self::LetsIntoRegion {
                opponent,
                region: set,
            } => write!(
                f,
                "lets {opponent} into the odd region {}, which the best move keeps closed",
                region(*set)
            ),
            Self::LosesLastMove {
                opponent,
                region: set,
                ..
            } => write!(
                f,
                "leaves {opponent} the last move in the region {}",
                region(*set)
            ),
            Self::Parity {
                opponent,
                region: set,
            } => write!(
                f,
                "leaves {opponent} an odd region to move in: {}",
                region(*set)
            ),
            Self::SafeMoves {
                side,
                played,
                best,
                line,
                ..
            } => {
                let count = counted(*played, "safe move");
                let squares = list(self.squares());
                if played > best {
                    write!(
                        f,
                        "leaves {side} {count}, including {squares}, instead of {best}"
                    )
                } else {
                    let line = list(line);
                    write!(
                        f,
                        "leaves {side} {count} instead of {best} after {line}, without {squares}"
                    )
                }
            }
            Self::Stability {
                side,
                played,
                best,
                line,
                ..
            } => write!(
                f,
                "leaves {side} {} instead of {best} after {}",
                counted(*played, "stable disc"),
                list(line),
            ),
            Self::Frontier { played, best, .. } => write!(
                f,
                "opens up the position: {} instead of {best}",
                counted(*played, "frontier disc"),
            ),
            Self::LeavesSquare {
                opponent,
                square,
                line,
            } => write!(f, "leaves {square} to {opponent}: {}", list(line)),
            Self::LeavesMove {
                opponent,
                square,
                best,
            } => write!(f, "lets {opponent} move to {square}, which {best} prevents"),
            Self::MissesQuietMove { best } => write!(
                f,
                "misses the quiet move {best}, which flips no disc next to an empty square"
            ),
            Self::LosesGroup {
                opponent, group, ..
            } => write!(
                f,
                "leaves {opponent} {} more in the end, including {}",
                counted(group.len() as u32, "square"),
                list(self.squares()),
            ),
            Self::Result {
                mover,
                played,
                best,
            } => {
                let (played, best) = (result(*played), result(*best));
                write!(
                    f,
                    "in the end {mover} {played}; after the best move, {best}"
                )
            }
            Self::Line { line, best_line } => {
                write!(f, "leads to {} instead of {}", head(line), head(best_line))
            }
        }
    }
}
