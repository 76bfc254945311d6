//! The requests of `outflank-api` over HTTP.

mod answer;
mod body;
mod client;
mod error;
mod events;

pub(crate) use client::Peer;
pub(crate) use error::{HttpError, with_status};

use axum::Router;
use axum::extract::{RawPathParams, Request, State};
use axum::http::StatusCode;
use axum::routing::{any, get, post};
use outflank_api::{ApiError, ENDPOINTS, ErrorKey};

use crate::app_state::AppState;

pub(crate) fn routes() -> Router<AppState> {
    let mut routes = Router::new().route("/api/{*rest}", any(nothing));
    for endpoint in &*ENDPOINTS {
        let answer = |State(app): State<AppState>, path: RawPathParams, request: Request| {
            answer::answer(endpoint, app, path, request)
        };
        let method = match endpoint.source.method() {
            "get" => get(answer),
            _ => post(answer),
        };
        routes = routes.route(endpoint.path, method);
    }
    routes.method_not_allowed_fallback(wrong_method)
}

async fn nothing() -> HttpError {
    let message = "unknown path: GET /api lists all paths";
    ApiError::not_found("path", message).into()
}

async fn wrong_method() -> HttpError {
    let message = "unsupported method: GET /api lists all methods";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    with_status(status, ErrorKey::Request, "method", message).into()
}
