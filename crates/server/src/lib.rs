//! The analysis board in the browser: a local web server and its page.
//!
//! The server is stateless: every request contains the whole game. All tabs share one engine fairly
//! ([`engine`]), and every request is limited ([`RequestLimits`], [`ServerLimits`]). The crate
//! `outflank-api` defines the requests and their responses. `docs/reference/http.md` describes how
//! to use the server and how it is secured.
//!
//! ```no_run
//! use outflank_server::{Server, Settings};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Settings::default()).await?;
//! println!("{}", server.url());
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod app_state;
pub mod engine;
mod guard;
mod http;
mod page;
mod server;
mod settings;

pub use outflank_api::{RequestLimits, Resources};
pub use server::{Server, StartError};
pub use settings::{MIN_TOKEN_LENGTH, ServerLimits, Settings};
