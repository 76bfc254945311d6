//! Reading an evaluation's parameters.

use std::fmt;

use outflank_gametree::Value;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::EvaluationKind;

/// Why a text does not hold the parameters of an evaluation, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError {
    kind: EvaluationKind,
    line: usize,
    column: usize,
    message: String,
}

impl ParameterError {
    /// The evaluation whose parameters were expected.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        self.kind
    }

    /// 1-based line.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// 1-based column, in characters.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What was found and what was expected, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            line,
            column,
            message,
        } = self;
        write!(
            f,
            "parameters of {kind}, line {line}, column {column}: {message}"
        )
    }
}

impl std::error::Error for ParameterError {}

/// Reads the parameters of `kind`.
pub(super) fn read<T: DeserializeOwned>(
    kind: EvaluationKind,
    text: &str,
) -> Result<T, ParameterError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        ParameterError {
            kind,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: error.message().replace('\n', ", "),
        }
    })
}

/// Largest amount of a weight.
const LARGEST_WEIGHT: f64 = 1000.0;

/// The worth of one unit of a term in discs, −1000 to 1000, kept in
/// hundredths: all that a search sums up are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Weight {
    hundredths: Value,
}

impl Weight {
    #[inline]
    pub(super) const fn hundredths(self) -> Value {
        self.hundredths
    }

    pub(super) fn discs(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    #[inline]
    pub(super) const fn is_zero(self) -> bool {
        self.hundredths == 0
    }
}

impl TryFrom<f64> for Weight {
    type Error = String;

    fn try_from(discs: f64) -> Result<Self, String> {
        if discs.is_finite() && discs.abs() <= LARGEST_WEIGHT {
            let hundredths = (discs * 100.0).round() as Value;
            Ok(Self { hundredths })
        } else {
            Err(format!(
                "weight {discs}: expected a number from -1000 to 1000"
            ))
        }
    }
}

/// A share of the board, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Share(f64);

impl Share {
    /// How many discs a board of `squares` holds at most while its filled
    /// share is below this one; 0 if even the empty board is not below.
    pub(super) fn discs_below(self, squares: u32) -> u32 {
        (self.0 * f64::from(squares)).ceil() as u32
    }
}

impl TryFrom<f64> for Share {
    type Error = String;

    fn try_from(share: f64) -> Result<Self, String> {
        if (0.0..=1.0).contains(&share) {
            Ok(Self(share))
        } else {
            Err(format!(
                "share {share}: expected a share of the board from 0 to 1"
            ))
        }
    }
}
