//! Connections that wait for a request, or for the rest of one. If there is no room for a new
//! connection, the one that has waited longest is closed.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The room for connections. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Room {
    free: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
}

/// The waiting connections, by the order in which they began to wait.
#[derive(Debug, Default)]
struct Waiting {
    begun: u64,
    connections: BTreeMap<u64, Arc<Notify>>,
}

impl Room {
    pub(super) fn new(connections: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(connections)),
            waiting: Arc::default(),
        }
    }

    /// Takes a place for a connection, which then waits for a request. Closes another waiting
    /// connection if there is no place.
    pub(super) async fn take(&self) -> Place {
        if self.free.available_permits() == 0
            && let Some((_, longest)) = self.waiting().connections.pop_first()
        {
            longest.notify_one();
        }
        let permit = Arc::clone(&self.free).acquire_owned().await;
        let place = Place {
            _permit: permit.ok(),
            waiting: Arc::clone(&self.waiting),
            closing: Arc::default(),
            number: Mutex::default(),
        };
        place.wait();
        place
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        lock(&self.waiting)
    }
}

/// The place of a connection, which is free again once it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    _permit: Option<OwnedSemaphorePermit>,
    waiting: Arc<Mutex<Waiting>>,
    closing: Arc<Notify>,
    /// The number among the waiting connections, while it waits.
    number: Mutex<Option<u64>>,
}

impl Place {
    /// From now on, the connection waits for a request.
    fn wait(&self) {
        let mut number = lock(&self.number);
        let mut waiting = lock(&self.waiting);
        waiting.begun += 1;
        let begun = waiting.begun;
        waiting.connections.insert(begun, Arc::clone(&self.closing));
        if let Some(before) = number.replace(begun) {
            waiting.connections.remove(&before);
        }
    }

    /// From now on, the connection waits for the server.
    pub(super) fn work(&self) {
        if let Some(before) = lock(&self.number).take() {
            lock(&self.waiting).connections.remove(&before);
        }
    }

    /// Completes when the connection must make room.
    pub(super) async fn closed(&self) {
        self.closing.notified().await;
    }

    /// Wraps the body of a request, which has been received when it is dropped.
    pub(super) fn receiving(self: &Arc<Self>, body: Body) -> Body {
        let place = Arc::clone(self);
        Body::new(Watched(body, OnDrop(move || place.work())))
    }

    /// Wraps the body of a response, which has been sent when it is dropped.
    pub(super) fn sending(self: &Arc<Self>, body: Body) -> Body {
        let place = Arc::clone(self);
        Body::new(Watched(body, OnDrop(move || place.wait())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.work();
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
