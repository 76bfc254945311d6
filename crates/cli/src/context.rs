//! What every command is given beside its own arguments.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// What is done before the program is ended at once.
    cleaning: Arc<Mutex<Vec<Cleaning>>>,
}

/// Removes what must not be left behind.
type Cleaning = Box<dyn Fn() + Send>;

impl Context {
    /// Prepares the run of a command and takes over Ctrl-C: the first press
    /// asks for an orderly end, the second ends the program at once.
    pub(crate) fn new(json: bool) -> anyhow::Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        let cleaning = Arc::new(Mutex::new(Vec::<Cleaning>::new()));
        let last = Arc::clone(&cleaning);
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                for clean in last.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                    clean();
                }
                std::process::exit(130);
            }
        })
        .context("cannot take over Ctrl-C")?;
        Ok(Self {
            output: Output::new(json),
            interrupted,
            cleaning,
        })
    }

    /// Has `clean` done should the program be ended at once, by a second Ctrl-C.
    pub(crate) fn clean_at_once(&self, clean: impl Fn() + Send + 'static) {
        let mut cleaning = self.cleaning.lock().unwrap_or_else(PoisonError::into_inner);
        cleaning.push(Box::new(clean));
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
