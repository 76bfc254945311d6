//! Security headers.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// The page may load only its own files and call only its own server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Browser features that the page does not need.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (OPENER, "same-origin"),
    (RESOURCE, "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (header::CACHE_CONTROL, "no-store"),
];

/// Adds the headers that the response does not already have.
pub(super) async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        let entry = headers.entry(name);
        entry.or_insert(HeaderValue::from_static(value));
    }
    response
}
