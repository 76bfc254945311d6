//! Errors as responses.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_api::{ApiError, ErrorKey};

/// An error as a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HttpError(pub(crate) ApiError);

impl<E: Into<ApiError>> From<E> for HttpError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// Returns an error whose status does not follow from its key.
pub(crate) fn with_status(
    status: StatusCode,
    key: ErrorKey,
    place: &'static str,
    message: impl Into<String>,
) -> ApiError {
    ApiError::new(key, place, message).with_status(status.as_u16())
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (status, json, self.0.to_json()).into_response();
        let headers = response.headers_mut();
        if matches!(
            status,
            StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE
        ) {
            // The rest of the body is not read.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
