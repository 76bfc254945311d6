//! Code shared by the commands that produce training data and evaluations.

mod error_chart;
mod samples;
mod searcher_pool;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use indicatif::ProgressBar;
use outflank_support::write_atomically;
use outflank_training::dataset::files;
use outflank_training::samples::SampleStore;
use outflank_training::{Checkpoint, TrainingError};

use crate::context::{Context, Verdict};
use crate::options::{check_folder, check_not_input, working_path};
use crate::output::progress_bar;

pub(crate) use error_chart::{draw_errors, write_chart};
pub(crate) use samples::{SampleArguments, above_0, parse_range};
pub(crate) use searcher_pool::SearcherPool;

/// The files that a training command writes.
#[derive(Args)]
pub(crate) struct OutputArguments {
    /// Where to write the result.
    #[arg(long, value_name = "FILE")]
    pub(crate) to: PathBuf,

    /// Save the state here, and resume from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Draw the hold-out error here while training.
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) curve: Option<PathBuf>,
}

impl OutputArguments {
    /// Checks that the files can be written, and are none of those that are read.
    pub(crate) fn check(&self, inputs: &[PathBuf]) -> Result<()> {
        check_folder("--to", &self.to)?;
        check_not_input("--to", &self.to, inputs)?;
        if let Some(path) = &self.curve {
            check_chart("--curve", path)?;
        }
        check_checkpoint(self.checkpoint.as_deref())
    }

    /// Returns the note after the result of an interrupted run.
    pub(crate) fn resume_note(&self, verdict: Verdict) -> &'static str {
        match (verdict, &self.checkpoint) {
            (Verdict::Interrupted, None) => "; incomplete",
            _ => resume_note(verdict),
        }
    }

    /// Writes the result, compressed at a zstd level, and returns its size in bytes.
    pub(crate) fn write(
        &self,
        context: &Context,
        to_bytes_at: impl Fn(i32) -> io::Result<Vec<u8>>,
    ) -> Result<usize> {
        // The best compression takes seconds.
        let bytes = match context.is_interrupted() {
            true => to_bytes_at(1)?,
            false => context.abandonable(|| Ok(to_bytes_at(19)?))?,
        };
        write_file(&self.to, &bytes)?;
        Ok(bytes.len())
    }

    /// Returns the checkpoint of a run on these samples.
    pub(crate) fn checkpoint(
        &self,
        interval: Duration,
        samples: &SampleArguments,
    ) -> Result<Checkpoint> {
        let Some(path) = &self.checkpoint else {
            return Ok(Checkpoint::default());
        };
        let checkpoint = Checkpoint::new(path, interval);
        checkpoint.check_writer()?;
        Ok(checkpoint.with_sources(&files(&samples.games)?, samples.options())?)
    }
}

/// Returns the note after the result of a command whose output file can be resumed.
pub(crate) fn resume_note(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interrupted => "; incomplete: the same command resumes",
        Verdict::Done | Verdict::Negative => "",
    }
}

/// Checks that a checkpoint can be written.
pub(crate) fn check_checkpoint(path: Option<&Path>) -> Result<()> {
    path.map_or(Ok(()), |path| check_folder("--checkpoint", path))
}

/// Checks that a chart can be written.
pub(crate) fn check_chart(option: &str, path: &Path) -> Result<()> {
    let extension = path.extension();
    ensure!(
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("svg")),
        "{option} {}: expected a name that ends in .svg",
        path.display()
    );
    check_folder(option, path)
}

/// Writes a file under a temporary name and renames it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_atomically(path, bytes).with_context(|| path.display().to_string())
}

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

/// The directory of a sample store beside the result, removed on every exit path.
pub(crate) struct SampleDirectory {
    directory: PathBuf,
    /// Whether no other process uses it.
    is_own: bool,
}

impl SampleDirectory {
    pub(crate) fn new(result: &Path, context: &Context) -> Self {
        let directory = working_path(result).with_extension("samples");
        let removed = directory.clone();
        context.on_forced_exit(move || drop(SampleStore::remove_from(&removed)));
        Self {
            directory,
            is_own: true,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.directory
    }

    /// Returns the path, for messages.
    pub(crate) fn name(&self) -> String {
        self.directory.display().to_string()
    }

    /// Adds the path to errors of the store.
    pub(crate) fn explain(&self, error: TrainingError) -> anyhow::Error {
        match error {
            TrainingError::Store(_) => anyhow!(error).context(self.name()),
            error => error.into(),
        }
    }

    /// Leaves the directory to the process that uses it.
    pub(crate) fn keep(mut self) {
        self.is_own = false;
    }

    pub(crate) fn remove(mut self) -> Result<()> {
        if std::mem::take(&mut self.is_own) {
            SampleStore::remove_from(&self.directory).with_context(|| self.name())?;
        }
        Ok(())
    }
}

impl Drop for SampleDirectory {
    fn drop(&mut self) {
        if self.is_own {
            // Another error is already being reported.
            drop(SampleStore::remove_from(&self.directory));
        }
    }
}
