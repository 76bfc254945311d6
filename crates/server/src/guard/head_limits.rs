//! Limits on request heads.

use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::TRANSFER_ENCODING;
use outflank_api::{ApiError, ErrorKey};

use crate::http::with_status;
use crate::settings::ServerLimits;

/// Marks a request with both `Transfer-Encoding` and `Content-Length`, which hyper has removed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoLengths;

/// Rejects long URIs, long or many header fields, and ambiguous body lengths.
pub(super) fn check(request: &Request) -> Result<(), ApiError> {
    let too_long = |status, place: &'static str, message: String| {
        Err(with_status(status, ErrorKey::TooLarge, place, message))
    };
    let address = request.uri().to_string().len();
    if address > ServerLimits::ADDRESS_BYTES {
        let message = format!(
            "{address} bytes: expected at most {}",
            ServerLimits::ADDRESS_BYTES
        );
        return too_long(StatusCode::URI_TOO_LONG, "address", message);
    }
    let headers = request.headers();
    if headers.len() > ServerLimits::HEADERS {
        let message = format!(
            "{}: expected at most {}",
            headers.len(),
            ServerLimits::HEADERS
        );
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return too_long(status, "headers", message);
    }
    let bytes = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    let bytes: usize = bytes.sum();
    if bytes > ServerLimits::HEADER_BYTES {
        let message = format!(
            "{bytes} bytes: expected at most {}",
            ServerLimits::HEADER_BYTES
        );
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return too_long(status, "headers", message);
    }
    check_length(request)
}

/// Rejects requests that a proxy may end elsewhere (request smuggling).
fn check_length(request: &Request) -> Result<(), ApiError> {
    let refused = |message: String| Err(ApiError::bad(TRANSFER_ENCODING.as_str(), message));
    if request.extensions().get::<TwoLengths>().is_some() {
        return refused("together with `Content-Length`: expected one of them".to_owned());
    }
    let codings: Vec<_> = request
        .headers()
        .get_all(TRANSFER_ENCODING)
        .iter()
        .collect();
    match codings[..] {
        [] => Ok(()),
        [coding] if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => refused(format!("{codings:?}: expected `chunked` alone")),
    }
}
