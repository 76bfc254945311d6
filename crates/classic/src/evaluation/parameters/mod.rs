//! The numbers of an evaluation that can be set, as values and as TOML.

mod components;
mod phased;
mod toml;

pub use components::ComponentsParameters;
pub use phased::{PhasedParameters, StageParameters};
pub(super) use toml::hundredths;

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
    /// A number makes no sense.
    #[error("{0}")]
    Value(String),
    /// The evaluation has no parameters.
    #[error("the evaluation {0} has no parameters: expected phased or components")]
    NoParameters(EvaluationKind),
}

/// The parameters of one of the evaluations that have some.
///
/// ```
/// use outflank_classic::{Evaluation, EvaluationKind, Parameters};
///
/// let Parameters::Phased(mut phased) = Parameters::by_hand(EvaluationKind::Phased)? else {
///     unreachable!("that is what was asked for");
/// };
/// phased.stages[0].mobility = 2.5;
/// let parameters = Parameters::Phased(phased);
/// let text = parameters.to_toml();
/// assert_eq!(Parameters::from_toml(EvaluationKind::Phased, &text)?, parameters);
/// let evaluation = Evaluation::with_parameters(&parameters)?;
/// assert_eq!(evaluation.kind(), EvaluationKind::Phased);
/// # Ok::<(), outflank_classic::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// Of `phased`.
    Phased(PhasedParameters),
    /// Of `components`.
    Components(ComponentsParameters),
}

impl Parameters {
    /// Those that the program carries, found by matches.
    ///
    /// # Errors
    ///
    /// The evaluations that have none.
    pub fn shipped(kind: EvaluationKind) -> Result<Self, ParameterError> {
        Self::carried(
            kind,
            include_str!("../../../parameters/phased.toml"),
            include_str!("../../../parameters/components.toml"),
        )
    }

    /// Those that people set, from which the search for better ones began: they
    /// stay as they are.
    ///
    /// # Errors
    ///
    /// The evaluations that have none.
    pub fn by_hand(kind: EvaluationKind) -> Result<Self, ParameterError> {
        Self::carried(
            kind,
            include_str!("../../../parameters/phased-by-hand.toml"),
            include_str!("../../../parameters/components-by-hand.toml"),
        )
    }

    fn carried(
        kind: EvaluationKind,
        phased: &str,
        components: &str,
    ) -> Result<Self, ParameterError> {
        let text = match kind {
            EvaluationKind::Components => components,
            _ => phased,
        };
        Self::from_toml(kind, text)
    }

    /// Those of a TOML text, as the files in `crates/classic/parameters` show them.
    ///
    /// # Errors
    ///
    /// Texts that are no such parameters, with line and column, and the
    /// evaluations that have none.
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

    /// The text that [`from_toml`](Self::from_toml) reads; weights to the hundredth,
    /// as an evaluation takes them.
    #[must_use]
    pub fn to_toml(&self) -> String {
        match self {
            Self::Phased(phased) => phased.to_toml(),
            Self::Components(components) => components.to_toml(),
        }
    }

    /// The evaluation to which they belong.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        match self {
            Self::Phased(_) => EvaluationKind::Phased,
            Self::Components(_) => EvaluationKind::Components,
        }
    }
}
