//! Outflank in a browser: `outflank-api` and the engine in WebAssembly.
//!
//! A [`Desk`] responds to the requests of the page. Their searches run in other web workers, each
//! with a [`SearchWorker`]. The desk and the search workers exchange tasks and snapshots as JSON.
//! The module contains no data: [`provide`] receives the weights, the network, the model of human
//! players and the opening book once the browser has downloaded them.
#![forbid(unsafe_code)]

mod bindings;
mod desk;
#[cfg(target_feature = "atomics")]
mod helpers;
mod search_worker;

pub use bindings::{WebDesk, WebResult, WebSearchWorker, provide};
pub use desk::{Desk, Reply, Step};
#[cfg(target_feature = "atomics")]
pub use helpers::{help, shared_memory, start_helpers};
pub use search_worker::SearchWorker;
