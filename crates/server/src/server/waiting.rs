//! Connections that wait for a request, or for the rest of one. If there is no slot for a new
//! connection, the one that has waited longest is closed.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The slots for connections. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    free: Arc<Semaphore>,
    waiting: Arc<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    queue: Mutex<Queue>,
    /// Notified when a connection begins to wait.
    begun: Notify,
    /// Notified when a connection that was to be closed stays open, because it is busy by now.
    kept: Notify,
}

/// The waiting connections, by the order in which they began to wait.
#[derive(Debug, Default)]
struct Queue {
    begun: u64,
    connections: BTreeMap<u64, Arc<Notify>>,
}

impl Slots {
    pub(super) fn new(connections: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(connections)),
            waiting: Arc::default(),
        }
    }

    /// Takes a slot for a connection, which then waits for a request. If none is free, closes the
    /// connection that has waited longest.
    pub(super) async fn acquire(&self) -> Slot {
        let permit = loop {
            let longest = match self.free.available_permits() {
                0 => lock(&self.waiting.queue).connections.pop_first(),
                _ => None,
            };
            let is_closing = longest.is_some();
            if let Some((_, connection)) = longest {
                connection.notify_one();
            }
            tokio::select! {
                permit = Arc::clone(&self.free).acquire_owned() => break permit.ok(),
                () = self.waiting.kept.notified(), if is_closing => {}
                () = self.waiting.begun.notified(), if !is_closing => {}
            }
        };
        let slot = Slot {
            _permit: permit,
            waiting: Arc::clone(&self.waiting),
            closing: Arc::default(),
            number: Mutex::default(),
        };
        slot.set_waiting();
        slot
    }
}

/// The slot of a connection, which is free again once it is dropped.
#[derive(Debug)]
pub(super) struct Slot {
    _permit: Option<OwnedSemaphorePermit>,
    waiting: Arc<Waiting>,
    closing: Arc<Notify>,
    /// The number among the waiting connections, while it waits.
    number: Mutex<Option<u64>>,
}

impl Slot {
    /// From now on, the connection waits for a request.
    fn set_waiting(&self) {
        let mut number = lock(&self.number);
        let mut queue = lock(&self.waiting.queue);
        queue.begun += 1;
        let begun = queue.begun;
        queue.connections.insert(begun, Arc::clone(&self.closing));
        if let Some(before) = number.replace(begun) {
            queue.connections.remove(&before);
        }
        self.waiting.begun.notify_one();
    }

    /// From now on, the connection waits for the server.
    pub(super) fn set_busy(&self) {
        if let Some(before) = lock(&self.number).take() {
            lock(&self.waiting.queue).connections.remove(&before);
        }
    }

    /// Completes when the connection must make room for another one.
    pub(super) async fn closed(&self) {
        loop {
            self.closing.notified().await;
            if lock(&self.number).is_some() {
                return;
            }
            self.waiting.kept.notify_one();
        }
    }

    /// Wraps the body of a request, which has been received when it is dropped.
    pub(super) fn receiving(self: &Arc<Self>, body: Body) -> Body {
        let slot = Arc::clone(self);
        Body::new(Watched(body, OnDrop(move || slot.set_busy())))
    }

    /// Wraps the body of a response, which has been sent when it is dropped.
    pub(super) fn sending(self: &Arc<Self>, body: Body) -> Body {
        let slot = Arc::clone(self);
        Body::new(Watched(body, OnDrop(move || slot.set_waiting())))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.set_busy();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls a function when it is dropped.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// A body, and a value to drop with it.
struct Watched<T>(Body, T);

impl<T: Unpin> HttpBody for Watched<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.0).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}
