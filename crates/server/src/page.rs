//! The embedded files of the page.

use std::borrow::Cow;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use outflank_api::{ApiError, ErrorKey};
use rust_embed::RustEmbed;

use crate::http::{HttpError, with_status};

/// Every file under `page/`. Debug builds read them from the folder.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

pub(crate) async fn file(request: Request) -> Response {
    let path = request.uri().path();
    let name = match path {
        "/" => "index.html",
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let found = is_plain(name).then(|| Files::get(name)).flatten();
    let Some(file) = found else {
        return HttpError(ApiError::not_found("path", "not found")).into_response();
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return wrong_method("GET, HEAD");
    }
    let etag = etag(&file.metadata.sha256_hash());
    let headers = [
        (header::ETAG, etag.clone()),
        // The browser caches the file but revalidates it before each use.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if has(request.headers(), &etag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)))];
    match sent(name, file.data) {
        Cow::Borrowed(content) => (headers, kind, content).into_response(),
        Cow::Owned(content) => (headers, kind, content).into_response(),
    }
}

/// Returns a file as it is sent: a script without its doc comments, which are a sixth of its
/// compressed size.
fn sent<'a>(name: &str, content: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
    match std::str::from_utf8(&content) {
        Ok(script) if name.ends_with(".js") => without_comments(script).into_bytes().into(),
        _ => content,
    }
}

/// Empties the lines that block comments occupy, so that line numbers stay the same. Keeps comments
/// before code, such as the cast `/** @type {Color} */ (color)`.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines() {
        let (begins, ends) = (
            line.trim_start().starts_with("/**"),
            line.trim_end().ends_with("*/"),
        );
        is_comment |= begins && (ends || !line.contains("*/"));
        if !is_comment {
            kept.push_str(line);
        }
        kept.push('\n');
        is_comment &= !ends;
    }
    kept
}

pub(crate) fn wrong_method(allowed: &'static str) -> Response {
    let message = format!("expected one of {allowed}");
    let status = StatusCode::METHOD_NOT_ALLOWED;
    let error = with_status(status, ErrorKey::Request, "method", message);
    ([(header::ALLOW, allowed)], HttpError(error)).into_response()
}

fn is_plain(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    name.split('/')
        .all(|part| !part.starts_with('.') && !part.is_empty() && part.bytes().all(is_allowed))
}

/// Returns the entity tag. It is weak because compressed responses have different bytes.
fn etag(hash: &[u8; 32]) -> HeaderValue {
    let digits = hash[..16].iter().map(|byte| format!("{byte:02x}"));
    let digits: String = digits.collect();
    HeaderValue::try_from(format!("W/\"{digits}\"")).expect("hex digits are valid in a header")
}

/// Returns whether the browser already has the version with this tag.
fn has(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter();
    tags.filter_map(|tags| tags.to_str().ok())
        .flat_map(|tags| tags.split(','))
        .any(|given| given.trim() == "*" || given.trim().as_bytes() == etag.as_bytes())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt") => "text/plain; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn only_plain_file_names_are_accepted() {
        for name in ["index.html", "js/panels/analysis.js", "i18n/fr.json"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ",../Cargo.toml,js/../x,js//x,.env,js/.x,a%00,C:\\x,a\\b".split(',') {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn scripts_are_sent_without_block_comments() {
        let script = "/** One. */\nconst a = 1; /** Two. */\n  /**\n   * Three. */\n/** @type {X} */ (a).b();\n// Four.\n";
        let left = "\nconst a = 1; /** Two. */\n\n\n/** @type {X} */ (a).b();\n// Four.\n";
        assert_eq!(without_comments(script), left);
    }

    #[test]
    fn the_page_is_embedded_and_small() {
        assert!(Files::get("index.html").is_some());
        // A browser loads one language.
        let is_read = |name: &str| !name.starts_with("i18n/") || name.ends_with("fr.json");
        let packed = |name: Cow<'_, str>| {
            let content = sent(&name, Files::get(&name).unwrap().data);
            let mut packed = GzEncoder::new(Vec::new(), Compression::default());
            packed.write_all(&content).unwrap();
            packed.finish().unwrap().len()
        };
        let bytes: usize = Files::iter().filter(|name| is_read(name)).map(packed).sum();
        assert!(bytes < 240_000, "{bytes} bytes");
        assert!(Files::iter().all(|name| is_plain(&name)));
    }
}
