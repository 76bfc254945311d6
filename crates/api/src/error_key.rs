//! Keys of errors, which the page shows in its own language.

use schemars::JsonSchema;
use serde::Serialize;

/// What is wrong, for a text in the language of the user. The page has a text for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKey {
    /// No such shape of a board.
    Board,
    /// The start position cannot be read.
    Position,
    /// A move is illegal, or not a move.
    Moves,
    /// A level that the server does not search.
    Level,
    /// A time that the server does not search.
    Time,
    /// A number out of its range, or another wrong field.
    Field,
    /// The body is not what was expected: for an import, a file of games.
    Body,
    /// A game cannot be written in the format.
    Games,
    /// The opening is not known.
    Opening,
    /// No balanced position was found.
    Unbalanced,
    /// Too large.
    TooLarge,
    /// Too many searches.
    TooMany,
    /// No such thing.
    NotFound,
    /// The server has no archive.
    NoArchive,
    /// The server has no opening book.
    NoBook,
    /// The server has no library.
    NoLibrary,
    /// Another tab has saved the game.
    Conflict,
    /// The token is missing or wrong.
    Token,
    /// Not from this page.
    Forbidden,
    /// Not received in time.
    TooSlow,
    /// The server is stopping or too busy.
    Unavailable,
    /// An error of the server.
    Internal,
    /// The request is not understood, which is an error of the client.
    Request,
}

impl ErrorKey {
    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::Board
            | Self::Position
            | Self::Moves
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
        }
    }

    /// Returns the key of a wrong field.
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

    /// The texts of a language: those of the page and of its panels.
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
    fn every_key_has_a_text_in_every_language() {
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
    fn all_languages_have_the_same_texts() {
        let english = texts("en");
        assert!(english.len() > 400);
        for language in ["fr", "ja"] {
            assert_eq!(texts(language), english, "{language}");
        }
    }
}
