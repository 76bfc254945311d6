//! Code shared by the commands that produce training data and evaluations.

mod samples;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use indicatif::ProgressBar;
use outflank_engine::evaluation::{BEST_COMPRESSION, Evaluation};
use outflank_engine::{SearchOptions, Searcher};
use outflank_support::write_atomically;
use outflank_training::dataset::files;
use outflank_training::samples::SampleStore;
use outflank_training::{Checkpoint, ErrorByStage, StageError, TrainingError};
use rayon::prelude::*;

use crate::chart::{Chart, Line, STAGE_COLOURS};
use crate::context::{Context, Verdict};
use crate::options::{ThreadsOption, check_folder, check_not_input, with_own, working_path};
use crate::output::progress_bar;

pub(crate) use samples::{SampleArguments, above_0, parse_range};

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
    /// Checks that the files can be written and are not also inputs.
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
        to_bytes: impl Fn(i32) -> io::Result<Vec<u8>>,
    ) -> Result<usize> {
        // The best compression takes seconds.
        let bytes = match context.is_interrupted() {
            true => to_bytes(1)?,
            false => context.abandonable(|| Ok(to_bytes(BEST_COMPRESSION)?))?,
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
        Verdict::Interrupted => "; incomplete: run the same command to resume",
        _ => "",
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

/// The minimum number of discs in each stage.
const FIRST_DISCS: [u32; 7] = [0, 10, 20, 30, 40, 50, 60];

/// Draws hold-out errors over passes or epochs. Draws nothing without errors.
pub(crate) fn draw_errors(
    errors: &[(u32, ErrorByStage)],
    (title, x_label): (&str, &str),
    marked: Option<(u32, &str)>,
    path: &Path,
) -> Result<()> {
    let line = |value: &dyn Fn(&ErrorByStage) -> Option<f64>| -> Vec<(u32, f64)> {
        let point = |(x, error): &(u32, ErrorByStage)| Some((*x, value(error)?));
        errors.iter().filter_map(point).collect()
    };
    let all = |value: fn(&StageError) -> Option<f64>| line(&|error| value(&error.total()));
    let mut lines = vec![
        Line::all("all, root mean square", all(StageError::root_mean_square)),
        Line::second("all", all(StageError::mean_absolute)),
    ];
    for (first, colour) in FIRST_DISCS.into_iter().zip(STAGE_COLOURS) {
        let points = line(&|error| {
            let mut stages = error.stages();
            let (_, stage) = stages.find(|(discs, _)| *discs == first)?;
            stage.mean_absolute()
        });
        if !points.is_empty() {
            let name = format!("{first}–{} discs", (first + 9).min(64));
            lines.push(Line::new(name, colour, points));
        }
    }
    if lines.iter().all(|line| line.points.is_empty()) {
        return Ok(());
    }
    let chart = Chart {
        title,
        x_label,
        y_label: "error in discs",
        legend: "mean absolute error",
        marked,
        lines,
        ..Chart::default()
    };
    write_chart(&chart, path)
}

/// Writes a chart as SVG.
pub(crate) fn write_chart(chart: &Chart<'_>, path: &Path) -> Result<()> {
    let svg = chart.to_svg();
    let svg = svg.with_context(|| path.display().to_string())?;
    write_file(path, svg.as_bytes())
}

/// Threads with a searcher each, which Ctrl-C stops.
pub(crate) struct SearcherPool {
    pool: rayon::ThreadPool,
    searchers: Vec<Mutex<Searcher>>,
}

impl SearcherPool {
    /// Starts the threads; `hash` is the table size of a searcher in MiB.
    pub(crate) fn new(
        threads: ThreadsOption,
        hash: usize,
        evaluation: Option<Arc<Evaluation>>,
        context: &Context,
    ) -> Result<Self> {
        let options = SearchOptions::default().with_hash(hash);
        let options = options.with_stop(Arc::clone(&context.interrupted));
        let options = with_own(options, evaluation);
        let searcher = |_| Searcher::new(options.clone()).map(Mutex::new);
        let searchers = (0..threads.count()).map(searcher).collect::<Result<_, _>>();
        Ok(Self {
            pool: threads.pool()?,
            searchers: searchers.context("not enough memory for the transposition tables")?,
        })
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.searchers.len()
    }

    /// Maps each item with the searcher of a thread, in order.
    pub(crate) fn map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T, &mut Searcher) -> R + Sync,
    ) -> Vec<R> {
        let work = |item| {
            let thread = rayon::current_thread_index().unwrap_or(0);
            let searcher = self.searchers[thread].lock();
            work(item, &mut searcher.unwrap_or_else(PoisonError::into_inner))
        };
        let items = items.into_par_iter().with_max_len(1);
        self.pool.install(|| items.map(work).collect())
    }
}
