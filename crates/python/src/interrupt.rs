//! Searches that Ctrl-C stops.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
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
            let (sender, receiver) = mpsc::channel();
            let worker = thread::Builder::new()
                .spawn_scoped(scope, move || sender.send(work()).is_ok())
                .map_err(os_error)?;
            let mut signal = None;
            loop {
                match receiver.recv_timeout(SIGNAL_INTERVAL) {
                    Ok(done) => return signal.map_or(Ok(done), Err),
                    Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                        signal = pending_signal();
                        if signal.is_some() {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => resume_unwind(panic),
                        Ok(_) => unreachable!("the worker sends before it ends"),
                    },
                }
            }
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
        let (sender, receiver) = mpsc::channel();
        let worker = thread::spawn(move || sender.send(work()).is_ok());
        loop {
            match receiver.recv_timeout(SIGNAL_INTERVAL) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(signal) = pending_signal() {
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(_) => unreachable!("the worker sends before it ends"),
                },
            }
        }
    })
}

/// Returns the exception of a pending signal, such as `KeyboardInterrupt`.
pub(crate) fn pending_signal() -> Option<PyErr> {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general over lifetimes"
    )]
    Python::attach(|py| py.check_signals()).err()
}
