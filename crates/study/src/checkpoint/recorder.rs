//! Writes checkpoints beside a running search.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use outflank_engine::{SavedBounds, SearchProgress, Searcher, TableView};
use outflank_othello::Position;
use outflank_othello::format::LockedFile;

use super::file::{self, CheckpointError, Done, Header, Run, Spent};

/// Most positions whose bounds are kept. Where more are known, those with the
/// most empty squares are taken, which cost most to search.
const MOST_BOUNDS: usize = 2_000_000;

/// Bounds of positions with fewer empty squares are found again in no time.
const LEAST_EMPTIES: u32 = 10;

/// Called with whatever keeps a checkpoint from being written.
type OnError = Box<dyn Fn(&CheckpointError) + Send>;

/// The checkpoint of a run, written at intervals by a thread of its own until
/// the recorder is closed.
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
    /// Bounds of the position in work, from the file, until it is taken up.
    pending: Vec<SavedBounds>,
    work: Option<Work>,
    is_closing: bool,
}

/// The position in work.
struct Work {
    knowledge: TableView,
    progress: Arc<SearchProgress>,
    /// The count of `progress` when the work began.
    nodes_before: u64,
    started: Instant,
    /// What earlier parts of the run spent on it.
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

/// A thread that panicked is reported when it is joined; what it held is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder {
    /// Takes up the run whose checkpoint is at `path`, or begins it; the
    /// positions that are solved already. A checkpoint is written `every` so
    /// often; what prevents one is told to `on_error`, and the run goes on.
    ///
    /// # Errors
    ///
    /// If there is a file that cannot be read, or it is no whole checkpoint of
    /// this run, or another process writes it, or none can be written.
    pub fn open(
        path: &Path,
        run: Run,
        every: Duration,
        on_error: impl Fn(&CheckpointError) + Send + 'static,
    ) -> Result<(Self, Vec<Done>), CheckpointError> {
        let locked = LockedFile::open(path).map_err(|error| CheckpointError::File {
            path: path.to_owned(),
            error,
        })?;
        let (header, bounds) =
            file::read(path)?.unwrap_or_else(|| (Header::new(run.clone()), Vec::new()));
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
        // Whoever cannot write a checkpoint wants to know it now.
        shared.write()?;
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::spawn(move || for_thread.write_at_intervals(every));
        Ok((
            Self {
                shared,
                thread: Some(thread),
            },
            done,
        ))
    }

    /// Begins or takes up again the next position of the run: what is known of
    /// it goes into the solver's table. What earlier parts of the run spent on
    /// it, and the number of positions whose bounds were put back.
    ///
    /// # Errors
    ///
    /// If bounds in the checkpoint are not of this position's board.
    pub fn begin(
        &self,
        solver: &mut Searcher,
        position: &Position,
    ) -> Result<(Spent, usize), CheckpointError> {
        let knowledge = solver.table_view(position.shape());
        let empties = position.empties().len() as u32;
        let mut state = lock(&self.shared.state);
        for bounds in &state.pending {
            knowledge
                .restore(bounds, empties)
                .map_err(|error| CheckpointError::Damaged {
                    path: self.shared.path.clone(),
                    reason: error.to_string(),
                })?;
        }
        let restored = std::mem::take(&mut state.pending).len();
        let progress = solver.progress();
        let spent = state.header.spent;
        state.work = Some(Work {
            knowledge,
            nodes_before: progress.nodes(),
            progress,
            started: Instant::now(),
            spent_before: spent,
        });
        Ok((spent, restored))
    }

    /// Keeps what was found out of the position in work.
    pub fn finish(&self, done: Done) {
        let mut state = lock(&self.shared.state);
        state.header.done.push(done);
        state.header.spent = Spent::default();
        state.work = None;
    }

    /// Writes the last checkpoint, of a position left unfinished too.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn close(mut self) -> Result<(), CheckpointError> {
        self.stop_thread();
        self.shared.write().map(drop)
    }

    fn stop_thread(&mut self) {
        lock(&self.shared.state).is_closing = true;
        self.shared.closing.notify_all();
        if let Some(thread) = self.thread.take() {
            // It panics only where the process is past help.
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

    /// Writes what is known now.
    fn write(&self) -> Result<u64, CheckpointError> {
        let state = lock(&self.state);
        let mut header = state.header.clone();
        let Some(work) = &state.work else {
            let bounds = state.pending.iter().copied();
            return file::write(&self.path, &mut lock(&self.file), &header, bounds);
        };
        header.spent = work.spent();
        let knowledge = work.knowledge.clone();
        // The search goes on while the table is read.
        drop(state);
        let least = least_empties(&knowledge);
        let bounds = knowledge.read(least).take(MOST_BOUNDS);
        file::write(&self.path, &mut lock(&self.file), &header, bounds)
    }
}

/// The number of empty squares from which on not too many bounds are known.
fn least_empties(knowledge: &TableView) -> u32 {
    let mut counts = [0_usize; 129];
    for bounds in knowledge.read(LEAST_EMPTIES) {
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
