//! Threads of batches.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{os_error, value_error};
use crate::interrupt::{lock, sent, wait};

/// The maximum, as on the command line.
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

/// Returns a thread pool, with no more threads than `tasks`.
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
