//! Parameters in TOML.

use serde::de::DeserializeOwned;

use super::EvaluationKind;

/// Why parameters cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// The text is no TOML of the expected form.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// 1-based line.
        line: usize,
        /// 1-based column.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A number that makes no sense.
    #[error("{0}")]
    Value(String),
    /// The evaluation has no parameters.
    #[error("the evaluation {0} has no parameters")]
    NoParameters(EvaluationKind),
}

/// Greatest weight in discs, far above any that makes sense.
const GREATEST_WEIGHT: f64 = 1000.0;

/// Reads parameters from TOML.
pub(super) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ParameterError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let before = text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ParameterError::Syntax {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: error.message().replace('\n', " "),
        }
    })
}

/// A weight in hundredths.
pub(super) fn hundredths(name: &str, weight: f64) -> Result<i32, ParameterError> {
    if weight.abs() <= GREATEST_WEIGHT {
        Ok((weight * 100.0).round() as i32)
    } else {
        Err(ParameterError::Value(format!(
            "{name} = {weight}: expected -1000 to 1000"
        )))
    }
}
