//! Writing checkpoints during a search.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use outflank_engine::{SavedBounds, SearchProgress, Searcher, TableView};
use outflank_othello::Position;
use outflank_support::LockedFile;

use super::file::{self, CheckpointError, Done, Header, Run, Spent};

/// Maximum number of positions whose bounds are saved. Positions with the most empties take
/// precedence because they were the most expensive to search.
const MOST_BOUNDS: usize = 2_000_000;

/// Minimum number of empties of a saved position. Others are quick to search again.
const LEAST_EMPTIES: u32 = 10;

/// Called with each error that prevents a checkpoint.
type OnError = Box<dyn Fn(&CheckpointError) + Send>;

/// Writes the checkpoint of a run at intervals, on a separate thread, until it is closed.
pub struct Recorder {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    path: PathBuf,
    file: Mutex<LockedFile>,
    state: Mutex<State>,
    closing: Condvar,
    on_error: Mutex<OnError>,
}

struct State {
    header: Header,
    /// The bounds from the file for the position to be resumed, until its search begins.
    pending: Vec<SavedBounds>,
    work: Option<Work>,
    is_closing: bool,
}

/// The position being searched.
struct Work {
    table: TableView,
    progress: Arc<SearchProgress>,
    /// The count of `progress` at the start.
    nodes_before: u64,
    started: Instant,
    /// The cost in earlier parts of the run.
    spent_before: Spent,
}

impl Work {
    fn spent(&self) -> Spent {
        Spent {
            nodes: self.spent_before.nodes + self.progress.nodes() - self.nodes_before,
            seconds: self.spent_before.seconds + self.started.elapsed().as_secs_f64(),
        }
    }
}

/// Locks a mutex and ignores poisoning. The data are consistent, and a panic is reported when its
/// thread is joined.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder {
    /// Resumes the run whose checkpoint is at `path`, or starts it, and returns the results so far.
    /// Writes a checkpoint at intervals of `every`. If this fails, passes the error to `on_error`
    /// and continues the run. Fails if the file cannot be read or written, is not a complete
    /// checkpoint of this run, or is locked by another process.
    pub fn open(
        path: &Path,
        run: Run,
        every: Duration,
        on_error: impl Fn(&CheckpointError) + Send + 'static,
    ) -> Result<(Self, Vec<Done>), CheckpointError> {
        let locked = LockedFile::open(path).map_err(CheckpointError::of_file(path))?;
        let (header, bounds) = match file::read(path)? {
            Some(read) => read,
            None => (Header::new(run.clone()), Vec::new()),
        };
        if header.run != run {
            return Err(CheckpointError::OtherRun {
                path: path.to_owned(),
                found: Box::new(header.run),
                expected: Box::new(run),
            });
        }
        let done = header.done.clone();
        let shared = Arc::new(Shared {
            path: path.to_owned(),
            file: Mutex::new(locked),
            state: Mutex::new(State {
                header,
                pending: bounds,
                work: None,
                is_closing: false,
            }),
            closing: Condvar::new(),
            on_error: Mutex::new(Box::new(on_error)),
        });
        // Write a checkpoint now, to fail early if it cannot be written.
        shared.write()?;
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::spawn(move || for_thread.write_at_intervals(every));
        let thread = Some(thread);
        Ok((Self { shared, thread }, done))
    }

    /// Starts or resumes the next position of the run and restores saved bounds to the solver's
    /// table. Returns the cost in earlier parts of the run and the number of restored bounds. Fails
    /// if the bounds in the checkpoint are not for this position's board.
    pub fn begin(
        &self,
        solver: &mut Searcher,
        position: &Position,
    ) -> Result<(Spent, usize), CheckpointError> {
        let table = solver.table_view(position.shape());
        let empties = position.empties().len() as u32;
        let mut state = lock(&self.shared.state);
        for bounds in &state.pending {
            let restored = table.restore(bounds, empties);
            restored.map_err(|error| CheckpointError::Damaged {
                path: self.shared.path.clone(),
                reason: error.to_string(),
            })?;
        }
        let restored = std::mem::take(&mut state.pending).len();
        let progress = solver.progress();
        let spent = state.header.spent;
        state.work = Some(Work {
            table,
            nodes_before: progress.nodes(),
            progress,
            started: Instant::now(),
            spent_before: spent,
        });
        Ok((spent, restored))
    }

    /// Stores the result of the current position.
    pub fn finish(&self, done: Done) {
        let mut state = lock(&self.shared.state);
        state.header.done.push(done);
        state.header.spent = Spent::default();
        state.work = None;
    }

    /// Writes the last checkpoint, including an unfinished position. Fails if it cannot be written.
    pub fn close(mut self) -> Result<(), CheckpointError> {
        self.stop_thread();
        self.shared.write().map(drop)
    }

    fn stop_thread(&mut self) {
        lock(&self.shared.state).is_closing = true;
        self.shared.closing.notify_all();
        if let Some(thread) = self.thread.take() {
            // An error means that the thread panicked, which has been reported.
            let _ = thread.join();
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.stop_thread();
    }
}

impl Shared {
    fn write_at_intervals(&self, every: Duration) {
        let mut state = lock(&self.state);
        loop {
            let waited = self
                .closing
                .wait_timeout_while(state, every, |state| !state.is_closing);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.is_closing {
                return;
            }
            drop(state);
            if let Err(error) = self.write() {
                (lock(&self.on_error))(&error);
            }
            state = lock(&self.state);
        }
    }

    /// Writes a checkpoint of the current state.
    fn write(&self) -> Result<u64, CheckpointError> {
        let state = lock(&self.state);
        let mut header = state.header.clone();
        let Some(work) = &state.work else {
            let bounds = state.pending.iter().copied();
            return file::write(&self.path, &mut lock(&self.file), &header, bounds);
        };
        header.spent = work.spent();
        let table = work.table.clone();
        // Release the lock so that the search continues while the table is read.
        drop(state);
        let least = least_empties(&table);
        let bounds = table.read(least).take(MOST_BOUNDS);
        file::write(&self.path, &mut lock(&self.file), &header, bounds)
    }
}

/// Returns the fewest empties at which at most [`MOST_BOUNDS`] bounds are saved.
fn least_empties(table: &TableView) -> u32 {
    let mut counts = [0_usize; 129];
    for bounds in table.read(LEAST_EMPTIES) {
        counts[usize::from(bounds.empties).min(128)] += 1;
    }
    let mut sum = 0;
    let is_too_many = |empties: &u32| {
        sum += counts[*empties as usize];
        sum > MOST_BOUNDS
    };
    let too_many = (LEAST_EMPTIES..=128).rev().find(is_too_many);
    too_many.map_or(LEAST_EMPTIES, |empties| empties + 1)
}
