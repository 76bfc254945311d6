//! Graceful shutdown.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use outflank_api::ApiError;
use tokio::sync::watch;
use tokio_stream::Stream;

use crate::http::HttpError;

/// The time that a running request has to finish when the server stops.
const GRACE: Duration = Duration::from_secs(1);

/// Signals that the server stops.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl Shutdown {
    pub(crate) fn channel() -> (watch::Sender<bool>, Self) {
        let (sender, receiver) = watch::channel(false);
        (sender, Self(receiver))
    }

    pub(crate) async fn wait(mut self) {
        // The sender is dropped when the server ends.
        let _ = self.0.wait_for(|stops| *stops).await;
    }
}

/// Ends requests and event streams soon after the server is stopped.
pub(super) async fn end_on_shutdown(
    State(stop): State<Shutdown>,
    request: Request,
    next: Next,
) -> Response {
    let late = async {
        stop.clone().wait().await;
        tokio::time::sleep(GRACE).await;
    };
    let response = tokio::select! {
        response = next.run(request) => response,
        () = late => return HttpError(ApiError::stopping()).into_response(),
    };
    if !is_event_stream(response.headers()) {
        return response;
    }
    response.map(|body| {
        Body::from_stream(UntilShutdown {
            events: Some(body.into_data_stream()),
            stop: Box::pin(stop.wait()),
        })
    })
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// Events until the server is stopped, then a `failed` event.
struct UntilShutdown {
    /// `None` after the end.
    events: Option<BodyDataStream>,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Stream for UntilShutdown {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(events) = self.events.as_mut() else {
            return Poll::Ready(None);
        };
        if let Poll::Ready(event) = Pin::new(events).poll_next(context) {
            if event.is_none() {
                self.events = None;
            }
            return Poll::Ready(event);
        }
        if self.stop.as_mut().poll(context).is_ready() {
            // Dropping the stream ends its search.
            self.events = None;
            let stopping = ApiError::stopping().to_json();
            let last = format!("event: failed\ndata: {stopping}\n\n");
            return Poll::Ready(Some(Ok(last.into())));
        }
        Poll::Pending
    }
}
