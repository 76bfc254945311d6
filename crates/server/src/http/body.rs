//! Request bodies.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use outflank_api::{ApiError, ErrorKey};

use super::with_status;

pub(super) fn check_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let value = headers.get(header::CONTENT_TYPE);
    let text = value.and_then(|value| value.to_str().ok());
    let essence = text
        .and_then(|text| text.split(';').next())
        .unwrap_or_default();
    if essence.trim().eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = "expected the header `Content-Type: application/json`";
    let (status, key) = (StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorKey::Request);
    Err(with_status(status, key, "Content-Type", message))
}

/// Reads a body of at most `most` bytes within `patience`. Returns status 413 if it is too long,
/// 408 if it arrives too late, and 400 if it is incomplete.
pub(super) async fn read_body(
    request: Request<Body>,
    most: usize,
    patience: Duration,
) -> Result<Bytes, ApiError> {
    let too_large = || {
        let message = format!("expected at most {most} bytes");
        ApiError::new(ErrorKey::TooLarge, "body", message)
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), most).collect();
    match tokio::time::timeout(patience, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => {
            let message = "incomplete body, or body that contradicts its header";
            Err(ApiError::bad("body", message))
        }
        Err(_) => {
            let seconds = patience.as_secs_f64();
            let message = format!("body not received within {seconds} seconds");
            Err(ApiError::new(ErrorKey::TooSlow, "body", message))
        }
    }
}
