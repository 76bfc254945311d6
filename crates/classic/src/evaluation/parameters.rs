//! Parameters in TOML.

use std::ops::Range;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::EvaluationKind;

/// Why parameters cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The text is no TOML of the expected form, or a number in it makes no
    /// sense.
    #[error("line {line}, column {column}: {message}")]
    Text {
        /// 1-based line.
        line: usize,
        /// 1-based column, in characters.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
    },
    /// The evaluation has no parameters.
    #[error("the evaluation {0} has no parameters")]
    NoParameters(EvaluationKind),
}

/// The error `message` at a place of `text`, given in bytes.
pub(super) fn error_at(text: &str, place: &Range<usize>, message: &str) -> ParameterError {
    let before = text.get(..place.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    ParameterError::Text {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message: message.replace('\n', " "),
    }
}

/// Reads parameters from TOML.
pub(super) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ParameterError> {
    toml::from_str(text)
        .map_err(|error| error_at(text, &error.span().unwrap_or(0..0), error.message()))
}

/// Greatest weight in discs, far above any that makes sense.
const GREATEST_WEIGHT: f64 = 1000.0;

/// A weight in hundredths: all that a search sums up are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Weight(pub(super) i32);

impl TryFrom<f64> for Weight {
    type Error = String;

    fn try_from(weight: f64) -> Result<Self, String> {
        // NaN is within no bounds.
        if weight.abs() <= GREATEST_WEIGHT {
            Ok(Self((weight * 100.0).round() as i32))
        } else {
            Err(format!("weight {weight}: expected -1000 to 1000"))
        }
    }
}
