//! The analysis board in the browser: a server for one's own machine, and its page.
//!
//! The server keeps no game: every request says the whole of it. What it keeps is one
//! engine, which all tabs share fairly ([`engine`]), and whatever a client may ask for has
//! a limit ([`ServerLimits`]). `docs/reference/http.md` tells how it is used and what it is safe from.
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

mod api;
mod app_state;
pub mod engine;
mod guard;
mod page;
mod server;
mod settings;

pub use server::{Server, StartError};
pub use settings::{LEAST_TOKEN, ServerLimits, Settings};
