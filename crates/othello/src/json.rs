//! Serde and JSON schemas: strings where there is a notation, objects elsewhere.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "formats")]
use crate::format::Years;
use crate::{Bitboard, Board, Color, Game, Move, Position, Shape, Square, SquareSet};

macro_rules! as_text {
    ($($type:ident { $($keyword:literal: $value:tt),+ })+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
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

#[cfg(feature = "formats")]
as_text! {
    Years {
        "description": "A year, or a range such as `1990-1999`",
        "pattern": "^[0-9]{4}(-[0-9]{4})?$"
    }
}

/// Serialized as `black` or `white`.
impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData))
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

/// Serialized as a list of squares.
impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

impl JsonSchema for SquareSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SquareSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Square>::json_schema(generator)
    }
}

/// Parses a string with [`FromStr`].
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
struct BoardFields<B> {
    mover: B,
    opponent: B,
}

impl<B: Bitboard + Serialize> Serialize for Board<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mover, opponent) = (self.mover(), self.opponent());
        BoardFields { mover, opponent }.serialize(serializer)
    }
}

/// Rejects overlapping discs; [`Board::check`] checks the shape.
impl<'de, B: Bitboard + Deserialize<'de>> Deserialize<'de> for Board<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let BoardFields { mover, opponent } = BoardFields::<B>::deserialize(deserializer)?;
        if mover & opponent != B::EMPTY {
            return Err(D::Error::custom("discs of both sides on a square"));
        }
        Ok(Self::new_unchecked(mover, opponent))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Game", deny_unknown_fields)]
struct GameFields {
    /// The board's shape.
    board: Shape,
    /// The position from which the game started, in OBF.
    start: String,
    /// The moves, passes included.
    moves: Vec<Move>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = GameFields {
            board: self.shape(),
            start: self.start().to_string(),
            moves: self.moves().to_vec(),
        };
        fields.serialize(serializer)
    }
}

/// Plays the moves; passes are optional.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = GameFields::deserialize(deserializer)?;
        let start = Position::parse_obf(&fields.start, fields.board).map_err(D::Error::custom)?;
        let mut game = Self::from_position(start);
        for (ply, mv) in fields.moves.into_iter().enumerate() {
            match mv {
                Move::Place(square) => game.play(square).map_err(|error| {
                    D::Error::custom(format_args!("move {} is illegal: {error}", ply + 1))
                })?,
                Move::Pass if game.last_move() == Some(Move::Pass) => {}
                Move::Pass => {
                    return Err(D::Error::custom(format_args!("move {}: a pass is not allowed", ply + 1)));
                }
            }
        }
        Ok(game)
    }
}

impl JsonSchema for Game {
    fn schema_name() -> Cow<'static, str> {
        "Game".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        GameFields::json_schema(generator)
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

    fn round_trip<T>(value: &T, json: &str)
    where
        T: Serialize + serde::de::DeserializeOwned + PartialEq + fmt::Debug,
    {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
    }

    #[test]
    fn notation_is_text() {
        round_trip(&Square::F5, "\"f5\"");
        round_trip(&Move::Place(Square::F5), "\"f5\"");
        round_trip(&SquareSet::from_iter([Square::F5]), "[\"f5\"]");
        round_trip(&Move::Pass, "\"pass\"");
        round_trip(&Color::White, "\"white\"");
        round_trip(&"9x7-a1".parse::<Shape>().unwrap(), "\"9x7-a1\"");
        for shape in ["8x8", "6x6", "11x11"] {
            let position = Position::start(shape.parse().unwrap());
            let json = serde_json::to_string(&position).unwrap();
            round_trip(&position, &json);
        }
    }

    #[test]
    fn games_are_objects() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6").unwrap();
        let fields = json!({
            "board": "8x8",
            "start": game.start().to_string(),
            "moves": ["f5", "d6"],
        });
        assert_eq!(to_value(&game).unwrap(), fields);
        for text in ["8x8", "9x7-a1"] {
            let game = Game::new(text.parse().unwrap());
            let json = serde_json::to_string(&game).unwrap();
            round_trip(&game, &json);
        }
        let outcome = crate::game::Outcome { black_score: -4 };
        round_trip(&outcome, "{\"black_score\":-4}");
    }

    #[test]
    fn impossible_values_are_rejected() {
        fn refused<T: serde::de::DeserializeOwned>(json: &str) {
            assert!(serde_json::from_str::<T>(json).is_err(), "{json}");
        }
        refused::<Square>("\"z9\"");
        refused::<Shape>("\"2x2\"");
        refused::<Color>("\"red\"");
        refused::<Position>("\"-- X\"");
        refused::<Board<u64>>("{\"mover\":3,\"opponent\":1}");
        let game = |start: &Position, mv: &str| {
            let fields = json!({ "board": "8x8", "start": start, "moves": [mv] });
            fields.to_string()
        };
        let start = Position::start(Shape::STANDARD);
        refused::<Game>(&game(&start, "a1"));
        refused::<Game>(&game(&start, "pass"));
        assert!(serde_json::from_str::<Game>(&game(&start, "f5")).is_ok());
        let board = Board::start(&crate::Layout::STANDARD);
        let json = serde_json::to_string(&board).unwrap();
        assert_eq!(serde_json::from_str::<Board<u64>>(&json).unwrap(), board);
    }
}
