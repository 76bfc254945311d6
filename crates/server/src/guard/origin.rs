//! Same-origin check.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use outflank_api::{ApiError, ErrorKey};

/// Rejects requests from other sites.
pub(super) fn check(request: &Request, host: &Authority) -> Result<(), ApiError> {
    let headers = request.headers();
    let refuse = |place: &'static str| {
        let message = "cross-origin request not allowed";
        Err(ApiError::new(ErrorKey::Forbidden, place, message))
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    if !origins.all(|origin| is_own(origin, host)) {
        return refuse("Origin");
    }
    match text(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(()),
        // Any site may link to the page.
        Some(_) if is_visit(request) => Ok(()),
        Some(_) => refuse("Sec-Fetch-Site"),
    }
}

fn is_own(origin: &HeaderValue, host: &Authority) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    // Behind a proxy, the browser may use HTTPS.
    let named = origin.strip_prefix("http://");
    let named = named.or_else(|| origin.strip_prefix("https://"));
    named.is_some_and(|named| named.eq_ignore_ascii_case(host.as_str()))
}

/// Returns whether the request is a top-level navigation to the page.
fn is_visit(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::GET
        && request.uri().path() == "/"
        && text(headers, "sec-fetch-mode") == Some("navigate")
        && text(headers, "sec-fetch-dest") == Some("document")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let value = headers.get(name)?;
    Some(value.to_str().unwrap_or_default())
}
