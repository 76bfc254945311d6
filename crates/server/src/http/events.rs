//! Server-sent events.

use std::convert::Infallible;
use std::ops::ControlFlow;

use axum::response::IntoResponse;
use axum::response::sse::{self, KeepAlive, Sse};
use outflank_api::Event;
use tokio::sync::mpsc;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

/// Maximum number of events buffered for a slow client.
pub(super) const WAITING: usize = 8;

/// Sends an event from a blocking thread. Breaks if the client is gone.
pub(super) fn send(events: &mpsc::Sender<Event>, event: Event) -> ControlFlow<()> {
    match events.blocking_send(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// Returns a response that streams the events. `guard` is dropped when the client disconnects or
/// the stream ends.
pub(super) fn stream<G: Send + 'static>(
    events: mpsc::Receiver<Event>,
    guard: G,
) -> impl IntoResponse {
    let events = ReceiverStream::new(events).map(move |event| {
        let _held = &guard;
        Ok::<_, Infallible>(sse::Event::default().event(event.name).data(event.data))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}
