//! What is told of the training while it runs.

use std::path::Path;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use outflank_training::training::network::{ErrorByDiscs, NetworkCourse, NetworkEpoch};
use schemars::JsonSchema;
use serde::Serialize;

use super::curve::draw_epochs;
use crate::commands::train::Stage;
use crate::context::Context;
use crate::output::{grouped, speed};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Epoch];

/// The JSON object of one epoch. Errors are in discs.
#[derive(JsonSchema, Serialize)]
struct Epoch {
    epoch: u32,
    /// The root of the mean square of the error of the positions learned from.
    training_error: f64,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
    stages: Vec<Stage>,
    seconds: f64,
}

/// Watches a training.
pub(super) struct Course<'a> {
    curve: Option<&'a Path>,
    context: &'a Context,
    bar: ProgressBar,
    began: Instant,
    /// Positions learned from in a second.
    rate: Option<f64>,
    /// Whether a step was done in this run.
    is_first: bool,
    failed: anyhow::Result<()>,
}

impl<'a> Course<'a> {
    pub(super) fn new(curve: Option<&'a Path>, context: &'a Context) -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} steps  {msg}")?;
        Ok(Self {
            curve,
            context,
            bar: ProgressBar::no_length().with_style(style),
            began: Instant::now(),
            rate: None,
            is_first: true,
            failed: Ok(()),
        })
    }

    /// Tells of a step, and whether another is to follow.
    pub(super) fn goes_on(&mut self, step: NetworkCourse<'_>) -> bool {
        self.failed = self.tell(step);
        self.failed.is_ok() && !self.context.is_interrupted()
    }

    /// Ends the telling. Gives the positions learned from in a second, if there were any.
    pub(super) fn finish(&mut self) -> anyhow::Result<Option<f64>> {
        self.bar.finish_and_clear();
        std::mem::replace(&mut self.failed, Ok(()))?;
        Ok(self.rate)
    }

    /// Tells that the checkpoint holds all steps.
    pub(super) fn nothing_left(&self, epochs: &[NetworkEpoch]) -> anyhow::Result<()> {
        let steps = "no step left: the checkpoint holds all of them";
        self.context.output.text(steps)?;
        self.draw(epochs)
    }

    fn tell(&mut self, step: NetworkCourse<'_>) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_first) && step.taken_up > 0 {
            let steps = grouped(step.taken_up);
            let text = format!("taken up behind step {steps}");
            self.bar.suspend(|| self.context.output.text(text))?;
        }
        let seconds = self.began.elapsed().as_secs_f64();
        self.rate = (seconds > 0.0).then(|| step.learned as f64 / seconds);
        self.bar.set_length(step.steps);
        self.bar.set_position(step.step);
        self.bar.set_message(format!(
            "{}  error {:.3} discs",
            speed(step.learned, seconds),
            step.training_error
        ));
        if let (true, Some(epoch)) = (step.ends_epoch, step.epochs.last()) {
            self.bar.suspend(|| self.tell_epoch(epoch))?;
            self.draw(step.epochs)?;
        }
        Ok(())
    }

    fn tell_epoch(&self, epoch: &NetworkEpoch) -> anyhow::Result<()> {
        let total = epoch.error.total();
        let output = self.context.output;
        output.object(&Epoch {
            epoch: epoch.epoch,
            training_error: epoch.training_error,
            mean_absolute_error: total.mean_absolute(),
            root_mean_square_error: total.root_mean_square(),
            stages: buckets(&epoch.error),
            seconds: epoch.elapsed.as_secs_f64(),
        })?;
        let stages = epoch.error.by_stage();
        let stages: String = stages
            .stages()
            .map(|(discs, stage)| format!("  {discs}: {:.2}", stage.mean_absolute().unwrap_or(0.0)))
            .collect();
        output.text(format_args!(
            "epoch {:>3}  {:>7.1} s  error {:.3} discs{stages}",
            epoch.epoch,
            epoch.elapsed.as_secs_f64(),
            total.mean_absolute().unwrap_or(f64::NAN),
        ))
    }

    fn draw(&self, epochs: &[NetworkEpoch]) -> anyhow::Result<()> {
        match self.curve {
            Some(path) if !epochs.is_empty() => draw_epochs(epochs, path),
            _ => Ok(()),
        }
    }
}

/// The errors of the network's stages, of four discs each.
fn buckets(error: &ErrorByDiscs) -> Vec<Stage> {
    let stages = error.buckets();
    stages
        .map(|(discs, error)| Stage::new(discs, &error))
        .collect()
}
