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
    let headers = request.headers();
    let lengths = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    let too_large = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    let address = request.uri().to_string().len();
    for (status, place, found, unit, most) in [
        (
            StatusCode::URI_TOO_LONG,
            "address",
            address,
            " bytes",
            ServerLimits::ADDRESS_BYTES,
        ),
        (
            too_large,
            "headers",
            headers.len(),
            "",
            ServerLimits::HEADERS,
        ),
        (
            too_large,
            "headers",
            lengths.sum(),
            " bytes",
            ServerLimits::HEADER_BYTES,
        ),
    ] {
        if found > most {
            let message = format!("{found}{unit}: expected at most {most}");
            return Err(with_status(status, ErrorKey::TooLarge, place, message));
        }
    }
    check_length(request)
}

/// Rejects requests that a proxy may end elsewhere (request smuggling).
fn check_length(request: &Request) -> Result<(), ApiError> {
    let refused = |message: String| Err(ApiError::bad(TRANSFER_ENCODING.as_str(), message));
    if request.extensions().get::<TwoLengths>().is_some() {
        return refused("together with `Content-Length`: expected one of them".to_owned());
    }
    let codings = request.headers().get_all(TRANSFER_ENCODING);
    let codings: Vec<_> = codings.iter().collect();
    match codings[..] {
        [] => Ok(()),
        [coding] if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => refused(format!("{codings:?}: expected `chunked` alone")),
    }
}
