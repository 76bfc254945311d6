//! Request checks: host, origin, token and size.

mod head_limits;
mod headers;
mod host;
mod origin;
mod shutdown;
mod token;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use outflank_api::ApiError;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use self::host::Hosts;
use self::shutdown::end_on_shutdown;
use self::token::Token;
use crate::http::HttpError;
use crate::settings::Settings;

pub(crate) use self::head_limits::TwoLengths;
pub(crate) use self::shutdown::Shutdown;

/// The checks of each request.
#[derive(Debug)]
pub(crate) struct Guard {
    hosts: Hosts,
    token: Option<Token>,
}

impl Guard {
    pub(crate) fn new(settings: &Settings, port: u16) -> Self {
        let token = settings.token.as_deref();
        Self {
            hosts: Hosts::new(settings.address, &settings.hosts),
            token: token.map(|token| Token::new(token, port)),
        }
    }

    /// Applies the checks to all routes.
    pub(crate) fn protect(self, routes: Router, stop: Shutdown) -> Router {
        routes
            .layer(CompressionLayer::new())
            .layer(middleware::from_fn_with_state(stop, end_on_shutdown))
            .layer(middleware::from_fn_with_state(Arc::new(self), check))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::map_response(headers::harden))
    }

    /// Checks a request. Returns a response if the guard itself responds.
    fn refuse(&self, request: &Request) -> Result<Option<Response>, ApiError> {
        head_limits::check(request)?;
        let host = self.hosts.check(request)?;
        origin::check(request, &host)?;
        match &self.token {
            Some(token) => token.check(request),
            None => Ok(None),
        }
    }
}

async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.refuse(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(answer)) => answer,
        Err(error) => HttpError(error).into_response(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as the layer calls it")]
fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("panic without a message");
    HttpError(ApiError::internal(&text)).into_response()
}
