//! The listening server.

mod connection;
mod two_lengths;
mod waiting;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::thread;
use std::time::Duration;

use axum::Router;
use outflank_archive::library::Library;
use outflank_archive::{Archive, ArchiveError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app_state::AppState;
use crate::guard::{Guard, Shutdown};
use crate::settings::{MIN_TOKEN_LENGTH, Settings};
use crate::{http, page};

use self::waiting::Slots;

/// The pause after failing to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// The reason why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be bound.
    #[error(
        "{address}: {error}: expected an address of this machine and a free port (0 takes any)"
    )]
    Listen {
        /// The address and port.
        address: SocketAddr,
        /// The error.
        error: io::Error,
    },
    /// An address other than loopback without a token.
    #[error("{0}: an address other than loopback requires a token")]
    NoToken(IpAddr),
    /// A token that is too short or has invalid characters.
    #[error(
        "token of {0} characters: expected at least {MIN_TOKEN_LENGTH} letters, digits, `-` or `_`"
    )]
    WeakToken(usize),
    /// An invalid host name.
    #[error("{0:?} is not a host name")]
    Host(String),
    /// There is not enough memory, or no thread, for the engine or the book.
    #[error("the engine: {0}")]
    Engine(io::Error),
    /// The archive or the library cannot be opened.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// A bound server.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: AppState,
}

impl Server {
    /// Binds the address. Fails if the settings are invalid or unsafe, the address cannot be bound,
    /// or memory cannot be allocated.
    pub async fn bind(settings: Settings) -> Result<Self, StartError> {
        check(&settings)?;
        if let Some(archive) = &settings.resources.archive {
            Archive::open(archive)?;
        }
        let library = settings.library.as_deref();
        let library = library.map(Library::open_or_create).transpose()?;
        let address = settings.socket();
        let listen = |error| StartError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        if let Some(book) = settings.resources.book.clone() {
            // Load it now so that the first visitor does not wait.
            let loader = thread::Builder::new().spawn(move || book.load());
            loader.map_err(StartError::Engine)?;
        }
        Ok(Self {
            listener,
            address,
            app: AppState::new(settings, library).map_err(StartError::Engine)?,
        })
    }

    /// Returns the bound address.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of the page, with the token if any.
    #[must_use]
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            // A browser needs an address that it can connect to.
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        match &self.app.settings.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Serves until `shutdown` completes, then ends open connections gracefully.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let limits = self.app.settings.limits;
        let (stopping, stop) = Shutdown::channel();
        let guard = Guard::new(&self.app.settings, self.address.port());
        let routes = guard.protect(routes(self.app), stop.clone());
        let slots = Slots::new(limits.connections);
        let mut open = JoinSet::new();
        tokio::pin!(shutdown);
        loop {
            tokio::select! {
                () = &mut shutdown => break,
                // Drop finished connections.
                Some(_) = open.join_next(), if !open.is_empty() => {}
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        // Until a slot is free, later connections wait in the system's backlog.
                        let slot = tokio::select! {
                            () = &mut shutdown => break,
                            slot = slots.acquire() => slot,
                        };
                        let (routes, stop) = (routes.clone(), stop.clone());
                        open.spawn(async move {
                            connection::serve(stream, peer.ip(), routes, limits, stop, slot).await;
                        });
                    }
                    Err(error) => {
                        tracing::warn!("cannot accept a connection: {error}");
                        tokio::time::sleep(PAUSE).await;
                    }
                },
            }
        }
        drop(self.listener);
        stop_all(stopping, open, limits.stop_time).await;
    }
}

/// Stops the connections and waits for them to end, for up to `patience`.
async fn stop_all(stopping: watch::Sender<bool>, mut open: JoinSet<()>, patience: Duration) {
    stopping.send_replace(true);
    let all = async { while open.join_next().await.is_some() {} };
    if tokio::time::timeout(patience, all).await.is_err() {
        tracing::warn!("{} connections were cut off", open.len());
    }
    open.shutdown().await;
}

/// Returns the routes of the API and of the page.
fn routes(app: AppState) -> Router {
    http::routes().fallback(page::file).with_state(app)
}

fn check(settings: &Settings) -> Result<(), StartError> {
    match &settings.token {
        None if !settings.address.is_loopback() => {
            return Err(StartError::NoToken(settings.address));
        }
        Some(token) if !is_token(token) => {
            return Err(StartError::WeakToken(token.chars().count()));
        }
        _ => {}
    }
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let is_host = |host: &&String| !host.is_empty() && host.bytes().all(is_allowed);
    match settings.hosts.iter().find(|host| !is_host(host)) {
        Some(host) => Err(StartError::Host(host.clone())),
        None => Ok(()),
    }
}

fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    text.len() >= MIN_TOKEN_LENGTH && text.bytes().all(is_allowed)
}
