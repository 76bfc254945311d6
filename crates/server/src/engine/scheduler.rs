//! Those who wait for the engine and the one who has it: what the threads share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_othello::Shape;

use super::monitor::SearchMonitor;
use super::resumable_search::SliceOutcome;
use super::session_queue::{Refused, SessionId, SessionQueue};
use super::snapshot::Failure;
use super::task::Task;
use super::time_slice::TimeSlice;
use super::worker::{Job, Turn};

/// Those who wait and the one who has the engine.
#[derive(Debug)]
pub(super) struct Scheduler {
    inner: Mutex<Inner>,
    /// Somebody waits, or all is over.
    work: Condvar,
    /// Something changed about when the turn ends.
    time: Condvar,
}

#[derive(Debug)]
struct Inner {
    queue: SessionQueue,
    slots: HashMap<SessionId, Slot>,
    running: Option<Running>,
    next_job: u64,
    is_stopped: bool,
}

/// What a session wants.
#[derive(Debug, Default)]
struct Slot {
    /// Its job, while that waits.
    job: Option<Job>,
    /// The search that it wanted last.
    monitor: Option<Arc<SearchMonitor>>,
}

/// The turn that somebody has.
#[derive(Debug)]
struct Running {
    session: SessionId,
    began: Instant,
    /// The time until then is charged.
    charged: Instant,
    slice: TimeSlice,
    ends_at: Option<Instant>,
    stop: Arc<AtomicBool>,
}

/// A job taken out of the line for a turn.
pub(super) struct Taken {
    pub(super) session: SessionId,
    pub(super) job: Job,
    /// Set when the turn has to end.
    pub(super) stop: Arc<AtomicBool>,
    /// The shapes of the jobs that wait and share the tables.
    pub(super) shapes: Vec<Shape>,
}

