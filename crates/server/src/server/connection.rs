//! A connection.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONNECTION, TRANSFER_ENCODING};
use axum::http::{HeaderValue, Request, StatusCode};
use axum::response::Response;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use outflank_api::{ApiError, ErrorKey};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;
use tokio_util::io::InspectReader;
use tower::ServiceExt;

use crate::guard::{Shutdown, TwoLengths};
use crate::http::Peer;
use crate::settings::ServerLimits;

use super::two_lengths::Heads;
use super::waiting::Slot;

/// Maximum size of a request head in bytes. The guard has a lower limit and rejects with a message.
pub(super) const HEAD_BYTES: usize = 64 << 10;
/// Maximum number of header fields.
pub(super) const HEAD_FIELDS: usize = 2 * ServerLimits::HEADERS;
/// Maximum bytes and time for draining a closing connection, so that the last response arrives.
const LAST_BYTES: u64 = 32 << 20;
const LAST_TIME: Duration = Duration::from_secs(2);

/// A pending response.
type Answer = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

pub(super) async fn serve(
    stream: TcpStream,
    peer: IpAddr,
    routes: Router,
    limits: ServerLimits,
    stop: Shutdown,
    slot: Slot,
) {
    // Without this, small packets such as events are delayed.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.body_time));
    let (mut heads, found) = (Heads::Head(Vec::new()), Arc::new(AtomicBool::new(false)));
    let has_two_lengths = Arc::clone(&found);
    let stream = InspectReader::new(stream, move |bytes: &[u8]| {
        if heads.read(bytes) {
            found.store(true, Ordering::Relaxed);
        }
    });
    let slot = Arc::new(slot);
    let own_slot = Arc::clone(&slot);
    let answer = service_fn(move |mut request: Request<Incoming>| -> Answer {
        let slot = Arc::clone(&own_slot);
        if request.body().is_end_stream() {
            slot.set_busy();
        }
        request.extensions_mut().insert(Peer(peer));
        let is_encoded = request.headers().contains_key(TRANSFER_ENCODING);
        if is_encoded && has_two_lengths.load(Ordering::Relaxed) {
            request.extensions_mut().insert(TwoLengths);
        }
        let request = request.map(|body| slot.receiving(Body::new(body)));
        let answer = routes.clone().oneshot(request);
        Box::pin(async move {
            let mut answer = answer.await?;
            if is_encoded {
                // `Heads` stops following the connection at such a body.
                let close = HeaderValue::from_static("close");
                answer.headers_mut().insert(CONNECTION, close);
            }
            Ok(answer.map(|body| slot.sending(body)))
        })
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(HEAD_FIELDS)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer);
    let mut stop = Some(Box::pin(stop.wait()));
    let serving = poll_fn(|context| {
        if stop
            .as_mut()
            .is_some_and(|stop| stop.as_mut().poll(context).is_ready())
        {
            stop = None;
            Pin::new(&mut connection).graceful_shutdown();
        }
        connection.poll_without_shutdown(context)
    });
    let ended = tokio::select! {
        ended = serving => ended,
        () = slot.closed() => return,
    };
    slot.set_busy();
    let parts = connection.into_parts();
    let mut stream = parts.io.into_inner();
    let has_begun = !parts.read_buf.is_empty();
    if ended.is_err_and(|error| error.is_timeout()) && has_begun {
        // The client may be gone.
        let _ = stream
            .write_all(too_slow(limits.head_time).as_bytes())
            .await;
    }
    close(stream).await;
}

/// Returns the response to an incomplete head.
fn too_slow(patience: Duration) -> String {
    let message = format!(
        "request head not received within {} seconds",
        patience.as_secs_f64()
    );
    let status = StatusCode::REQUEST_TIMEOUT;
    let body = ApiError::new(ErrorKey::TooSlow, "headers", message).to_json();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    )
}

/// Closes a connection after draining it. Closing with unread bytes would reset the
/// connection and lose the last response.
async fn close<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S) {
    if stream.shutdown().await.is_ok() {
        let mut rest = stream.take(LAST_BYTES);
        let mut nowhere = tokio::io::sink();
        let reading = tokio::io::copy(&mut rest, &mut nowhere);
        let _ = tokio::time::timeout(LAST_TIME, reading).await;
    }
}
