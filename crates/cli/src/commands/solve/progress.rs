//! The progress line of a running solve.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use outflank_engine::Searcher;
use outflank_othello::format::ObfRecord;
use outflank_proof::ProofProgress;

use crate::output::{bounds_text, counted, grouped, progress_bar, speed};

/// Interval between updates.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on standard error that shows the state of the search. It is drawn only on a terminal.
pub(super) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    pub(super) fn new() -> Result<Self> {
        let bar = progress_bar(None, "{msg}")?;
        Ok(Self { bar })
    }

    /// Shows how many positions are solved.
    pub(super) fn solved(&self, solved: usize, count: usize) {
        self.bar.set_message(format!(
            "{} of {}",
            grouped(solved as u64),
            counted(count, "position")
        ));
    }

    /// Hides the line while `print` runs.
    pub(super) fn print<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Returns a function that prints a warning above the line, from any thread.
    pub(super) fn warner(&self) -> impl Fn(&dyn std::fmt::Display) + Send + 'static {
        let bar = self.bar.clone();
        move |warning| bar.suspend(|| eprintln!("warning: {warning}"))
    }

    pub(super) fn proof(&self, progress: &ProofProgress) {
        let ProofProgress { empties, choices } = *progress;
        let choices = grouped(choices as u64);
        self.bar
            .set_message(format!("proof: {choices} positions with {empties} empties"));
        self.bar.tick();
    }

    /// Shows the progress of a position until the returned value is dropped.
    pub(super) fn position(
        &self,
        place: usize,
        count: usize,
        record: &ObfRecord,
        searcher: &Searcher,
    ) -> Watching {
        let over = Arc::new(AtomicBool::new(false));
        if self.bar.is_hidden() {
            return Watching { over, thread: None };
        }
        let bar = self.bar.clone();
        let is_over = Arc::clone(&over);
        let progress = searcher.progress();
        let (empties, shape) = (record.position.empties().len(), record.position.shape());
        let (started, before) = (Instant::now(), progress.nodes());
        let thread = std::thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                std::thread::park_timeout(INTERVAL);
                let nodes = progress.nodes() - before;
                let seconds = started.elapsed().as_secs_f64();
                let found = progress.bounds().map_or_else(String::new, |found| {
                    let best = found.best.map_or("--".to_owned(), |best| best.to_string());
                    format!(
                        "  score {}  move {best}  testing >={:+}",
                        bounds_text(found.lower, found.upper, shape),
                        found.tested
                    )
                });
                bar.set_message(format!(
                    "position {} of {}  depth {empties}{found}  {} nodes  {}  {seconds:.0} s",
                    grouped(place as u64 + 1),
                    grouped(count as u64),
                    grouped(nodes),
                    speed(nodes, seconds),
                ));
                bar.tick();
            }
        });
        Watching {
            over,
            thread: Some(thread),
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A position whose progress is shown.
pub(super) struct Watching {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic in the display thread does not affect the result.
            let _ = thread.join();
        }
    }
}
