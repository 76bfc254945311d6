//! The header of a file: its board and how it was made.

use std::path::Path;

use outflank_othello::Shape;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::error::TrainingError;

/// The metadata of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The board; in JSON a string such as `8x8`.
    #[serde(serialize_with = "write_shape", deserialize_with = "read_shape")]
    pub shape: Shape,
    /// The settings that determine the content: any JSON.
    pub settings: Value,
}

impl Header {
    /// Checks that the header of the file at `path` is the `expected` one.
    pub(crate) fn expect(&self, expected: &Self, path: &Path) -> Result<(), TrainingError> {
        let other = |(setting, found, expected)| {
            let reason = format!(
                "made with another {setting}: expected {expected}, found {found}; \
                 give another folder, or the settings of this one"
            );
            TrainingError::content(path, reason)
        };
        if self.shape != expected.shape {
            let [found, expected] = [self, expected].map(|header| header.shape.to_string());
            return Err(other(("shape".to_owned(), found, expected)));
        }
        let difference = difference("settings", Some(&self.settings), Some(&expected.settings));
        difference.map_or(Ok(()), |difference| Err(other(difference)))
    }
}

/// Returns the path of the first difference between two values, with both values.
fn difference(
    place: &str,
    found: Option<&Value>,
    expected: Option<&Value>,
) -> Option<(String, String, String)> {
    match (found, expected) {
        _ if found == expected => None,
        (Some(Value::Object(found)), Some(Value::Object(expected))) => {
            let more = expected.keys().filter(|key| !found.contains_key(*key));
            found.keys().chain(more).find_map(|key| {
                difference(&format!("{place}.{key}"), found.get(key), expected.get(key))
            })
        }
        (Some(Value::Array(found)), Some(Value::Array(expected))) => {
            (0..found.len().max(expected.len())).find_map(|index| {
                let place = format!("{place}[{index}]");
                difference(&place, found.get(index), expected.get(index))
            })
        }
        _ => {
            let text = |value: Option<&Value>| {
                value.map_or_else(|| "nothing".to_owned(), Value::to_string)
            };
            Some((place.to_owned(), text(found), text(expected)))
        }
    }
}

fn write_shape<S: Serializer>(shape: &Shape, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(shape)
}

fn read_shape<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let place = |found: &Value, expected: &Value| {
            difference("settings", Some(found), Some(expected)).map(|(place, ..)| place)
        };
        let settings = json!({ "depth": 8, "engine": { "name": "a", "weights": [1.5, 2] } });
        assert_eq!(place(&settings, &settings), None);
        let deeper = json!({ "depth": 9, "engine": settings["engine"] });
        assert_eq!(place(&settings, &deeper).unwrap(), "settings.depth");
        let heavier = json!({ "depth": 8, "engine": { "name": "a", "weights": [1.5, 3] } });
        assert_eq!(
            place(&settings, &heavier).unwrap(),
            "settings.engine.weights[1]"
        );
        assert_eq!(
            difference("settings", Some(&json!({})), Some(&json!({ "seed": 1 }))),
            Some((
                "settings.seed".to_owned(),
                "nothing".to_owned(),
                "1".to_owned()
            ))
        );
    }
}
