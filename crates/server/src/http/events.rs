//! Server-sent events.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use outflank_api::Event;
use tokio::sync::mpsc;
use tokio_stream::Stream;

/// Events buffered for a slow client.
pub(super) const WAITING: usize = 8;

/// Sends an event from a blocking thread; breaks if the client is gone.
pub(super) fn send(events: &mpsc::Sender<Event>, event: Event) -> ControlFlow<()> {
    match events.blocking_send(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Returns the response of a stream. `guard` is dropped when the client disconnects or the stream
/// ends.
pub(super) fn stream<G: Send + Unpin + 'static>(
    events: mpsc::Receiver<Event>,
    guard: G,
) -> impl IntoResponse {
    let stream = EventStream {
        events,
        _guard: guard,
    };
    Sse::new(stream).keep_alive(KeepAlive::default())
}

struct EventStream<G> {
    events: mpsc::Receiver<Event>,
    _guard: G,
}

impl<G: Unpin> Stream for EventStream<G> {
    type Item = Result<sse::Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.events.poll_recv(context).map(|event| {
            event.map(|event| Ok(sse::Event::default().event(event.name).data(event.data)))
        })
    }
}
