//! Bodies of requests.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use outflank_othello::Game;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::GameFields;
use super::query::{kind, wrong_field};
use crate::api::ApiError;
use crate::app_state::AppState;

/// A JSON object. Unknown fields are rejected if `T` has `deny_unknown_fields`.
#[derive(Clone, Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let object = read_object(request, app).await?;
        read_fields(object, &[]).map(Self)
    }
}

/// A game and the other fields of a JSON object.
#[derive(Clone, Debug)]
pub(crate) struct GameBody<T> {
    /// The game, its moves played.
    pub(crate) game: Game,
    /// Why the other moves cannot be played, if the request has `"partial": true`.
    pub(crate) unplayed: Option<String>,
    /// The other fields.
    pub(crate) request: T,
}

impl<T: DeserializeOwned> FromRequest<AppState> for GameBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let mut object = read_object(request, app).await?;
        let fields = GameFields::take(&mut object)?;
        let is_partial = object.get("partial") == Some(&Value::Bool(true));
        let request = read_fields(object, &GameFields::NAMES)?;
        let (game, unplayed) = if is_partial {
            fields.longest_game()?
        } else {
            (fields.game()?, None)
        };
        Ok(Self {
            game,
            unplayed,
            request,
        })
    }
}

/// A body of any content.
#[derive(Clone, Debug)]
pub(crate) struct Content(pub(crate) Bytes);

impl FromRequest<AppState> for Content {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
        let limits = app.limits();
        let body = read_body(request, limits.body_bytes, limits.body_time).await?;
        Ok(Self(body))
    }
}

async fn read_object(request: Request, app: &AppState) -> Result<Map<String, Value>, ApiError> {
    if !is_json(request.headers()) {
        let message = "expected the header `Content-Type: application/json`";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(ApiError::new(status, Some("Content-Type".into()), message));
    }
    let limits = app.limits();
    let body = read_body(request, limits.body_bytes, limits.body_time).await?;
    match serde_json::from_slice(&body) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => {
            let message = format!("found {}: expected an object", kind(&other));
            Err(ApiError::bad("body", message))
        }
        Err(error) => Err(ApiError::bad("body", format!("not JSON: {error}"))),
    }
}

/// Deserializes fields; `known` are further field names, for messages.
fn read_fields<T: DeserializeOwned>(
    object: Map<String, Value>,
    known: &[&str],
) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| {
        let path = error.path().to_string();
        wrong_field(&path, &error.inner().to_string(), known)
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE);
    let text = value.and_then(|value| value.to_str().ok());
    text.is_some_and(|text| {
        let essence = text.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json")
    })
}

/// Reads a body of at most `most` bytes within `patience`.
///
/// # Errors
///
/// 413 if it is longer, 408 if it takes longer, 400 if it breaks off.
pub(crate) async fn read_body(
    request: Request<Body>,
    most: usize,
    patience: Duration,
) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::too_large("body", format!("expected at most {most} bytes"));
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = length
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), most).collect();
    match tokio::time::timeout(patience, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => {
            let message = "incomplete body, or not as its header says";
            Err(ApiError::bad("body", message))
        }
        Err(_) => {
            let seconds = patience.as_secs_f64();
            let message = format!("body not received within {seconds} seconds");
            let status = StatusCode::REQUEST_TIMEOUT;
            Err(ApiError::new(status, Some("body".into()), message))
        }
    }
}
