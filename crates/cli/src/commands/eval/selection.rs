//! Selection of evaluations.

use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use outflank_engine::evaluation::Evaluation;
use outflank_othello::Shape;
use outflank_textbook::{Evaluation as TextbookEvaluation, EvaluationKind};

use super::Arguments;
use crate::options::read_evaluation;

/// The name of the trained evaluation.
pub(super) const PATTERNS: &str = "patterns";

/// An evaluation named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EvaluationName {
    /// The trained evaluation.
    Patterns,
    /// A textbook evaluation.
    Textbook(EvaluationKind),
}

pub(super) fn parse_name(text: &str) -> Result<EvaluationName, String> {
    if text.eq_ignore_ascii_case(PATTERNS) {
        return Ok(EvaluationName::Patterns);
    }
    text.parse().map(EvaluationName::Textbook).map_err(|_| {
        format!(
            "unknown evaluation {text:?}: expected {PATTERNS}, discs, phased, components \
             or positional"
        )
    })
}

/// The selected evaluations.
pub(super) struct Selection {
    patterns: bool,
    shape: Shape,
    /// Weights given by `--weights`.
    weights: Option<Arc<Evaluation>>,
    pub(super) textbook: Vec<TextbookEvaluation>,
}

impl Selection {
    /// Selects the evaluation named by the arguments, or all that support the board.
    pub(super) fn new(arguments: &Arguments) -> Result<Self> {
        let kinds = textbook_kinds(arguments)?;
        let (patterns, weights) = trained(arguments)?;
        let parameters = arguments.parameters.as_deref();
        ensure!(
            parameters.is_none() || !patterns,
            "--parameters: expected a textbook evaluation: {PATTERNS} takes --weights"
        );
        let read = |kind| read_evaluation(kind, parameters);
        Ok(Self {
            patterns,
            weights,
            shape: arguments.board.shape,
            textbook: kinds.into_iter().map(read).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn patterns(&self) -> Option<&Evaluation> {
        // Read the built-in evaluation only if needed, because that takes a while.
        let weights = self.weights.as_ref();
        (self.patterns).then(|| Evaluation::for_shape(weights, self.shape))?
    }
}

fn textbook_kinds(arguments: &Arguments) -> Result<Vec<EvaluationKind>> {
    let is_compared = arguments.against.is_some();
    // `positional` depends on the moves that led to the position.
    let is_comparable = |kind: EvaluationKind| kind != EvaluationKind::Positional;
    let kinds = match arguments.evaluation {
        Some(EvaluationName::Patterns) => Vec::new(),
        Some(EvaluationName::Textbook(kind)) => vec![kind],
        None => EvaluationKind::ALL
            .into_iter()
            .filter(|&kind| !is_compared || is_comparable(kind))
            .collect(),
    };
    if is_compared && !kinds.iter().copied().all(is_comparable) {
        bail!(
            "--evaluation positional cannot be used with --against: its terms describe the last \
             move, not the position"
        );
    }
    Ok(kinds)
}

/// Returns whether the trained evaluation is selected, and the weights given by `--weights`.
fn trained(arguments: &Arguments) -> Result<(bool, Option<Arc<Evaluation>>)> {
    let misplaced = |option: &str| {
        anyhow::anyhow!(
            "{option}: expected the evaluation {PATTERNS}, and an 8x8 board or --weights for the \
             board"
        )
    };
    if matches!(arguments.evaluation, Some(EvaluationName::Textbook(_))) {
        ensure!(!arguments.weights.is_given(), misplaced("--weights"));
        ensure!(!arguments.instances, misplaced("--instances"));
        return Ok((false, None));
    }
    let shape = arguments.board.shape;
    let weights = arguments.weights.read_for(shape)?;
    let is_trained = weights.is_some() || shape == Shape::STANDARD;
    ensure!(
        is_trained || arguments.evaluation.is_none(),
        "--evaluation {PATTERNS}: a board of {shape}: expected 8x8, or --weights for this shape"
    );
    ensure!(is_trained || !arguments.instances, misplaced("--instances"));
    Ok((is_trained, weights))
}
