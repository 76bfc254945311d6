//! Reasons as JSON objects: the kind, its facts and a description.

use std::borrow::Cow;

use outflank_othello::SquareSet;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Reason;

/// `{"kind":"gives_up_corner","corner":"a1","squares":["a1"],"text":"gives up the a1 corner"}`.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithText {
            #[serde(flatten, with = "Reason")]
            reason: Reason,
            squares: SquareSet,
            text: String,
        }
        let (reason, squares) = (self.clone(), self.squares());
        let text = self.to_string();
        WithText {
            reason,
            squares,
            text,
        }
        .serialize(serializer)
    }
}

impl JsonSchema for Reason {
    fn schema_name() -> Cow<'static, str> {
        "Reason".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Why a move is worse than another. Each kind has further fields",
            "type": "object",
            "properties": {
                "kind": { "type": "string" },
                "squares": {
                    "type": "array",
                    "items": { "type": "string" },
                    "description": "The squares that show the reason",
                },
                "text": { "type": "string" },
            },
            "required": ["kind", "squares", "text"],
            "additionalProperties": true,
        })
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Color, Square};

    use super::*;
    use crate::reason::{BesideCorner, SquareClass};

    #[test]
    fn every_reason_is_an_object_with_its_facts_and_words() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let line = |text: &str| -> Vec<Square> { text.split(' ').map(square).collect() };
        let corner = square("a1");
        let beside = BesideCorner {
            square: square("b2"),
            class: SquareClass::X,
        };
        let reasons = [
            Reason::GivesUpCorner {
                opponent: Color::White,
                corner,
                beside: Some(beside),
            },
            Reason::LeavesCorner {
                opponent: Color::White,
                corner,
            },
            Reason::LosesCorner {
                corner,
                beside: None,
                line: line("b2 c3 a1"),
            },
            Reason::SafeMoves {
                side: Color::White,
                played: 6,
                best: 4,
                differing: line("c2 d2").into_iter().collect(),
                line: line("h8"),
            },
            Reason::RunsOutOfMoves { line: line("h8") },
            Reason::Line {
                line: line("g8"),
                best_line: line("g7 h8"),
            },
        ];
        let expected = [
            r#"{"kind":"gives_up_corner","opponent":"white","corner":"a1","beside":{"square":"b2","class":"x"},"squares":["a1"],"text":"plays the X-square b2 and gives up the a1 corner: White can take it at once"}"#,
            r#"{"kind":"leaves_corner","opponent":"white","corner":"a1","squares":["a1"],"text":"leaves the a1 corner: White can take it at once"}"#,
            r#"{"kind":"loses_corner","corner":"a1","beside":null,"line":["b2","c3","a1"],"squares":["a1"],"text":"loses the a1 corner: b2 c3 a1"}"#,
            r#"{"kind":"safe_moves","side":"white","played":6,"best":4,"differing":["c2","d2"],"line":["h8"],"squares":["c2","d2"],"text":"leaves White 6 safe moves, including c2 d2, instead of 4"}"#,
            r#"{"kind":"runs_out_of_moves","line":["h8"],"squares":[],"text":"leads to a forced pass after h8"}"#,
            r#"{"kind":"line","line":["g8"],"best_line":["g7","h8"],"squares":[],"text":"leads to g8 instead of g7 h8"}"#,
        ];
        let objects = reasons.map(|reason| serde_json::to_string(&reason).unwrap());
        assert_eq!(objects, expected);
    }
}
