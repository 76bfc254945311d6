//! Serde and JSON schemas: each value is its text form.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::{Color, Move, Position, Shape, Square};

macro_rules! as_text {
    ($($type:ident { $($keyword:literal: $value:tt),+ })+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", $($keyword: $value),+ })
            }
        }
    )+};
}

as_text! {
    Square {
        "description": "A square, as in `f5`: column letter, row from the top",
        "pattern": "^[a-p](1[0-6]|[1-9])$"
    }
    Move {
        "description": "A square or `pass`",
        "pattern": "^([a-p](1[0-6]|[1-9])|pass)$"
    }
    Shape {
        "description": "A board shape, as in `8x8` or `8x8-a1h8`",
        "pattern": "^[0-9]+x[0-9]+(-([a-p][0-9]+)+)?$"
    }
    Position {
        "description": "A position in OBF: `X` black, `O` white, `-` empty, `#` hole, a space, the side to move",
        "pattern": "^[-XO#]+ [XO]$"
    }
}

/// `black` or `white`.
impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["black", "white"] })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json, to_value};

    use super::*;
    use crate::Game;

    #[test]
    fn values_serialize_as_their_text() {
        let shape: Shape = "6x6".parse().unwrap();
        let start = Position::start(shape);
        let game = Game::from_transcript(Shape::STANDARD, "f5").unwrap();
        for (value, expected) in [
            (to_value(Color::White), json!("white")),
            (to_value(shape), json!("6x6")),
            (to_value(start), json!(start.to_string())),
            (to_value(game.moves()[0]), json!("f5")),
            (to_value(Move::Pass), json!("pass")),
            (to_value(game.last_square()), json!("f5")),
        ] {
            assert_eq!(value.unwrap(), expected);
        }
        let schema = schemars::schema_for!(Square);
        assert_eq!(schema.get("type"), Some(&Value::from("string")));
    }
}
