//! `outflank eval --scored`: the error of the trained evaluation on labelled positions.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use outflank_engine::Score;
use outflank_engine::evaluation::Evaluation;
use outflank_othello::Shape;
use outflank_training::dataset::{PositionsReader, files};
use outflank_training::{ErrorByStage, StageError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::WeightsOption;
use crate::output::grouped;

/// The error in a stage of the game.
#[derive(JsonSchema, Serialize)]
pub(super) struct StageErrorLine {
    /// Minimum number of discs, a multiple of ten.
    discs: u32,
    #[serde(flatten)]
    error: EvaluationError,
}

/// The error over all positions.
#[derive(JsonSchema, Serialize)]
pub(super) struct ErrorTotal {
    total: bool,
    #[serde(flatten)]
    error: EvaluationError,
}

/// An error in discs.
#[derive(JsonSchema, Serialize)]
struct EvaluationError {
    positions: u64,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
}

impl From<StageError> for EvaluationError {
    fn from(error: StageError) -> Self {
        Self {
            positions: error.count,
            mean_absolute_error: error.mean_absolute(),
            root_mean_square_error: error.root_mean_square(),
        }
    }
}

/// Prints the error of the static evaluation on a file of labelled positions.
pub(super) fn run(path: &Path, weights: &WeightsOption, context: &Context) -> Result<Verdict> {
    let error = errors(path, weights, context)?;
    if error.total().count == 0 {
        context.check()?;
    }
    ensure!(
        error.total().count > 0,
        "{}: expected a position with a legal move",
        path.display()
    );
    for (discs, error) in error.stages() {
        let error = error.into();
        context.object(&StageErrorLine { discs, error })?;
    }
    let verdict = context.finish(&ErrorTotal {
        total: true,
        error: error.total().into(),
    })?;
    context.text(table(&error))?;
    Ok(verdict)
}

/// Measures the error over all positions where the game is not over.
fn errors(path: &Path, weights: &WeightsOption, context: &Context) -> Result<ErrorByStage> {
    let files = files(&[path])?;
    let open = |path| PositionsReader::open(path, Shape::STANDARD);
    let shape = files.first().map_or(Ok(Shape::STANDARD), |path| {
        open(path).map(|positions| positions.shape())
    })?;
    let own = weights.read_for(shape)?;
    let evaluation = Evaluation::for_shape(own.as_ref(), shape).with_context(|| {
        format!(
            "{}: a board of {shape}: expected 8x8, or --weights for this shape",
            path.display()
        )
    })?;
    let mut error = ErrorByStage::default();
    for path in &files {
        let positions = open(path)?.scored()?;
        for scored in positions.take_while(|_| !context.is_interrupted()) {
            let scored = scored?;
            let position = scored.position(shape)?;
            if !position.is_over() {
                let value = Score::from_units(evaluation.value(&position)?, false);
                let discs = position.widened_board().occupied().count_ones();
                error.add(discs, value.discs() - scored.discs());
            }
        }
    }
    Ok(error)
}

fn table(error: &ErrorByStage) -> String {
    let line = |stage: &str, error: StageError| {
        format!(
            "{stage:<6} {:>11} {:>10.3} {:>10.3}\n",
            grouped(error.count),
            error.mean_absolute().unwrap_or(f64::NAN),
            error.root_mean_square().unwrap_or(f64::NAN)
        )
    };
    let mut text = format!(
        "{:<6} {:>11} {:>10} {:>10}\n",
        "discs", "positions", "mean abs", "rms"
    );
    for (discs, stage) in error.stages() {
        text.push_str(&line(&format!("{discs}-{}", (discs + 9).min(64)), stage));
    }
    text.push_str(line("all", error.total()).trim_end());
    text
}
