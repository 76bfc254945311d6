//! From which pages the server may be asked: its own.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use crate::api::ApiError;

/// Refuses what a browser says comes from another site, before anything is done.
pub(super) fn check(request: &Request, host: &Authority) -> Result<(), ApiError> {
    let headers = request.headers();
    let refuse = |place: &'static str| {
        let message = "a page of another origin may not ask this server";
        Err(ApiError::new(
            StatusCode::FORBIDDEN,
            Some(place.into()),
            message,
        ))
    };
    if !headers
        .get_all(header::ORIGIN)
        .iter()
        .all(|origin| is_own(origin, host))
    {
        return refuse("Origin");
    }
    match text(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(()),
        // A link to the board is followed from wherever it stands.
        Some(_) if is_visit(request) => Ok(()),
        Some(_) => refuse("Sec-Fetch-Site"),
    }
}

fn is_own(origin: &HeaderValue, host: &Authority) -> bool {
    let origin = origin.to_str().unwrap_or_default();
    // The browser speaks https to a proxy that stands before the server.
    let named = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    named.is_some_and(|named| named.eq_ignore_ascii_case(host.as_str()))
}

/// Whether somebody goes to the page itself, in a window of its own.
fn is_visit(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::GET
        && request.uri().path() == "/"
        && text(headers, "sec-fetch-mode") == Some("navigate")
        && text(headers, "sec-fetch-dest") == Some("document")
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    // What is no text is none of the words that are good.
    let value = headers.get(name)?;
    Some(value.to_str().unwrap_or_default())
}
