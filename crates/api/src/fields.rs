//! The fields of requests and their errors.

use outflank_support::json;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::game_fields::GameFields;
use crate::{ApiError, Result};

/// A request before its fields are read.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The fields of the query and of the path.
    pub query: Vec<(String, String)>,
    /// The body: a JSON object, or a file.
    pub body: Vec<u8>,
}

/// The fields of a request.
#[derive(Debug)]
pub(crate) enum Fields {
    /// The fields of a query, without `client`.
    Query(Vec<(String, String)>),
    /// The fields of a JSON object.
    Json(Map<String, Value>),
}

impl Input {
    /// Returns a request with the fields of a query string.
    #[must_use]
    pub fn new(query: &str, body: Vec<u8>) -> Self {
        let query = form_urlencoded::parse(query.as_bytes());
        Self {
            query: query.into_owned().collect(),
            body,
        }
    }

    pub(crate) fn query(self) -> Fields {
        let mut pairs = self.query;
        pairs.retain(|(name, _)| name != "client");
        Fields::Query(pairs)
    }

    /// Reads the fields of the body, which must be a JSON object.
    pub(crate) fn json(&self) -> Result<Fields> {
        match json::read(&self.body) {
            Ok(Value::Object(object)) => Ok(Fields::Json(object)),
            Ok(other) => {
                let message = format!("found {}: expected an object", kind(&other));
                Err(ApiError::bad("body", message))
            }
            Err(error) if error.is_data() => Err(ApiError::bad("body", error.to_string())),
            Err(error) => Err(ApiError::bad("body", format!("not JSON: {error}"))),
        }
    }
}

impl Fields {
    /// Reads the fields of a game, and all other fields as a `T`. Rejects unknown fields if `T` has
    /// `deny_unknown_fields`.
    pub(crate) fn read_with_game<T: DeserializeOwned>(mut self) -> Result<(GameFields, T)> {
        let mut game = GameFields::default();
        for name in GameFields::NAMES {
            if let Some(text) = self.take(name)? {
                *game.field(name) = text;
            }
        }
        Ok((game, self.read(&GameFields::NAMES)?))
    }

    /// Removes the field with a name and returns its text, if there is one.
    fn take(&mut self, name: &'static str) -> Result<Option<String>> {
        match self {
            Self::Query(pairs) => {
                let mut found = pairs.extract_if(.., |pair| pair.0 == name);
                let first = found.next();
                if found.next().is_some() {
                    return Err(ApiError::bad(name, "given twice: expected it once"));
                }
                Ok(first.map(|(_, text)| text))
            }
            Self::Json(object) => match object.remove(name) {
                None => Ok(None),
                Some(Value::String(text)) => Ok(Some(text)),
                Some(other) => {
                    let message = format!("found {}: expected a string", kind(&other));
                    Err(ApiError::bad(name, message))
                }
            },
        }
    }

    /// Reads all fields. Messages about unknown fields also list the names in `known`.
    pub(crate) fn read<T: DeserializeOwned>(self, known: &[&str]) -> Result<T> {
        let pairs = match self {
            Self::Json(object) => {
                return serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
                    let path = error.path().to_string();
                    wrong_field(&path, &error.inner().to_string(), known)
                });
            }
            Self::Query(pairs) => pairs,
        };
        let text = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&pairs)
            .finish();
        let fields = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text.as_bytes()));
        serde_path_to_error::deserialize(fields).map_err(|error| {
            let path = error.path().to_string();
            let value = pairs.iter().find(|(name, _)| *name == path);
            let message = match value {
                Some((_, value)) => format!("found {:?}: {}", shortened(value, 24), error.inner()),
                None => error.inner().to_string(),
            };
            wrong_field(&path, &message, known)
        })
    }
}

/// Returns the error for a field. If the path is unknown, the message may name the field.
/// A message about an unknown field also lists the names in `known`.
fn wrong_field(path: &str, message: &str, known: &[&str]) -> ApiError {
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
    ApiError::bad(shortened(&place, 300), shortened(&message, 300))
}

/// Adds further known fields to the message about an unknown field.
fn all_fields(message: &str, known: &[&str]) -> String {
    // The names are between backquotes, the unknown name first.
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = names.next().unwrap_or_default();
    let known = known.iter().copied().chain(names);
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let known = known.join(", ");
    format!("unknown field `{unknown}`, expected one of {known}")
}

/// Truncates text.
fn shortened(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Names the kind of a JSON value.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