impl Scheduler {
    pub(super) fn new(open: usize, open_per_client: usize) -> Self {
        Self {
            inner: Mutex::new(Inner {
                queue: SessionQueue::new(open, open_per_client),
                slots: HashMap::new(),
                running: None,
                next_job: 0,
                is_stopped: false,
            }),
            work: Condvar::new(),
            time: Condvar::new(),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.work.notify_all();
        self.time.notify_all();
    }

    /// Opens a session of a client.
    pub(super) fn open(&self, client: &str) -> Result<SessionId, Refused> {
        let mut inner = self.inner();
        if inner.is_stopped {
            return Err(Refused::Stopped);
        }
        let session = inner.queue.open(client)?;
        inner.slots.insert(session, Slot::default());
        Ok(session)
    }

    /// Number of open sessions.
    pub(super) fn open_count(&self) -> usize {
        self.inner().queue.open_count()
    }

    /// Closes a session; its search ends at once.
    pub(super) fn close(&self, session: SessionId) {
        let mut inner = self.inner();
        inner.charge(Instant::now());
        if let Some(slot) = inner.slots.remove(&session) {
            slot.fail(Failure::GivenUp);
        }
        inner.queue.close(session);
        inner.end_turn_of(session);
        drop(inner);
        self.notify();
    }

    /// A session wants a search, in place of the one that it wanted before.
    pub(super) fn start(&self, session: SessionId, task: Task) -> Arc<SearchMonitor> {
        let mut inner = self.inner();
        inner.next_job += 1;
        let job = Job::new(inner.next_job, task);
        let monitor = Arc::clone(&job.monitor);
        if inner.is_stopped {
            monitor.fail(Failure::Stopped);
            return monitor;
        }
        let Some(slot) = inner.slots.get_mut(&session) else {
            monitor.fail(Failure::GivenUp);
            return monitor;
        };
        slot.fail(Failure::GivenUp);
        *slot = Slot {
            job: Some(job),
            monitor: Some(Arc::clone(&monitor)),
        };
        // Whoever has the engine did not have it at the cost of this one.
        inner.charge(Instant::now());
        inner.queue.wait(session);
        inner.end_turn_of(session);
        drop(inner);
        self.notify();
        monitor
    }

    /// Number of sessions before one that waits.
    pub(super) fn ahead_of(&self, session: SessionId) -> usize {
        self.inner().queue.ahead_of(session)
    }

    /// Closes the scheduler: every search ends.
    pub(super) fn stop(&self) {
        let mut inner = self.inner();
        inner.is_stopped = true;
        for slot in inner.slots.values_mut() {
            slot.fail(Failure::Stopped);
            slot.job = None;
        }
        if let Some(running) = &inner.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        drop(inner);
        self.notify();
    }

    /// Waits for the next job; none once the line is closed.
    pub(super) fn take(&self) -> Option<Taken> {
        let mut inner = self.inner();
        loop {
            if inner.is_stopped {
                return None;
            }
            if let Some(taken) = inner.take(Instant::now()) {
                drop(inner);
                self.time.notify_all();
                return Some(taken);
            }
            let woken = self.work.wait(inner);
            inner = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The turn of a job is over.
    pub(super) fn give_back(&self, taken: Taken, turn: Turn) {
        let now = Instant::now();
        let mut inner = self.inner();
        inner.charge(now);
        inner.running = None;
        let waits = inner.put_back(taken, turn, now);
        inner.queue.release(waits);
        drop(inner);
        self.notify();
    }

    /// Ends turns and searches when they have to end, until the line is closed.
    pub(super) fn keep_time(&self) {
        let mut inner = self.inner();
        while !inner.is_stopped {
            let now = Instant::now();
            inner.complete_late(now);
            if let (Some(due), Some(running)) = (inner.turn_due(), &inner.running)
                && due <= now
            {
                running.stop.store(true, Ordering::Relaxed);
            }
            inner = match inner.next_due(now) {
                Some(due) => {
                    let woken = self.time.wait_timeout(inner, due - now);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let woken = self.time.wait(inner);
                    woken.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }
}

impl Inner {
    /// Charges who has the engine with the time until now.
    fn charge(&mut self, now: Instant) {
        if let Some(running) = &mut self.running {
            let time = now.saturating_duration_since(running.charged);
            running.charged = now;
            self.queue.charge(time);
        }
    }

    /// Has the turn of a session end, if it has one.
    fn end_turn_of(&self, session: SessionId) {
        if let Some(running) = &self.running
            && running.session == session
        {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The jobs that wait.
    fn waiting(&self) -> impl Iterator<Item = &Job> {
        self.slots.values().filter_map(|slot| slot.job.as_ref())
    }

    /// Takes out the next job.
    fn take(&mut self, now: Instant) -> Option<Taken> {
        let session = self.queue.next()?;
        let slot = self.slots.get_mut(&session);
        let Some(mut job) = slot.and_then(|slot| slot.job.take()) else {
            self.queue.release(false);
            return None;
        };
        job.begin_turn(now);
        let stop = Arc::new(AtomicBool::new(false));
        self.running = Some(Running {
            session,
            began: now,
            charged: now,
            slice: job.slice,
            ends_at: job.ends_at,
            stop: Arc::clone(&stop),
        });
        let sharing = self.waiting().map(|job| job.search.task());
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

    /// What becomes of a job whose turn is over: whether its session waits again.
    fn put_back(&mut self, taken: Taken, turn: Turn, now: Instant) -> bool {
        let Taken {
            session, mut job, ..
        } = taken;
        job.monitor.end_turn();
        let Some(slot) = self.slots.get_mut(&session) else {
            return false;
        };
        let is_wanted = slot
            .monitor
            .as_ref()
            .is_some_and(|monitor| Arc::ptr_eq(monitor, &job.monitor));
        if !is_wanted {
            // The session wants another search by now.
            return slot.job.is_some();
        }
        let is_late = job.ends_at.is_some_and(|end| end <= now);
        match turn {
            Turn::Panicked => job.monitor.fail(Failure::Fault),
            Turn::Ended(SliceOutcome::Done) => job.complete(),
            Turn::Ended(_) if is_late => job.complete(),
            Turn::Ended(advance) => {
                if advance == SliceOutcome::Stalled {
                    job.slice.grow();
                }
                slot.job = Some(job);
            }
        }
        slot.job.is_some()
    }

    /// Completes the jobs that wait although their time is over. One that had no turn
    /// yet has no end.
    fn complete_late(&mut self, now: Instant) {
        for (&session, slot) in &mut self.slots {
            let end = slot.job.as_ref().and_then(|job| job.ends_at);
            if end.is_some_and(|end| end <= now)
                && let Some(job) = slot.job.take()
            {
                job.complete();
                self.queue.withdraw(session);
            }
        }
    }

    /// When the turn has to end, if it has to.
    fn turn_due(&self) -> Option<Instant> {
        let running = self.running.as_ref()?;
        let mut is_one_waiting = false;
        let mut is_one_new = false;
        for job in self.waiting() {
            is_one_waiting = true;
            is_one_new |= job.is_new;
        }
        let others = self.queue.waiting_clients().max(1);
        let by_others =
            is_one_waiting.then(|| running.began + running.slice.with_waiting(others, is_one_new));
        [by_others, running.ends_at].into_iter().flatten().min()
    }

    /// When there is something to be done next.
    fn next_due(&self, now: Instant) -> Option<Instant> {
        // A turn that was told to end does so within some milliseconds.
        let turn = self.turn_due().filter(|&due| due > now);
        let ends = self.waiting().filter_map(|job| job.ends_at);
        let due = ends.chain(turn).min()?;
        Some(due.max(now + Duration::from_millis(1)))
    }
}

impl Slot {
    /// The search that was wanted is wanted no more.
    fn fail(&self, failure: Failure) {
        if let Some(monitor) = &self.monitor {
            monitor.fail(failure);
        }
    }
}
