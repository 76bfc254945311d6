//! Answers that say what was wrong.

use std::borrow::Cow;
use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

/// A request that is refused, or could not be answered: what was wrong, where, and what was
/// expected.
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
    /// What is wrong, and what was expected.
    message: &'a str,
}

impl ApiError {
    /// An error of any kind; `place` is the field of the request that it is about.
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

    /// 400: a field of the request makes no sense.
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

    /// 413: more than the server takes.
    pub(crate) fn too_large(
        place: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, Some(place.into()), message)
    }

    /// 429: more at a time than one client, or all of them, may have.
    pub(crate) fn too_many(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, None, message)
    }

    /// 503: the server is about to stop.
    pub(crate) fn stopping() -> Self {
        let message = "the server is stopping";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, None, message)
    }

    /// 500: a fault of the server. What it was goes to the log.
    pub(crate) fn internal(error: &dyn fmt::Display) -> Self {
        tracing::error!("{error}");
        let message = "a fault of the server: its log says more";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, None, message)
    }

    /// The status.
    #[cfg(test)]
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// The same error where the field stands in another one.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            Some(inner) => format!("{outer}.{inner}").into(),
            None => outer.to_owned().into(),
        });
        self
    }

    /// What the client is told, as JSON: the body of the answer and the data of a `failed`
    /// event.
    pub(crate) fn to_json(&self) -> String {
        let body = serde_json::to_string(&self.body());
        body.expect("texts and a number can be written")
    }

    fn body(&self) -> ErrorBody<'_> {
        ErrorBody {
            error: ErrorFields {
                status: self.status.as_u16(),
                place: self.place.as_deref(),
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
            // The rest of the body is not waited for.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
