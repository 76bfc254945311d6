//! Parameters as TOML, with error positions and range checks.

use std::ops::Range;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize as _, Deserializer};

use super::ParameterError;

/// Returns the error `message` for a range of bytes in `text`.
pub(super) fn error_at(text: &str, place: &Range<usize>, message: &str) -> ParameterError {
    let before = text.get(..place.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    ParameterError::Text {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message: message.replace('\n', " "),
    }
}

pub(super) fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, ParameterError> {
    let place = |error: &toml::de::Error| error.span().unwrap_or(0..0);
    toml::from_str(text).map_err(|error| error_at(text, &place(&error), error.message()))
}

/// Quotes a string for TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// Maximum weight in units of the evaluation, far above any sensible one.
const MAX_WEIGHT: f64 = 1000.0;

pub(super) fn check_weight(weight: f64) -> Result<(), String> {
    // This also rejects NaN.
    match weight.abs() <= MAX_WEIGHT {
        true => Ok(()),
        false => Err(format!("weight {weight}: expected -1000 to 1000")),
    }
}

/// Reads a weight and checks its range.
pub(super) fn weight<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let weight = f64::deserialize(from)?;
    check_weight(weight).map_err(D::Error::custom)?;
    Ok(weight)
}

/// Rounds a weight to hundredths: the evaluations add integers.
pub(in crate::evaluation) fn hundredths(weight: f64) -> i32 {
    (weight * 100.0).round() as i32
}

/// Formats a weight with two decimals, the precision of the evaluations.
pub(super) fn weight_text(weight: f64) -> String {
    // The conversion also avoids `-0.00`.
    format!("{:.2}", f64::from(hundredths(weight)) / 100.0)
}
