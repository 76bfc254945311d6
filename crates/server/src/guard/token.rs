//! The access token, required on addresses other than loopback.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_api::{ApiError, ErrorKey};
use subtle::ConstantTimeEq;

use crate::http::HttpError;

/// The token.
pub(super) struct Token {
    text: String,
    /// The cookie name. It contains the port because all ports of a host share their cookies.
    cookie: String,
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    pub(super) fn new(text: &str, port: u16) -> Self {
        Self {
            text: text.to_owned(),
            cookie: format!("outflank-{port}"),
        }
    }

    /// Checks the token. For a token in the page URL, returns a redirect that sets a cookie.
    pub(super) fn check(&self, request: &Request) -> Result<Option<Response>, ApiError> {
        if let Some(given) = in_address(request) {
            return match self.is(&given) {
                true => Ok(Some(self.welcome())),
                false => Err(refused("wrong token")),
            };
        }
        if self.is_known(request.headers()) {
            return Ok(None);
        }
        Err(refused(
            "open the address that the server printed, with its `?token=`, or send the header \
             `Authorization: Bearer TOKEN`",
        ))
    }

    fn is_known(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let in_cookie = cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(name, value)| name == self.cookie && self.is(value));
        let bearer = headers.get(header::AUTHORIZATION);
        let bearer = bearer.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        in_cookie || bearer.is_some_and(|given| self.is(given))
    }

    /// Compares the token in constant time.
    fn is(&self, given: &str) -> bool {
        self.text.as_bytes().ct_eq(given.as_bytes()).into()
    }

    /// Redirects to the page with an HTTP-only, same-site cookie.
    fn welcome(&self) -> Response {
        let Self { text, cookie } = self;
        let cookie = format!("{cookie}={text}; Path=/; HttpOnly; SameSite=Strict");
        match HeaderValue::try_from(cookie) {
            Ok(cookie) => {
                let to_page = (header::LOCATION, HeaderValue::from_static("/"));
                let headers = [to_page, (header::SET_COOKIE, cookie)];
                (StatusCode::SEE_OTHER, headers).into_response()
            }
            Err(error) => HttpError(ApiError::internal(&error)).into_response(),
        }
    }
}

/// Returns the token in the page URL.
fn in_address(request: &Request) -> Option<String> {
    let uri = request.uri();
    if request.method() != Method::GET || uri.path() != "/" {
        return None;
    }
    let mut pairs = form_urlencoded::parse(uri.query()?.as_bytes());
    let (_, token) = pairs.find(|(name, _)| name == "token")?;
    Some(token.into_owned())
}

fn refused(message: &str) -> ApiError {
    ApiError::new(ErrorKey::Token, "token", message)
}
