//! The parameters of the evaluations, as values and as TOML.

mod components;
mod phased;
mod toml;

pub use components::ComponentsParameters;
pub use phased::{PhasedParameters, StageParameters};
pub(super) use toml::hundredths;

use super::EvaluationKind;

/// Why parameters are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The text is not valid TOML of the expected form, or a number is out of range.
    #[error("line {line}, column {column}: {message}")]
    Text {
        /// 1-based line.
        line: usize,
        /// 1-based column, in characters.
        column: usize,
        /// What is wrong and what was expected.
        message: String,
    },
    /// A number is out of range.
    #[error("{0}")]
    Value(String),
    /// The evaluation has no parameters.
    #[error("the evaluation {0} has no parameters: expected phased or components")]
    NoParameters(EvaluationKind),
}

/// The parameters of an evaluation.
///
/// ```
/// use outflank_textbook::{Evaluation, EvaluationKind, Parameters};
///
/// let Parameters::Phased(mut phased) = Parameters::by_hand(EvaluationKind::Phased)? else {
///     unreachable!("phased was requested");
/// };
/// phased.stages[0].mobility = 2.5;
/// let parameters = Parameters::Phased(phased);
/// let text = parameters.to_toml();
/// assert_eq!(Parameters::from_toml(EvaluationKind::Phased, &text)?, parameters);
/// let evaluation = Evaluation::with_parameters(&parameters)?;
/// assert_eq!(evaluation.kind(), EvaluationKind::Phased);
/// # Ok::<(), outflank_textbook::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// The parameters of `phased`.
    Phased(PhasedParameters),
    /// The parameters of `components`.
    Components(ComponentsParameters),
}

impl Parameters {
    /// Returns the shipped parameters, which were tuned by matches.
    ///
    /// # Errors
    ///
    /// Returns an error if the evaluation has no parameters.
    pub fn shipped(kind: EvaluationKind) -> Result<Self, ParameterError> {
        let phased = include_str!("../../../parameters/phased.toml");
        let components = include_str!("../../../parameters/components.toml");
        Self::carried(kind, phased, components)
    }

    /// Returns the hand-set parameters, from which tuning started. They never change.
    ///
    /// # Errors
    ///
    /// Returns an error if the evaluation has no parameters.
    pub fn by_hand(kind: EvaluationKind) -> Result<Self, ParameterError> {
        let phased = include_str!("../../../parameters/phased-by-hand.toml");
        let components = include_str!("../../../parameters/components-by-hand.toml");
        Self::carried(kind, phased, components)
    }

    fn carried(
        kind: EvaluationKind,
        phased: &str,
        components: &str,
    ) -> Result<Self, ParameterError> {
        let is_components = kind == EvaluationKind::Components;
        Self::from_toml(kind, if is_components { components } else { phased })
    }

    /// Parses TOML in the form of the files in `crates/textbook/parameters`.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the text is invalid, or if the evaluation
    /// has no parameters.
    pub fn from_toml(kind: EvaluationKind, text: &str) -> Result<Self, ParameterError> {
        match kind {
            EvaluationKind::Phased => PhasedParameters::from_toml(text).map(Self::Phased),
            EvaluationKind::Components => {
                ComponentsParameters::from_toml(text).map(Self::Components)
            }
            EvaluationKind::Discs | EvaluationKind::Positional => {
                Err(ParameterError::NoParameters(kind))
            }
        }
    }

    /// Returns the TOML that [`from_toml`](Self::from_toml) parses, with weights rounded to
    /// hundredths as in the evaluation.
    #[must_use]
    pub fn to_toml(&self) -> String {
        match self {
            Self::Phased(phased) => phased.to_toml(),
            Self::Components(components) => components.to_toml(),
        }
    }

    /// Returns the kind of the evaluation.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        match self {
            Self::Phased(_) => EvaluationKind::Phased,
            Self::Components(_) => EvaluationKind::Components,
        }
    }
}
