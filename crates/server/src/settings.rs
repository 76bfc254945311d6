//! What a server is told when it starts.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::evaluation::Evaluation;

/// The fewest characters of a token.
pub const LEAST_TOKEN: usize = 16;

/// What a server is told when it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address that it listens on.
    pub address: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Further names under which browsers may ask for it.
    pub hosts: Vec<String>,
    /// What every client has to know. Needed beyond loopback.
    pub token: Option<String>,
    /// Threads of the engine.
    pub threads: usize,
    /// MiB of the engine's transposition table.
    pub hash_mib: usize,
    /// The evaluation in place of the one shipped, for boards of its shape.
    pub evaluation: Option<Arc<Evaluation>>,
    /// The archive of games.
    pub archive: Option<PathBuf>,
    /// The most that a client may ask for.
    pub limits: ServerLimits,
}

impl Settings {
    /// Address and port.
    #[must_use]
    pub const fn socket(&self) -> SocketAddr {
        SocketAddr::new(self.address, self.port)
    }
}

impl Default for Settings {
    /// Loopback, port 8664, a thread a processor, 256 MiB, no archive.
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8664,
            hosts: Vec::new(),
            token: None,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            hash_mib: 256,
            evaluation: None,
            archive: None,
            limits: ServerLimits::default(),
        }
    }
}

/// The most that clients may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of the body of a request.
    pub body_bytes: usize,
    /// Time of one search.
    pub time: Duration,
    /// Level of a search.
    pub level: u32,
    /// Searches that are open at a time, those that wait included.
    pub open_analyses: usize,
    /// The same of one client.
    pub open_per_client: usize,
    /// Nodes of a drawn tree, for each search in it.
    pub tree_nodes: usize,
    /// Games of one import or export, those that cannot be read included.
    pub games: usize,
    /// Connections that are open at a time.
    pub connections: usize,
    /// Time for the head of a request, from its first byte on, and for an open connection
    /// without any request.
    pub head_time: Duration,
    /// Time for the body of a request.
    pub body_time: Duration,
    /// Time for an answer without a search.
    pub answer_time: Duration,
    /// Time that what is open has to come to its end when the server stops.
    pub stop_time: Duration,
}

impl ServerLimits {
    /// Plies of a game: twice the squares of the largest board, for no game has more.
    pub const PLIES: usize = 2 * outflank_othello::MAX_SQUARES as usize;
    /// Deepest drawn tree.
    pub const TREE_DEPTH: u32 = 8;
    /// Trees that are searched at a time.
    pub const TREES: usize = 2;
    /// Bytes of the address of a request.
    pub const ADDRESS_BYTES: usize = 8 << 10;
    /// Header fields of a request.
    pub const HEADERS: usize = 64;
    /// Bytes of all header fields of a request.
    pub const HEADER_BYTES: usize = 16 << 10;
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            time: Duration::from_secs(600),
            level: 60,
            open_analyses: 64,
            open_per_client: 4,
            tree_nodes: 5000,
            games: 10_000,
            connections: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            answer_time: Duration::from_secs(30),
            stop_time: Duration::from_secs(5),
        }
    }
}
