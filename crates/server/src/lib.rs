//! The analysis board in the browser: a server for one's own machine, and its page.
//!
//! The server keeps no game: every request says the whole of it. What it keeps is one
//! engine, which all tabs share fairly ([`engine`]).
#![forbid(unsafe_code)]

mod api;
pub mod engine;
mod guard;
