//! Client identity.

use std::net::IpAddr;

use axum::extract::Request;
use outflank_api::ApiError;

/// The address of the client, set by the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The header with the name of the client.
const HEADER: &str = "outflank-client";

/// Returns the client of a request: the `client` query field, the `Outflank-Client` header, or else
/// the address.
pub(super) fn client<B>(request: &Request<B>) -> Result<String, ApiError> {
    let query = request.uri().query().unwrap_or_default();
    let mut fields = form_urlencoded::parse(query.as_bytes());
    let in_query = fields.find(|(name, _)| name == "client");
    let in_header = request.headers().get(HEADER);
    let in_header = in_header.map(|value| value.to_str().unwrap_or_default().into());
    let id = in_query.map(|(_, id)| id).or(in_header);
    match id {
        Some(id) if is_id(&id) => Ok(id.into_owned()),
        Some(_) => Err(wrong()),
        // The blank makes it an invalid client name.
        None => Ok(match request.extensions().get::<Peer>() {
            Some(Peer(address)) => format!("address {address}"),
            None => "address unknown".to_owned(),
        }),
    }
}

fn is_id(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (8..=64).contains(&text.len()) && text.bytes().all(is_allowed)
}

fn wrong() -> ApiError {
    let message = "expected 8 to 64 letters, digits, `_` or `-`";
    ApiError::bad("client", message)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn named(uri: &str, header: Option<&str>) -> Result<String, ApiError> {
        let mut request = Request::builder().uri(uri);
        if let Some(header) = header {
            request = request.header(HEADER, header);
        }
        client(&request.body(()).unwrap())
    }

    #[test]
    fn clients_are_named_by_query_or_header() {
        assert_eq!(named("/?client=abcdefgh", None).unwrap(), "abcdefgh");
        assert_eq!(named("/", Some("abc_-678")).unwrap(), "abc_-678");
        assert_eq!(named("/", None).unwrap(), "address unknown");
        let long = "x".repeat(65);
        for id in ["short", "with%20blank", "caf%C3%A9-au-lait", &long] {
            let uri = format!("/?client={id}");
            assert_eq!(named(&uri, None).unwrap_err(), wrong(), "{id}");
        }
    }
}
