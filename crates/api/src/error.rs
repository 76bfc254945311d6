//! Request errors.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::error_key::ErrorKey;

/// The error of a request: what is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ErrorFields")]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The field, header or part of the request that is wrong.
    #[serde(rename = "where")]
    pub place: Option<Cow<'static, str>>,
    /// What is wrong, as the key of a translated message.
    pub key: ErrorKey,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// The result of a request.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

/// The body of an error response, and the data of a `failed` event.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct ErrorBody<'a> {
    error: &'a ApiError,
}

impl ApiError {
    /// Creates an error at a place in the request.
    pub fn new(
        key: ErrorKey,
        place: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            place: Some(place.into()),
            ..Self::general(key, message)
        }
    }

    /// Creates an error that is not caused by a place in the request.
    pub fn general(key: ErrorKey, message: impl Into<String>) -> Self {
        Self {
            status: key.status(),
            key,
            place: None,
            message: message.into(),
        }
    }

    /// Creates the error for an invalid field.
    pub fn bad(place: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        let place = place.into();
        Self::new(ErrorKey::of_place(&place), place, message)
    }

    /// Creates the error for a field that names something that does not exist.
    pub fn not_found(place: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(ErrorKey::NotFound, place, message)
    }

    pub(crate) fn no_archive() -> Self {
        let message = "there is no archive: start the server with --archive FILE";
        Self::new(ErrorKey::NoArchive, "archive", message)
    }

    /// Creates the error for a server that is stopping.
    #[must_use]
    pub fn stopping() -> Self {
        Self::general(ErrorKey::Unavailable, "the server is stopping")
    }

    /// Creates the error for a cancelled search.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::general(ErrorKey::Unavailable, "the search was cancelled")
    }

    /// Creates the error for a search that ran out of time.
    pub(crate) fn late() -> Self {
        let message = "time ran out before every move was scored: try a lower level";
        Self::general(ErrorKey::Unavailable, message)
    }

    /// Logs an error and returns a general one, because the client must not see file paths.
    pub fn internal(error: &dyn fmt::Display) -> Self {
        tracing::error!("{error}");
        let message = "internal error: see the log of the server";
        Self::general(ErrorKey::Internal, message)
    }

    /// Returns the error with another status.
    #[must_use]
    pub fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            Some(inner) => format!("{outer}.{inner}").into(),
            None => outer.to_owned().into(),
        });
        self
    }

    /// Returns the JSON body, which is also the data of a `failed` event.
    #[must_use]
    pub fn to_json(&self) -> String {
        let body = serde_json::to_string(&ErrorBody { error: self });
        body.expect("strings and a number serialize")
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
