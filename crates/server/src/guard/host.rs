//! The host names of the server.
//!
//! With DNS rebinding, a foreign page can make its own name resolve to this machine and read
//! the responses. The browser still sends that name in the `Host` header.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use outflank_api::{ApiError, ErrorKey};

/// The accepted host names.
#[derive(Debug)]
pub(super) struct Hosts {
    names: Vec<String>,
    address: IpAddr,
}

impl Hosts {
    /// Returns the names of a server on an address, including the given names.
    pub(super) fn new(address: IpAddr, more: &[String]) -> Self {
        let mut names: Vec<String> = more.iter().map(|name| name.to_ascii_lowercase()).collect();
        if address.is_loopback() || address.is_unspecified() {
            names.push("localhost".to_owned());
        }
        Self { names, address }
    }

    /// Returns the authority of a request, port included, if its host is accepted.
    pub(super) fn check(&self, request: &Request) -> Result<Authority, ApiError> {
        let Some(host) = named(request.headers()) else {
            return Err(ApiError::bad("Host", "expected one `Host` header"));
        };
        // The request URI may also name a host.
        let others = request.uri().authority();
        if !others.is_none_or(|other| self.has(other)) || !self.has(&host) {
            let message = "Host header not allowed: allow the name with `--host NAME`";
            return Err(ApiError::new(ErrorKey::Forbidden, "Host", message));
        }
        Ok(host)
    }

    fn has(&self, authority: &Authority) -> bool {
        if authority.as_str().contains('@') {
            return false;
        }
        let host = authority.host().to_ascii_lowercase();
        let bare = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        match bare.unwrap_or(&host).parse::<IpAddr>() {
            // A literal IP address cannot be rebound.
            Ok(named) if self.address.is_unspecified() => !named.is_unspecified(),
            Ok(named) if self.address.is_loopback() => named.is_loopback(),
            Ok(named) => named == self.address,
            Err(_) => self.names.contains(&host),
        }
    }
}

/// Returns the only `Host` header.
fn named(headers: &HeaderMap) -> Option<Authority> {
    let mut values = headers.get_all(header::HOST).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    Authority::try_from(value.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(address: &str, host: &str) -> bool {
        let hosts = Hosts::new(address.parse().unwrap(), &["Board.Example".to_owned()]);
        let request = Request::builder()
            .header("host", host)
            .body(axum::body::Body::empty());
        hosts.check(&request.unwrap()).is_ok()
    }

    #[test]
    fn a_loopback_server_accepts_loopback_names() {
        for host in [
            "localhost",
            "LOCALHOST:8664",
            "127.0.0.1:1",
            "[::1]:8664",
            "board.example",
        ] {
            assert!(takes("127.0.0.1", host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "192.168.0.7",
            "0.0.0.0",
            "a@localhost",
            "localhost@evil.example",
            "",
            "local host",
        ] {
            assert!(!takes("127.0.0.1", host), "{host}");
        }
    }

    #[test]
    fn beyond_loopback_the_address_is_the_host_name() {
        assert!(takes("192.168.0.7", "192.168.0.7:8664"));
        assert!(!takes("192.168.0.7", "localhost"));
        assert!(!takes("192.168.0.7", "192.168.0.8"));
        assert!(takes("0.0.0.0", "192.168.0.8:8664"));
        assert!(takes("::", "[fe80::1]"));
        assert!(!takes("0.0.0.0", "evil.example"));
    }
}
