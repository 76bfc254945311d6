//! The keys of errors, which the page translates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is wrong. The page has a message for each key in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKey {
    /// The board shape is invalid.
    Board,
    /// The start position cannot be read.
    Position,
    /// A move is illegal or cannot be read.
    Moves,
    /// The game is over, so there is no move.
    Over,
    /// The level is out of range.
    Level,
    /// The time is out of range.
    Time,
    /// A number is out of range, or another field is wrong.
    Field,
    /// The body is wrong. For an import, it is not a file of games.
    Body,
    /// A game cannot be written in the format.
    Games,
    /// The opening is unknown.
    Opening,
    /// No balanced position was found.
    Unbalanced,
    /// The request is too large.
    TooLarge,
    /// Too many searches are open.
    TooMany,
    /// The requested thing does not exist.
    NotFound,
    /// The server has no archive.
    NoArchive,
    /// The server has no opening book.
    NoBook,
    /// The server has no library.
    NoLibrary,
    /// There is no space left to store the data.
    StorageFull,
    /// Another tab has saved the game.
    Conflict,
    /// The token is missing or wrong.
    Token,
    /// The request does not come from this page.
    Forbidden,
    /// The request was not received in time.
    TooSlow,
    /// The server is stopping or too busy.
    Unavailable,
    /// The server has an internal error.
    Internal,
    /// The request is not understood, so the client has an error.
    Request,
}

impl ErrorKey {
    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::Board
            | Self::Position
            | Self::Moves
            | Self::Over
            | Self::Level
            | Self::Time
            | Self::Field
            | Self::Body
            | Self::Games
            | Self::Opening
            | Self::Request => 400,
            Self::Token => 401,
            Self::Forbidden => 403,
            Self::NotFound | Self::NoArchive | Self::NoBook | Self::NoLibrary => 404,
            Self::TooSlow => 408,
            Self::Conflict => 409,
            Self::TooLarge => 413,
            Self::Unbalanced => 422,
            Self::TooMany => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
            Self::StorageFull => 507,
        }
    }

    /// Returns the key for a wrong field.
    pub(crate) fn of_place(place: &str) -> Self {
        match place.rsplit('.').next().unwrap_or_default() {
            "board" => Self::Board,
            "start" => Self::Position,
            "moves" | "move" | "against" => Self::Moves,
            "level" => Self::Level,
            "time" => Self::Time,
            "body" => Self::Body,
            "opening" => Self::Opening,
            place if place.starts_with("games") => Self::Games,
            _ => Self::Field,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document;
    use std::fs;

    /// Returns the messages of a language: those of the page and of its panels.
    fn texts(language: &str) -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/page/i18n");
        let files = [
            format!("{folder}/{language}.json"),
            format!("{folder}/panels/{language}.json"),
        ];
        let read = |file: &String| -> serde_json::Map<String, serde_json::Value> {
            serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
        };
        let filled = |(key, text): (String, serde_json::Value)| {
            assert!(text != "" && !text.is_null(), "{language} {key}");
            key
        };
        let mut keys: Vec<String> = files.iter().flat_map(read).map(filled).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn every_key_has_a_message_in_every_language() {
        let schema = &document()["components"]["schemas"]["ErrorKey"];
        let keys: Vec<&str> = schema["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key["const"].as_str().unwrap())
            .collect();
        assert!(keys.len() > 20, "{keys:?}");
        for language in ["en", "fr", "ja"] {
            let texts = texts(language);
            for key in &keys {
                assert!(texts.contains(&format!("error.{key}")), "{language} {key}");
            }
        }
    }

    #[test]
    fn all_languages_have_the_same_messages() {
        let english = texts("en");
        assert!(english.len() > 400);
        for language in ["fr", "ja"] {
            assert_eq!(texts(language), english, "{language}");
        }
    }
}
