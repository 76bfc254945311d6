//! Reasons as objects: the kind, what it is about, and the words.

use outflank_othello::Square;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Reason;

impl Reason {
    /// The kind of reason, as in `gives_up_corner`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::GivesUpCorner { .. } => "gives_up_corner",
            Self::LosesCorner { .. } => "loses_corner",
            Self::PassesUpCorner { .. } => "passes_up_corner",
            Self::MissesCorner { .. } => "misses_corner",
            Self::MissesWipeOut { .. } => "misses_wipe_out",
            Self::Mobility { .. } => "mobility",
            Self::RunsOutOfMoves { .. } => "runs_out_of_moves",
            Self::LosesStability { .. } => "loses_stability",
            Self::Frontier { .. } => "frontier",
            Self::EndsWorse { .. } => "ends_worse",
        }
    }
}

/// `{"kind":"gives_up_corner","corner":"a1","text":"gives up the a1 corner"}`: squares by
/// their names, sides by theirs, and the words of [`Display`](std::fmt::Display).
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind())?;
        match self {
            Self::GivesUpCorner { corner } | Self::PassesUpCorner { corner } => {
                map.serialize_entry("corner", &corner.to_string())?;
            }
            Self::LosesCorner { corner, line } | Self::MissesCorner { corner, line } => {
                map.serialize_entry("corner", &corner.to_string())?;
                map.serialize_entry("line", &names(line))?;
            }
            Self::MissesWipeOut { best } => map.serialize_entry("best", &best.to_string())?,
            Self::Mobility {
                opponent,
                opponent_moves,
                own_moves,
                opponent_moves_after_best,
            } => {
                map.serialize_entry("opponent", opponent.name())?;
                map.serialize_entry("opponent_moves", opponent_moves)?;
                map.serialize_entry("own_moves", own_moves)?;
                map.serialize_entry("opponent_moves_after_best", opponent_moves_after_best)?;
            }
            Self::RunsOutOfMoves { line } => map.serialize_entry("line", &names(line))?,
            Self::LosesStability { discs, line } => {
                map.serialize_entry("discs", discs)?;
                map.serialize_entry("line", &names(line))?;
            }
            Self::Frontier { played, best } => {
                map.serialize_entry("played", played)?;
                map.serialize_entry("best", best)?;
            }
            Self::EndsWorse {
                line,
                best_line,
                loss,
            } => {
                map.serialize_entry("line", &names(line))?;
                map.serialize_entry("best_line", &names(best_line))?;
                map.serialize_entry("loss", loss)?;
            }
        }
        map.serialize_entry("text", &self.to_string())?;
        map.end()
    }
}

fn names(line: &[Square]) -> Vec<String> {
    line.iter().map(Square::to_string).collect()
}

#[cfg(test)]
mod tests {
    use outflank_othello::Color;

    use super::*;

    #[test]
    fn every_reason_is_an_object_with_its_facts_and_words() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let line = |text: &str| -> Vec<Square> { text.split(' ').map(square).collect() };
        let corner = square("a1");
        for (reason, expected) in [
            (
                Reason::GivesUpCorner { corner },
                r#"{"kind":"gives_up_corner","corner":"a1","text":"gives up the a1 corner"}"#,
            ),
            (
                Reason::LosesCorner {
                    corner,
                    line: line("b2 c3 a1"),
                },
                r#"{"kind":"loses_corner","corner":"a1","line":["b2","c3","a1"],"text":"loses the a1 corner: b2 c3 a1"}"#,
            ),
            (
                Reason::PassesUpCorner { corner },
                r#"{"kind":"passes_up_corner","corner":"a1","text":"passes up the a1 corner"}"#,
            ),
            (
                Reason::MissesCorner {
                    corner,
                    line: line("a1"),
                },
                r#"{"kind":"misses_corner","corner":"a1","line":["a1"],"text":"misses the a1 corner: a1"}"#,
            ),
            (
                Reason::MissesWipeOut { best: square("d3") },
                r#"{"kind":"misses_wipe_out","best":"d3","text":"misses the wipe-out by d3"}"#,
            ),
            (
                Reason::Mobility {
                    opponent: Color::White,
                    opponent_moves: 9,
                    own_moves: 1,
                    opponent_moves_after_best: 4,
                },
                r#"{"kind":"mobility","opponent":"white","opponent_moves":9,"own_moves":1,"opponent_moves_after_best":4,"text":"leaves White 9 moves, Black 1 (best: 4)"}"#,
            ),
            (
                Reason::RunsOutOfMoves { line: line("h8") },
                r#"{"kind":"runs_out_of_moves","line":["h8"],"text":"runs out of moves: must pass after h8"}"#,
            ),
            (
                Reason::LosesStability {
                    discs: 3,
                    line: line("h1"),
                },
                r#"{"kind":"loses_stability","discs":3,"line":["h1"],"text":"loses 3 stable discs against h1"}"#,
            ),
            (
                Reason::Frontier { played: 8, best: 5 },
                r#"{"kind":"frontier","played":8,"best":5,"text":"opens the position: 8 frontier discs instead of 5"}"#,
            ),
            (
                Reason::EndsWorse {
                    line: line("g8"),
                    best_line: line("g7 h8"),
                    loss: 4.0,
                },
                r#"{"kind":"ends_worse","line":["g8"],"best_line":["g7","h8"],"loss":4.0,"text":"4 discs fewer: g8 instead of g7 h8"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&reason).unwrap(), expected);
        }
    }
}
