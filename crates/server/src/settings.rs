//! Server settings.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use outflank_api::Resources;
use outflank_book::OpenBook;

/// Minimum length of a token in characters.
pub const MIN_TOKEN_LENGTH: usize = 16;

/// Server settings.
#[derive(Debug)]
pub struct Settings {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port. 0 means any free port.
    pub port: u16,
    /// Further host names to accept.
    pub hosts: Vec<String>,
    /// The access token, required on addresses other than loopback.
    pub token: Option<String>,
    /// The file of the library of games, which is created if it does not exist.
    pub library: Option<PathBuf>,
    /// The engine, book, archive and limits of the requests. The server opens the library itself.
    pub resources: Resources,
    /// Limits on connections and heads.
    pub limits: ServerLimits,
}

impl Settings {
    /// Returns the address and port.
    #[must_use]
    pub const fn socket(&self) -> SocketAddr {
        SocketAddr::new(self.address, self.port)
    }
}

impl Default for Settings {
    /// Loopback, port 8664, one thread per processor, 256 MiB, the shipped book, no archive and no
    /// library.
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8664,
            hosts: Vec::new(),
            token: None,
            library: None,
            resources: Resources {
                threads: std::thread::available_parallelism().map_or(1, usize::from),
                hash_mib: 256,
                book: Some(OpenBook::Shipped),
                ..Resources::default()
            },
            limits: ServerLimits::default(),
        }
    }
}

/// Limits on connections and request heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum time to receive a request head, and maximum idle time of a connection.
    pub head_time: Duration,
    /// Maximum time to receive a body.
    pub body_time: Duration,
    /// Maximum time to respond without a search.
    pub answer_time: Duration,
    /// Maximum time for open connections to end when the server stops.
    pub stop_time: Duration,
}

impl ServerLimits {
    /// Maximum size of a request URI in bytes.
    pub const ADDRESS_BYTES: usize = 8 << 10;
    /// Maximum number of header fields.
    pub const HEADERS: usize = 64;
    /// Maximum size of all header fields in bytes.
    pub const HEADER_BYTES: usize = 16 << 10;
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            answer_time: Duration::from_secs(30),
            stop_time: Duration::from_secs(5),
        }
    }
}
