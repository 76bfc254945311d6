//! Client identity.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::query::pairs;
use crate::api::ApiError;

/// The address of the client, set by the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The client: its `client` query field or `Outflank-Client` header, else its address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Client(pub(crate) String);

/// The header with the name of the client.
const HEADER: &str = "outflank-client";

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut named = pairs(parts).into_iter();
        let in_query = named.find(|(name, _)| name == "client");
        let id = match in_query {
            Some((_, id)) => Some(id),
            None => match parts.headers.get(HEADER).map(|value| value.to_str()) {
                None => None,
                Some(Ok(id)) => Some(id.to_owned()),
                Some(Err(_)) => return Err(wrong()),
            },
        };
        match id {
            Some(id) if is_id(&id) => Ok(Self(id)),
            Some(_) => Err(wrong()),
            // Not a valid client name.
            None => Ok(Self(match parts.extensions.get::<Peer>() {
                Some(Peer(address)) => format!("address {address}"),
                None => "address unknown".to_owned(),
            })),
        }
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

    async fn client(uri: &str, header: Option<&str>) -> Result<String, ApiError> {
        let mut request = Request::builder().uri(uri);
        if let Some(header) = header {
            request = request.header(HEADER, header);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let client = Client::from_request_parts(&mut parts, &()).await;
        client.map(|Client(id)| id)
    }

    #[tokio::test]
    async fn clients_name_themselves_in_query_or_header() {
        assert_eq!(client("/?client=abcdefgh", None).await.unwrap(), "abcdefgh");
        assert_eq!(client("/", Some("abc_-678")).await.unwrap(), "abc_-678");
        assert_eq!(client("/", None).await.unwrap(), "address unknown");
        for id in [
            "short",
            "with%20blank",
            "caf%C3%A9-au-lait",
            &"x".repeat(65),
        ] {
            let uri = format!("/?client={id}");
            assert_eq!(client(&uri, None).await.unwrap_err(), wrong(), "{id}");
        }
    }
}
