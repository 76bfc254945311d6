//! Query strings, and errors of fields.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_othello::Game;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::GameFields;
use crate::api::ApiError;

/// The fields of a query string without `client`. Unknown fields are rejected if `T` has
/// `deny_unknown_fields`.
#[derive(Clone, Debug)]
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut pairs = pairs(parts);
        pairs.retain(|(name, _)| name != "client");
        read_pairs(&pairs, &[]).map(Self)
    }
}

/// A game and the other fields of a query string, without `client`.
#[derive(Clone, Debug)]
pub(crate) struct GameQuery<T> {
    /// The game, its moves played.
    pub(crate) game: Game,
    /// The other fields.
    pub(crate) request: T,
}

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for GameQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = GameFields::default();
        let mut seen = [false; 3];
        let mut others = Vec::new();
        for (name, value) in pairs(parts) {
            match GameFields::NAMES.iter().position(|known| *known == name) {
                Some(place) if seen[place] => {
                    return Err(ApiError::bad(name, "given twice: expected it once"));
                }
                Some(place) => {
                    seen[place] = true;
                    *fields.field(&name) = value;
                }
                None if name == "client" => {}
                None => others.push((name, value)),
            }
        }
        let request = read_pairs(&others, &GameFields::NAMES)?;
        let game = fields.game()?;
        Ok(Self { game, request })
    }
}

/// Names and values of a query string.
pub(super) fn pairs(parts: &Parts) -> Vec<(String, String)> {
    let query = parts.uri.query().unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// Deserializes fields; `known` are further field names, for messages.
fn read_pairs<T: DeserializeOwned>(
    pairs: &[(String, String)],
    known: &[&str],
) -> Result<T, ApiError> {
    let text = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish();
    let fields = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text.as_bytes()));
    serde_path_to_error::deserialize(fields).map_err(|error| {
        let path = error.path().to_string();
        let value = pairs.iter().find(|(name, _)| *name == path);
        let message = match value {
            Some((_, value)) => format!("found {}: {}", quoted(value), error.inner()),
            None => error.inner().to_string(),
        };
        wrong_field(&path, &message, known)
    })
}

/// Returns the error of a field. If the path is unknown, the message may name the field.
/// `known` are further field names that the message lacks.
pub(super) fn wrong_field(path: &str, message: &str, known: &[&str]) -> ApiError {
    let named = ["unknown field `", "missing field `", "duplicate field `"]
        .iter()
        .find_map(|start| message.strip_prefix(start)?.split('`').next());
    let place = match (path, named) {
        ("." | "", Some(name)) => name.to_owned(),
        ("." | "", None) => "body".to_owned(),
        // The path includes unknown fields, but not missing ones.
        (path, Some(name)) if path.rsplit('.').next() != Some(name) => format!("{path}.{name}"),
        (path, _) => path.to_owned(),
    };
    let is_outermost = named == Some(path);
    let message = match known {
        [_, ..] if is_outermost && message.starts_with("unknown") => all_fields(message, known),
        _ => message.to_owned(),
    };
    ApiError::bad(shortened(&place), shortened(&message))
}

/// Lists all known fields in the message of an unknown one.
fn all_fields(message: &str, known: &[&str]) -> String {
    // The names are between backquotes, the unknown one first.
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = names.next().unwrap_or_default();
    let known: Vec<String> = known
        .iter()
        .copied()
        .chain(names)
        .map(|name| format!("`{name}`"))
        .collect();
    format!(
        "unknown field `{unknown}`, expected one of {}",
        known.join(", ")
    )
}

/// Quotes and truncates a value.
fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(24).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// Truncates a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(300).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Names the kind of a JSON value.
pub(super) const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
