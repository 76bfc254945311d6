//! Limits on request heads.

use axum::extract::Request;
use axum::http::header::TRANSFER_ENCODING;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use outflank_api::{ApiError, ErrorKey};

use crate::http::with_status;
use crate::settings::ServerLimits;

/// Marks a request with both `Transfer-Encoding` and `Content-Length`, which hyper has removed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoLengths;

/// Rejects long URIs, long or many header fields, and ambiguous body lengths.
pub(super) fn check(request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let length = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
    let lengths = headers.iter().map(length);
    let too_large = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    let address = request.uri().to_string().len();
    let too_many = |found: usize, unit: &str, most: usize| {
        (found > most).then(|| format!("{found}{unit}: expected at most {most}"))
    };
    let refused =
        |status, place, message| Err(with_status(status, ErrorKey::TooLarge, place, message));
    if let Some(message) = too_many(address, " bytes", ServerLimits::ADDRESS_BYTES) {
        return refused(StatusCode::URI_TOO_LONG, "address", message);
    }
    let count = too_many(headers.len(), "", ServerLimits::HEADERS);
    let size = || too_many(lengths.sum(), " bytes", ServerLimits::HEADER_BYTES);
    if let Some(message) = count.or_else(size) {
        return refused(too_large, "headers", message);
    }
    check_length(request)
}

/// Rejects requests whose end a proxy may see elsewhere (request smuggling).
fn check_length(request: &Request) -> Result<(), ApiError> {
    let refused = |message: String| Err(ApiError::bad(TRANSFER_ENCODING.as_str(), message));
    if request.extensions().get::<TwoLengths>().is_some() {
        return refused("found with `Content-Length`: expected only one of the two".to_owned());
    }
    let codings = request.headers().get_all(TRANSFER_ENCODING);
    let codings: Vec<_> = codings.iter().collect();
    match codings[..] {
        [] => Ok(()),
        [coding] if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => refused(format!("{codings:?}: expected `chunked` alone")),
    }
}
