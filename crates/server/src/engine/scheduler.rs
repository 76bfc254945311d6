//! Time slices for the sessions that share the engine.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_api::{ApiError, ErrorKey, Result, SliceOutcome, Task};
use outflank_othello::Shape;

use super::monitor::SearchMonitor;
use super::session_queue::{SessionId, SessionQueue};
use super::time_slice::TimeSlice;
use super::worker::{Job, SliceEnd};

/// Longest sleep of the timekeeper, which is woken early when there is something to do.
const IDLE: Duration = Duration::from_secs(60);

/// The scheduler: its state, and the signals that wake the worker and the timekeeper.
#[derive(Debug)]
pub(super) struct Scheduler {
    state: Mutex<State>,
    /// Signalled when a job waits or the scheduler stops.
    work: Condvar,
    /// Signalled when the end of the slice may have changed.
    time: Condvar,
}

/// The sessions, their jobs and the running slice. Callers pass in the time.
#[derive(Debug)]
pub(super) struct State {
    pub(super) queue: SessionQueue,
    slots: HashMap<SessionId, Slot>,
    running: Option<Running>,
    next_job: u64,
    is_stopped: bool,
}

/// The search of a session.
#[derive(Debug, Default)]
struct Slot {
    /// The job while it is waiting.
    job: Option<Job>,
    /// The latest search.
    monitor: Option<Arc<SearchMonitor>>,
}

/// The running slice.
#[derive(Debug)]
struct Running {
    session: SessionId,
    began: Instant,
    /// The session has been charged up to this time.
    charged: Instant,
    slice: TimeSlice,
    ends_at: Option<Instant>,
    stop: Arc<AtomicBool>,
}

/// A job taken from the queue for one slice.
pub(super) struct Taken {
    pub(super) session: SessionId,
    pub(super) job: Job,
    /// Set when the slice must end.
    pub(super) stop: Arc<AtomicBool>,
    /// Shapes of the waiting jobs that use the shared tables.
    pub(super) shapes: Vec<Shape>,
}

impl Scheduler {
    pub(super) fn new(open: usize, open_per_client: usize) -> Self {
        Self {
            state: Mutex::new(State::new(open, open_per_client)),
            work: Condvar::new(),
            time: Condvar::new(),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes both threads.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state());
        self.work.notify_all();
        self.time.notify_all();
        result
    }

    /// Starts a search, which replaces the session's earlier one.
    pub(super) fn start(&self, session: SessionId, task: Task) -> Arc<SearchMonitor> {
        self.change(|state| state.start(session, task, Instant::now()))
    }

    pub(super) fn stop(&self) {
        self.change(State::stop);
    }

