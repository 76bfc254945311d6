//! Reports during network training.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use indicatif::ProgressBar;
use outflank_training::ErrorSummary;
use outflank_training::network::{NetworkEpoch, NetworkProgress};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::train::shared::{Monitor, draw_errors};
use crate::context::Context;
use crate::output::{grouped, speed};

/// An epoch. Errors are in discs.
#[derive(JsonSchema, Serialize)]
pub(crate) struct EpochLine {
    epoch: u32,
    /// Root mean square training error.
    training_error: f64,
    /// Hold-out errors.
    #[serde(flatten)]
    error: ErrorSummary,
    seconds: f64,
}

/// Observes a training run.
pub(super) struct Progress<'a> {
    curve: Option<&'a Path>,
    context: &'a Context,
    monitor: Monitor<'a>,
    began: Instant,
    /// Positions per second.
    rate: Option<f64>,
    is_first: bool,
}

impl<'a> Progress<'a> {
    pub(super) fn new(curve: Option<&'a Path>, context: &'a Context) -> Result<Self> {
        let template = "{bar:30} {pos}/{len} steps  {msg}";
        Ok(Self {
            curve,
            context,
            monitor: Monitor::new(context).with_bar(None, template)?,
            began: Instant::now(),
            rate: None,
            is_first: true,
        })
    }

    /// Reports a step; returns whether training continues.
    pub(super) fn step(&mut self, progress: NetworkProgress<'_>) -> bool {
        let seconds = self.began.elapsed().as_secs_f64();
        self.rate = (seconds > 0.0).then(|| progress.learned as f64 / seconds);
        let is_first = std::mem::take(&mut self.is_first);
        let (curve, context) = (self.curve, self.context);
        self.monitor.step(|bar| {
            if is_first && progress.resumed_from > 0 {
                let step = grouped(progress.resumed_from);
                bar.suspend(|| context.text(format_args!("resumed after step {step}")))?;
            }
            show(bar, &progress, seconds);
            if let (true, Some(epoch)) = (progress.ends_epoch, progress.epochs.last()) {
                bar.suspend(|| report(epoch, context))?;
                draw(curve, progress.epochs)?;
            }
            Ok(())
        })
    }

    /// Returns the positions processed per second, if there were any.
    pub(super) fn finish(self) -> Result<Option<f64>> {
        self.monitor.finish()?;
        Ok(self.rate)
    }
}

fn show(bar: &ProgressBar, progress: &NetworkProgress<'_>, seconds: f64) {
    bar.set_length(progress.steps);
    bar.set_position(progress.step);
    bar.set_message(format!(
        "{}  error {:.3} discs",
        speed(progress.learned, seconds),
        progress.training_error
    ));
}

fn report(epoch: &NetworkEpoch, context: &Context) -> Result<()> {
    let seconds = epoch.elapsed.as_secs_f64();
    context.object(&EpochLine {
        epoch: epoch.epoch,
        training_error: epoch.training_error,
        error: epoch.error.summary(),
        seconds,
    })?;
    context.text(epoch.error.line("epoch", epoch.epoch, seconds))
}

/// Draws the hold-out errors of the epochs, if a chart was requested.
pub(super) fn draw(curve: Option<&Path>, epochs: &[NetworkEpoch]) -> Result<()> {
    let Some(path) = curve else {
        return Ok(());
    };
    let errors = epochs
        .iter()
        .map(|epoch| (epoch.epoch, epoch.error.clone()));
    let errors: Vec<_> = errors.collect();
    draw_errors(&errors, ("Hold-out error by epoch", "epochs"), None, path)
}
