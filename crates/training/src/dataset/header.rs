//! The header block: what a file holds and how it was made.

use std::fmt;
use std::path::Path;

use outflank_othello::Shape;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::blocks::{Blocks, MAX_CONTENT};
use super::error::DatasetError;
use super::is_parquet;

/// The header of a data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The board; in JSON a string such as `8x8`.
    #[serde(serialize_with = "write_shape", deserialize_with = "read_shape")]
    pub shape: Shape,
    /// The settings that determine the content: any JSON below 1 MiB.
    pub settings: Value,
}

/// The kind of records of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Self-play games.
    Games,
    /// Scored positions.
    Positions,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Games => "games",
            Self::Positions => "positions",
        })
    }
}

/// Returns the kind of a data set, or `None` if the file is not one. Parquet counts as positions.
/// Only the start of the file is read: the rest may be damaged or of an unknown version.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn kind_of(path: &Path) -> Result<Option<Kind>, DatasetError> {
    if is_parquet(path)? {
        return Ok(Some(Kind::Positions));
    }
    let content = match Blocks::open(path)?.next_block() {
        Ok(Some(content)) => content,
        Err(error @ DatasetError::File { .. }) => return Err(error),
        Ok(None) | Err(_) => return Ok(None),
    };
    let mark = serde_json::from_slice::<Mark>(&content).ok();
    let kinds = [Kind::Games, Kind::Positions];
    Ok(mark.and_then(|mark| {
        kinds
            .into_iter()
            .find(|kind| kind.to_string() == mark.outflank)
    }))
}

const VERSION: u64 = 2;

/// The fields common to all versions and kinds.
#[derive(Serialize, Deserialize)]
struct Mark {
    /// The [`Kind`].
    outflank: String,
    version: u64,
}

#[derive(Serialize)]
struct Start<'a> {
    #[serde(flatten)]
    mark: Mark,
    #[serde(flatten)]
    header: &'a Header,
}

impl Header {
    /// Returns the content of the header block of the file at `path`.
    pub(super) fn encode(&self, kind: Kind, path: &Path) -> Result<Vec<u8>, DatasetError> {
        let unfit = |reason| DatasetError::Unfit {
            path: path.to_owned(),
            reason,
        };
        let start = Start {
            mark: Mark {
                outflank: kind.to_string(),
                version: VERSION,
            },
            header: self,
        };
        let content = serde_json::to_vec(&start).map_err(|error| unfit(error.to_string()))?;
        if content.len() > MAX_CONTENT {
            let length = content.len();
            return Err(unfit(format!(
                "a header of {length} bytes: expected at most {MAX_CONTENT}"
            )));
        }
        Ok(content)
    }

    /// Parses the header block of the file at `path`.
    pub(super) fn decode(content: &[u8], kind: Kind, path: &Path) -> Result<Self, DatasetError> {
        let damaged = |error: serde_json::Error| DatasetError::Damaged {
            path: path.to_owned(),
            block: 0,
            expected: "the JSON header of games or positions",
            reason: error.to_string(),
        };
        let mark: Mark = serde_json::from_slice(content).map_err(damaged)?;
        if mark.outflank != kind.to_string() {
            return Err(DatasetError::OtherKind {
                path: path.to_owned(),
                found: mark.outflank,
                expected: kind,
            });
        }
        if mark.version != VERSION {
            return Err(DatasetError::OtherVersion {
                path: path.to_owned(),
                found: mark.version,
                expected: VERSION,
            });
        }
        serde_json::from_slice(content).map_err(damaged)
    }

    /// Checks that the header of the file at `path` is the `expected` one.
    pub(crate) fn expect(&self, expected: &Self, path: &Path) -> Result<(), DatasetError> {
        let other = |(setting, found, expected)| DatasetError::OtherSettings {
            path: path.to_owned(),
            setting,
            found,
            expected,
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
