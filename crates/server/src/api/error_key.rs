//! Keys of errors, by which the page tells them in its own language.

use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

/// What is wrong, for a text in the language of the user. The page has a text for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ErrorKey {
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
    /// Returns the key of an error at a place of the request.
    pub(super) fn of(status: StatusCode, place: Option<&str>) -> Self {
        let last = place.and_then(|place| place.rsplit('.').next());
        match (status, last) {
            (StatusCode::BAD_REQUEST, Some(place)) => Self::of_place(place),
            (StatusCode::NOT_FOUND, Some("archive")) => Self::NoArchive,
            (StatusCode::NOT_FOUND, Some("book")) => Self::NoBook,
            (StatusCode::NOT_FOUND, Some("library")) => Self::NoLibrary,
            (StatusCode::NOT_FOUND, _) => Self::NotFound,
            (StatusCode::UNPROCESSABLE_ENTITY, _) => Self::Unbalanced,
            (
                StatusCode::PAYLOAD_TOO_LARGE
                | StatusCode::URI_TOO_LONG
                | StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                _,
            ) => Self::TooLarge,
            (StatusCode::TOO_MANY_REQUESTS, _) => Self::TooMany,
            (StatusCode::CONFLICT, _) => Self::Conflict,
            (StatusCode::UNAUTHORIZED, _) => Self::Token,
            (StatusCode::FORBIDDEN, _) => Self::Forbidden,
            (StatusCode::REQUEST_TIMEOUT, _) => Self::TooSlow,
            (StatusCode::SERVICE_UNAVAILABLE, _) => Self::Unavailable,
            (StatusCode::INTERNAL_SERVER_ERROR, _) => Self::Internal,
            _ => Self::Request,
        }
    }

    /// Returns the key of a wrong field.
    fn of_place(place: &str) -> Self {
        match place {
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
    use super::super::openapi;
    use std::fs;

    /// The texts of a language: those of the page and of its panels.
    fn texts(language: &str) -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page/i18n");
        let files = [
            format!("{folder}/{language}.json"),
            format!("{folder}/panels/{language}.json"),
        ];
        let read = |file: &String| -> serde_json::Map<String, serde_json::Value> {
            serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
        };
        let filled = |(key, text): (String, serde_json::Value)| {
            assert!(
                text.as_str() != Some("") && !text.is_null(),
                "{language} {key}"
            );
            key
        };
        let mut keys: Vec<String> = files.iter().flat_map(read).map(filled).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn every_key_has_a_text_in_every_language() {
        let schema = &openapi::build()["components"]["schemas"]["ErrorKey"];
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