    /// Waits for the next job. Returns `None` once the scheduler has stopped.
    pub(super) fn take(&self) -> Option<Taken> {
        let mut state = self.state();
        while !state.is_stopped {
            if let Some(taken) = state.take(Instant::now()) {
                drop(state);
                self.time.notify_all();
                return Some(taken);
            }
            let woken = self.work.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    pub(super) fn give_back(&self, taken: Taken, end: SliceEnd) {
        self.change(|state| state.give_back(taken, end, Instant::now()));
    }

    /// Ends slices and searches when their time is up, until the scheduler stops.
    pub(super) fn keep_time(&self) {
        let mut state = self.state();
        while !state.is_stopped {
            let now = Instant::now();
            state.end_overdue(now);
            let pause = state.next_due(now).map_or(IDLE, |due| due - now);
            let woken = self.time.wait_timeout(state, pause);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    fn new(open: usize, open_per_client: usize) -> Self {
        Self {
            queue: SessionQueue::new(open, open_per_client),
            slots: HashMap::new(),
            running: None,
            next_job: 0,
            is_stopped: false,
        }
    }

    pub(super) fn open(&mut self, client: &str) -> Result<SessionId> {
        if self.is_stopped {
            return Err(ApiError::stopping());
        }
        let session = self.queue.open(client)?;
        self.slots.insert(session, Slot::default());
        Ok(session)
    }

    pub(super) fn close(&mut self, session: SessionId, now: Instant) {
        self.charge(now);
        if let Some(slot) = self.slots.remove(&session) {
            slot.fail(ApiError::cancelled());
        }
        self.queue.close(session);
        self.end_slice_of(session);
    }

    fn start(&mut self, session: SessionId, task: Task, now: Instant) -> Arc<SearchMonitor> {
        self.next_job += 1;
        let job = Job::new(self.next_job, task);
        let monitor = Arc::clone(&job.monitor);
        if self.is_stopped {
            monitor.fail(ApiError::stopping());
            return monitor;
        }
        let Some(slot) = self.slots.get_mut(&session) else {
            monitor.fail(ApiError::cancelled());
            return monitor;
        };
        slot.fail(ApiError::cancelled());
        *slot = Slot {
            job: Some(job),
            monitor: Some(Arc::clone(&monitor)),
        };
        // Charge the running session for the time before this one waits.
        self.charge(now);
        self.queue.wait(session);
        self.end_slice_of(session);
        monitor
    }

    fn stop(&mut self) {
        self.is_stopped = true;
        for slot in self.slots.values_mut() {
            slot.fail(ApiError::stopping());
            slot.job = None;
        }
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Charges the running session for the time up to now.
    fn charge(&mut self, now: Instant) {
        if let Some(running) = &mut self.running {
            let time = now.saturating_duration_since(running.charged);
            running.charged = now;
            self.queue.charge(time);
        }
    }

    /// Ends the slice of a session, if it is running.
    fn end_slice_of(&self, session: SessionId) {
        if let Some(running) = &self.running
            && running.session == session
        {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    fn waiting_jobs(&self) -> impl Iterator<Item = &Job> {
        self.slots.values().filter_map(|slot| slot.job.as_ref())
    }

    /// Takes the next job and starts its slice.
    fn take(&mut self, now: Instant) -> Option<Taken> {
        let session = self.queue.next()?;
        let slot = self.slots.get_mut(&session);
        let Some(mut job) = slot.and_then(|slot| slot.job.take()) else {
            self.queue.release(false);
            return None;
        };
        job.begin_slice(now);
        let stop = Arc::new(AtomicBool::new(false));
        self.running = Some(Running {
            session,
            began: now,
            charged: now,
            slice: job.slice,
            ends_at: job.ends_at,
            stop: Arc::clone(&stop),
        });
        let sharing = self.waiting_jobs().map(|job| job.search.task());
        let shapes = sharing
            .filter(|task| !task.is_alone)
            .map(|task| task.position.shape());
        Some(Taken {
            session,
            shapes: shapes.collect(),
            job,
            stop,
        })
    }

    fn give_back(&mut self, taken: Taken, end: SliceEnd, now: Instant) {
        self.charge(now);
        self.running = None;
        let waits = self.settle(taken, end, now);
        self.queue.release(waits);
    }

    /// Ends or requeues a job after its slice. Returns whether its session is waiting again.
    fn settle(&mut self, taken: Taken, end: SliceEnd, now: Instant) -> bool {
        let (session, mut job) = (taken.session, taken.job);
        job.monitor.end_slice();
        let Some(slot) = self.slots.get_mut(&session) else {
            return false;
        };
        let latest = slot.monitor.as_ref();
        if !latest.is_some_and(|monitor| Arc::ptr_eq(monitor, &job.monitor)) {
            return slot.job.is_some();
        }
        let is_late = job.ends_at.is_some_and(|end| end <= now);
        match end {
            SliceEnd::Panicked => {
                let message = "internal error in the search; other searches continue";
                job.monitor
                    .fail(ApiError::general(ErrorKey::Internal, message));
            }
            SliceEnd::Ended(SliceOutcome::Done) => job.complete(),
            SliceEnd::Ended(_) if is_late => job.complete(),
            SliceEnd::Ended(outcome) => {
                if outcome == SliceOutcome::Stalled {
                    job.slice.grow();
                }
                slot.job = Some(job);
            }
        }
        slot.job.is_some()
    }

    /// Ends the running slice and the waiting searches if their time is up.
    fn end_overdue(&mut self, now: Instant) {
        for (&session, slot) in &mut self.slots {
            // A search has no end time before its first slice.
            let end = slot.job.as_ref().and_then(|job| job.ends_at);
            if end.is_some_and(|end| end <= now)
                && let Some(job) = slot.job.take()
            {
                job.complete();
                self.queue.withdraw(session);
            }
        }
        if let (Some(due), Some(running)) = (self.slice_due(), &self.running)
            && due <= now
        {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Returns when the running slice must end, if it must.
    fn slice_due(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        let is_one_waiting = self.waiting_jobs().next().is_some();
        let is_one_new = self.waiting_jobs().any(|job| job.is_new);
        let others = self.queue.waiting_clients().max(1);
        let slice = running.slice.with_waiting(others, is_one_new);
        let by_others = is_one_waiting.then(|| running.began + slice);
        [by_others, running.ends_at].into_iter().flatten().min()
    }

    /// Returns when the timekeeper must act next.
    fn next_due(&self, now: Instant) -> Option<Instant> {
        // A stopped slice ends within milliseconds.
        let slice = self.slice_due().filter(|&due| due > now);
        let ends = self.waiting_jobs().filter_map(|job| job.ends_at);
        let due = ends.chain(slice).min()?;
        Some(due.max(now + Duration::from_millis(1)))
    }
}

impl Slot {
    /// Ends the session's search.
    fn fail(&self, error: ApiError) {
        if let Some(monitor) = &self.monitor {
            monitor.fail(error);
        }
    }
}

#[cfg(test)]
#[path = "scheduler_tests.rs"]
mod tests;
