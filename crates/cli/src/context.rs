//! State shared by all commands: output and interruption.

use std::fmt::Display;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde_json::json;

use crate::output::print_json;

/// The result of a completed command, which determines the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Exit status 0.
    Done,
    /// The answer is negative, for example because a check failed: exit status 1.
    Negative,
    /// The user interrupted the command, which printed a partial result: exit
    /// status 130.
    Interrupted,
    /// A signal or the end of the input stopped a command that serves another program, which is no
    /// interruption: exit status 0.
    Stopped,
}

impl Verdict {
    /// Makes the answer of a completed command negative if `is_negative`.
    pub(crate) const fn negative_if(self, is_negative: bool) -> Self {
        match (self, is_negative) {
            (Self::Done, true) => Self::Negative,
            _ => self,
        }
    }
}

/// The run of one command.
pub(crate) struct Context {
    /// The first Ctrl-C sets this flag, which asks the command to stop soon and report partial
    /// results. A command may also set it to stop its own work.
    pub(crate) interrupted: Arc<AtomicBool>,
    signals: Arc<Signals>,
}

/// State that the Ctrl-C handler shares with the command.
struct Signals {
    /// Whether the command prints JSON lines instead of text.
    json: bool,
    interrupted: Arc<AtomicBool>,
    /// Whether Ctrl-C was pressed.
    received: AtomicBool,
    /// Whether an object with `"incomplete": true` was printed.
    marked: Mutex<bool>,
    /// The number of abandonable tasks in progress.
    abandonable: Mutex<u32>,
    /// The cleanups to run before the handler exits.
    cleanups: Mutex<Vec<Cleanup>>,
}

/// Removes temporary files.
type Cleanup = Box<dyn Fn() + Send>;

/// The error returned by work that Ctrl-C interrupted.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted: the result is incomplete")
    }
}

impl std::error::Error for Interrupted {}

impl Context {
    /// Installs the Ctrl-C handler: the first press requests an orderly stop, or exits during
    /// [abandonable](Self::abandonable) work; the second exits at once.
    pub(crate) fn new(json: bool) -> Result<Self> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let signals = Arc::new(Signals {
            json,
            interrupted: Arc::clone(&interrupted),
            received: AtomicBool::new(false),
            marked: Mutex::new(false),
            abandonable: Mutex::new(0),
            cleanups: Mutex::default(),
        });
        let handler = Arc::clone(&signals);
        ctrlc::set_handler(move || handler.receive())
            .context("cannot install the Ctrl-C handler")?;
        Ok(Self {
            interrupted,
            signals,
        })
    }

    pub(crate) fn is_json(&self) -> bool {
        self.signals.json
    }

    /// Prints an object on one line if JSON was requested.
    pub(crate) fn object(&self, object: &impl Serialize) -> Result<()> {
        match self.is_json() {
            true => print_json(object),
            false => Ok(()),
        }
    }

    /// Prints a line of text unless JSON was requested.
    pub(crate) fn text(&self, text: impl Display) -> Result<()> {
        if !self.is_json() {
            let mut stdout = std::io::stdout().lock();
            writeln!(stdout, "{text}")?;
            stdout.flush()?;
        }
        Ok(())
    }

    /// Registers a cleanup to run when the Ctrl-C handler exits the program.
    pub(crate) fn on_forced_exit(&self, cleanup: impl Fn() + Send + 'static) {
        lock(&self.signals.cleanups).push(Box::new(cleanup));
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.signals.received.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), Interrupted> {
        match self.is_interrupted() {
            true => Err(Interrupted),
            false => Ok(()),
        }
    }

    /// Runs work that does not check for Ctrl-C: Ctrl-C then exits the program. The work must leave
    /// nothing behind and hold no result that the user may want.
    ///
    /// Returns [`Interrupted`] if Ctrl-C was already pressed.
    pub(crate) fn abandonable<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        *lock(&self.signals.abandonable) += 1;
        let result = self.check().map_err(Into::into).and_then(|()| work());
        *lock(&self.signals.abandonable) -= 1;
        result
    }

    /// Returns [`Verdict::Interrupted`] after Ctrl-C, otherwise [`Verdict::Done`].
    pub(crate) fn verdict(&self) -> Verdict {
        match self.is_interrupted() {
            true => Verdict::Interrupted,
            false => Verdict::Done,
        }
    }

    /// Prints the last object of the command, with `"incomplete": true` after Ctrl-C.
    pub(crate) fn finish(&self, last: &impl Serialize) -> Result<Verdict> {
        #[derive(Serialize)]
        struct Incomplete<'a, T> {
            #[serde(flatten)]
            last: &'a T,
            incomplete: bool,
        }
        let verdict = self.verdict();
        if verdict == Verdict::Interrupted {
            let incomplete = true;
            self.signals.mark(&Incomplete { last, incomplete })?;
        } else {
            self.object(last)?;
        }
        Ok(verdict)
    }

    /// Prints `{"incomplete": true}` unless [`finish`](Self::finish) has marked the last object.
    pub(crate) fn mark_incomplete(&self) -> Result<()> {
        self.signals.mark(&json!({ "incomplete": true }))
    }
}

impl Signals {
    fn receive(&self) {
        let is_first = !self.received.swap(true, Ordering::Relaxed);
        self.interrupted.store(true, Ordering::Relaxed);
        // Hold the lock until exit, so that no abandonable work starts or ends in the meantime.
        let abandonable = lock(&self.abandonable);
        if is_first && *abandonable == 0 {
            return;
        }
        for cleanup in lock(&self.cleanups).iter() {
            cleanup();
        }
        // The lock keeps other output from following the last object. A second press does not wait
        // for it.
        let is_marked = is_first && self.json;
        let _stdout = is_marked.then(|| std::io::stdout().lock());
        if is_marked {
            // A failure to print cannot be reported.
            let _ = self.mark(&json!({ "incomplete": true }));
        }
        if is_first {
            eprintln!("{Interrupted}");
        }
        std::process::exit(i32::from(crate::INTERRUPTED));
    }

    /// Prints the last object after Ctrl-C, but only once.
    fn mark(&self, last: &impl Serialize) -> Result<()> {
        let mut marked = lock(&self.marked);
        if !std::mem::replace(&mut *marked, true) && self.json {
            print_json(last)?;
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
