//! Error responses.

use std::borrow::Cow;
use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::error_key::ErrorKey;

/// An error: status, place in the request, and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    place: Option<Cow<'static, str>>,
    message: String,
}

/// The body of the answer, and the data of a `failed` event.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(super) struct ErrorBody<'a> {
    error: ErrorFields<'a>,
}

/// An error.
#[derive(Serialize, JsonSchema)]
struct ErrorFields<'a> {
    status: u16,
    /// The field, header or part of the request that is wrong.
    #[serde(rename = "where")]
    place: Option<&'a str>,
    /// What is wrong, for a text in another language.
    key: ErrorKey,
    /// What is wrong, and what was expected.
    message: &'a str,
}

impl ApiError {
    /// Creates an error; `place` is the field of the request with the error.
    pub(crate) fn new(
        status: StatusCode,
        place: Option<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            status,
            place,
            message: message.into(),
        }
    }

    /// 400: a field of the request is invalid.
    pub(crate) fn bad(place: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Some(place.into()), message)
    }

    /// 404: what a field names does not exist.
    pub(crate) fn not_found(
        place: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(StatusCode::NOT_FOUND, Some(place.into()), message)
    }

    /// 413: too large.
    pub(crate) fn too_large(
        place: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Some(place.into()), message)
    }

    /// 429: too many open searches.
    pub(crate) fn too_many(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, None, message)
    }

    /// 503: the server is stopping.
    pub(crate) fn stopping() -> Self {
        let message = "the server is stopping";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, None, message)
    }

    /// 500: an internal error, which is logged.
    pub(crate) fn internal(error: &dyn fmt::Display) -> Self {
        tracing::error!("{error}");
        let message = "internal error: see the log of the server";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, None, message)
    }

    /// Returns the status.
    #[cfg(test)]
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the error with the field inside `outer`.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            Some(inner) => format!("{outer}.{inner}").into(),
            None => outer.to_owned().into(),
        });
        self
    }

    /// Returns the JSON body, which is also the data of a `failed` event.
    pub(crate) fn to_json(&self) -> String {
        let body = serde_json::to_string(&self.body());
        body.expect("strings and a number serialize")
    }

    fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            error: ErrorFields {
                status: self.status.as_u16(),
                place: self.place.as_deref(),
                key: ErrorKey::of(self.status, self.place.as_deref()),
                message: &self.message,
            },
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        let headers = response.headers_mut();
        if matches!(
            self.status,
            StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE
        ) {
            // The rest of the body is not read.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
