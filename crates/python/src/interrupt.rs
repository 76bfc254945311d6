//! Searches that Ctrl-C stops.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::os_error;

/// The interval at which signals are checked.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Locks a mutex.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks a mutex; `None` once `stop` is set.
pub(crate) fn lock_unless<'a, T>(
    mutex: &'a Mutex<T>,
    stop: &AtomicBool,
) -> Option<MutexGuard<'a, T>> {
    while !stop.load(Ordering::Relaxed) {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}

/// Runs `work` on its own thread, while other Python threads continue. A
/// signal that Python turns into an exception, such as `KeyboardInterrupt`, sets `stop`.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (work, result) = sent(work);
            let thread = thread::Builder::new();
            thread.spawn_scoped(scope, work).map_err(os_error)?;
            wait(&result, Some(stop))
        })
    })
}

/// Like [`run`], for work that cannot be stopped: after a signal it ends on its own thread, and its
/// result is lost.
pub(crate) fn run_or_abandon<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let (work, result) = sent(work);
        thread::spawn(work);
        wait(&result, None)
    })
}

/// The result of work, or its panic.
type Sent<T> = Receiver<thread::Result<T>>;

/// Returns work for another thread, and its result for [`wait`].
pub(crate) fn sent<T>(work: impl FnOnce() -> T) -> (impl FnOnce(), Sent<T>) {
    let (sender, result) = mpsc::channel();
    let work = move || {
        // Nobody waits any more for abandoned work.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    };
    (work, result)
}

/// Waits for the result of work. A signal sets `stop`, and is returned at the end of the work, or
/// at once without `stop`.
pub(crate) fn wait<T>(result: &Sent<T>, stop: Option<&AtomicBool>) -> PyResult<T> {
    let mut signal = None;
    loop {
        if let Ok(done) = result.recv_timeout(SIGNAL_INTERVAL) {
            let done = done.unwrap_or_else(|panic| resume_unwind(panic));
            return signal.map_or(Ok(done), Err);
        }
        signal = signal.or_else(pending_signal);
        match (stop, signal.take()) {
            (None, Some(signal)) => return Err(signal),
            (Some(stop), Some(found)) => {
                stop.store(true, Ordering::Relaxed);
                signal = Some(found);
            }
            (_, None) => {}
        }
    }
}

/// Returns the exception of a pending signal, such as `KeyboardInterrupt`.
pub(crate) fn pending_signal() -> Option<PyErr> {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general over lifetimes"
    )]
    Python::attach(|py| py.check_signals()).err()
}
