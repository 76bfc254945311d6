//! Reasons as JSON objects: the kind, its facts and the text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Reason;

/// `{"kind":"gives_up_corner","corner":"a1","text":"gives up the a1 corner"}`.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithText {
            #[serde(flatten, with = "Reason")]
            reason: Reason,
            text: String,
        }
        let (reason, text) = (self.clone(), self.to_string());
        WithText { reason, text }.serialize(serializer)
    }
}

impl JsonSchema for Reason {
    fn schema_name() -> Cow<'static, str> {
        "Reason".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Why a move is worse than another; each kind has further fields",
            "type": "object",
            "properties": { "kind": { "type": "string" }, "text": { "type": "string" } },
            "required": ["kind", "text"],
            "additionalProperties": true,
        })
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Color, Square};

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
