//! State shared by every command: output and interruption.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use serde::Serialize;

use crate::output::Output;

/// The result of a completed command, which determines the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Exit status 0.
    Done,
    /// The answer is negative (a check failed): exit status 1.
    Negative,
    /// The user interrupted the command, which printed a partial result: exit
    /// status 130.
    Interrupted,
}

/// The run of one command.
pub(crate) struct Context {
    /// Standard output.
    pub(crate) output: Output,
    /// Set by the first Ctrl-C: stop soon and report partial results.
    pub(crate) interrupted: Arc<AtomicBool>,
    /// Run before the second Ctrl-C exits.
    cleanups: Arc<Mutex<Vec<Cleanup>>>,
}

/// Removes temporary files.
type Cleanup = Box<dyn Fn() + Send>;

impl Context {
    /// Installs the Ctrl-C handler: the first press requests an orderly stop, the
    /// second exits at once.
    pub(crate) fn new(json: bool) -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        let cleanups = Arc::new(Mutex::new(Vec::<Cleanup>::new()));
        let at_exit = Arc::clone(&cleanups);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                for cleanup in at_exit
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .iter()
                {
                    cleanup();
                }
                std::process::exit(i32::from(crate::INTERRUPTED));
            }
        })
        .context("cannot install the Ctrl-C handler")?;
        Ok(Self {
            output: Output::new(json),
            interrupted,
            cleanups,
        })
    }

    /// Registers a cleanup to run when a second Ctrl-C exits the program.
    pub(crate) fn on_forced_exit(&self, cleanup: impl Fn() + Send + 'static) {
        let mut cleanups = self.cleanups.lock().unwrap_or_else(PoisonError::into_inner);
        cleanups.push(Box::new(cleanup));
    }

    /// Returns whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns [`Verdict::Interrupted`] after Ctrl-C, otherwise [`Verdict::Done`].
    pub(crate) fn verdict(&self) -> Verdict {
        match self.is_interrupted() {
            true => Verdict::Interrupted,
            false => Verdict::Done,
        }
    }

    /// Prints the last object of the command, with `"incomplete": true` after Ctrl-C.
    pub(crate) fn finish(&self, last: &impl Serialize) -> anyhow::Result<Verdict> {
        #[derive(Serialize)]
        struct Incomplete<'a, T> {
            #[serde(flatten)]
            last: &'a T,
            incomplete: bool,
        }
        let verdict = self.verdict();
        if verdict == Verdict::Interrupted {
            let incomplete = true;
            self.output.object(&Incomplete { last, incomplete })?;
        } else {
            self.output.object(last)?;
        }
        Ok(verdict)
    }
}
