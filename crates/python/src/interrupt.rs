//! Threads, and work on them that Ctrl-C stops.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{os_error, value_error};

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

/// Like [`run`], but for work that cannot be stopped. After a signal, the work ends on its own
/// thread and its result is lost.
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

/// Returns the work as a closure for another thread, and a receiver of its result for [`wait`].
pub(crate) fn sent<T>(work: impl FnOnce() -> T) -> (impl FnOnce(), Sent<T>) {
    let (sender, result) = mpsc::channel();
    let work = move || {
        // No receiver is left for abandoned work.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    };
    (work, result)
}

/// Waits for the result of work. A signal sets `stop` and is returned at the end of the work, or at
/// once without `stop`.
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

/// The maximum number of threads, as on the command line.
const MAX_THREADS: i64 = 1024;

/// Returns a number of threads; 0 and `None` mean one per processor.
pub(crate) fn thread_count(threads: Option<i64>) -> PyResult<usize> {
    match threads.unwrap_or(0) {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        threads @ 1..=MAX_THREADS => Ok(threads as usize),
        threads => Err(value_error(format_args!(
            "threads {threads}: expected 0 to {MAX_THREADS}"
        ))),
    }
}

/// Returns a thread pool with at most `tasks` threads.
///
/// The pool is kept for the next call and replaces one of another size.
pub(crate) fn pool(threads: Option<i64>, tasks: usize) -> PyResult<Arc<ThreadPool>> {
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let threads = thread_count(threads)?.min(tasks.max(1));
    let process = std::process::id();
    let mut kept = lock(&POOL);
    match kept.take() {
        Some((owner, pool)) if owner == process && pool.current_num_threads() == threads => {
            *kept = Some((owner, Arc::clone(&pool)));
            return Ok(pool);
        }
        // A forked process does not have the pool's threads.
        Some((owner, pool)) if owner != process => std::mem::forget(pool),
        _ => {}
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = Arc::new(builder.build().map_err(os_error)?);
    *kept = Some((process, Arc::clone(&pool)));
    Ok(pool)
}

/// Runs `work` on the threads of a pool, while other Python threads continue. A signal that Python
/// turns into an exception, such as `KeyboardInterrupt`, sets `stop`.
pub(crate) fn run_on<T: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (work, result) = sent(work);
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| work());
            wait(&result, Some(stop))
        })
    })
}
