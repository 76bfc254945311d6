//! Limits on request heads.

use axum::extract::Request;
use axum::http::StatusCode;

use crate::api::ApiError;
use crate::settings::ServerLimits;

/// Rejects long URIs and long or many header fields.
pub(super) fn check(request: &Request) -> Result<(), ApiError> {
    let too_long = |status, place: &'static str, message: String| {
        Err(ApiError::new(status, Some(place.into()), message))
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
    Ok(())
}
