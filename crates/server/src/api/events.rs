//! Server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::ApiError;

/// Events buffered for a slow client.
const WAITING: usize = 8;

/// Sends events.
#[derive(Clone, Debug)]
pub(super) struct Events(mpsc::Sender<Event>);

/// The event stream of a response. Its guard is dropped when the client disconnects.
#[derive(Debug)]
pub(super) struct EventStream<G> {
    events: mpsc::Receiver<Event>,
    _guard: G,
}

/// Creates a stream. `guard` is dropped when the client disconnects or the stream ends.
pub(super) fn events<G>(guard: G) -> (Events, Sse<impl Stream<Item = Result<Event, Infallible>>>)
where
    G: Send + Unpin + 'static,
{
    let (sender, receiver) = mpsc::channel(WAITING);
    let stream = EventStream {
        events: receiver,
        _guard: guard,
    };
    let sse = Sse::new(stream).keep_alive(KeepAlive::default());
    (Events(sender), sse)
}

impl<G: Unpin> Stream for EventStream<G> {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Events {
    /// Sends an event. Returns whether the client listens.
    pub(super) async fn send(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.send(event(name, data)).await.is_ok()
    }

    /// Sends an event from a blocking thread.
    pub(super) fn send_blocking(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.blocking_send(event(name, data)).is_ok()
    }

    /// Sends a `failed` event.
    pub(super) async fn fail(&self, error: &ApiError) {
        let _ = self.0.send(failed(error)).await;
    }

    /// Sends a `failed` event from a blocking thread.
    pub(super) fn fail_blocking(&self, error: &ApiError) {
        let _ = self.0.blocking_send(failed(error));
    }

    /// Waits until the client disconnects.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data);
    let data = data.expect("events have string keys and finite numbers");
    Event::default().event(name).data(data)
}

fn failed(error: &ApiError) -> Event {
    Event::default().event("failed").data(error.to_json())
}
