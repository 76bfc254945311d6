//! What every command is given beside its own arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use crate::output::Output;

/// How a command that ran to its end answers; it becomes the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Exit status 0.
    Done,
    /// The answer is negative (a check failed): exit status 1.
    Negative,
}

/// The run of one command.
pub(crate) struct Context {
    /// Where results go.
    pub(crate) output: Output,
    /// Set once Ctrl-C was pressed: stop soon and show what there is.
    pub(crate) interrupted: Arc<AtomicBool>,
}

impl Context {
    /// Prepares the run of a command and takes over Ctrl-C: the first press
    /// asks for an orderly end, the second ends the program at once.
    pub(crate) fn new(json: bool) -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        })
        .context("cannot take over Ctrl-C")?;
        Ok(Self {
            output: Output::new(json),
            interrupted,
        })
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
