//! Progress of a training run.

use anyhow::Result;
use indicatif::ProgressBar;

use crate::context::Context;
use crate::output::progress_bar;

/// The observer of a training run: shows a progress bar, reports steps, and stops the run
/// when reporting fails or the user interrupts.
pub(crate) struct Monitor<'a> {
    context: &'a Context,
    bar: ProgressBar,
    reported: Result<()>,
}

impl<'a> Monitor<'a> {
    /// Creates a monitor without a bar.
    pub(crate) fn new(context: &'a Context) -> Self {
        Self {
            context,
            bar: ProgressBar::hidden(),
            reported: Ok(()),
        }
    }

    /// Adds a bar with a template of indicatif.
    pub(crate) fn with_bar(self, length: Option<u64>, template: &str) -> Result<Self> {
        let bar = progress_bar(length, template)?;
        Ok(Self { bar, ..self })
    }

    /// Reports a step; returns whether the run continues.
    pub(crate) fn step(&mut self, report: impl FnOnce(&ProgressBar) -> Result<()>) -> bool {
        self.reported = report(&self.bar);
        self.reported.is_ok() && !self.context.is_interrupted()
    }

    /// Removes the bar and returns the error of the last report.
    pub(crate) fn finish(self) -> Result<()> {
        self.reported
    }
}
