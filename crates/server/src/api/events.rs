//! Streams of events (SSE).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use super::ApiError;

/// Events that wait for a client that reads slowly. Then the sender waits too.
const WAITING: usize = 8;

/// Where events are put in.
#[derive(Clone, Debug)]
pub(super) struct Events(mpsc::Sender<Event>);

/// Where they come out, to the client. What keeps the work alive goes with it when the
/// client vanishes.
#[derive(Debug)]
pub(super) struct EventStream<G> {
    events: mpsc::Receiver<Event>,
    _guard: G,
}

/// A new stream. `guard` is dropped when the client has vanished or the stream is over.
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
    /// Sends an event; whether anybody still listens.
    pub(super) async fn send(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.send(event(name, data)).await.is_ok()
    }

    /// The same from a thread that may wait.
    pub(super) fn send_blocking(&self, name: &str, data: &impl Serialize) -> bool {
        self.0.blocking_send(event(name, data)).is_ok()
    }

    /// The `failed` event.
    pub(super) async fn fail(&self, error: &ApiError) {
        // If nobody listens any more nobody need know.
        let _ = self.0.send(failed(error)).await;
    }

    /// The same from a thread that may wait.
    pub(super) fn fail_blocking(&self, error: &ApiError) {
        let _ = self.0.blocking_send(failed(error));
    }

    /// Waits until nobody listens any more.
    pub(super) async fn closed(&self) {
        self.0.closed().await;
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let data = serde_json::to_string(data);
    let data = data.expect("what is sent has texts for keys and finite numbers");
    Event::default().event(name).data(data)
}

fn failed(error: &ApiError) -> Event {
    Event::default().event("failed").data(error.to_json())
}
