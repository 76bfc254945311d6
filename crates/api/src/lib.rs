//! The requests that the page of Outflank can make, as functions. A function takes a request and
//! returns a response, a stream of events, or an error with a key. [`ENDPOINTS`] is the table of
//! all requests, and [`document`] describes them.
//!
//! The crate does not depend on HTTP or threads. The caller, such as the server, provides the
//! [`Search`]. The feature `files` adds the requests that use files.
//!
//! ```
//! use std::sync::Arc;
//!
//! use outflank_api::{Answer, Context, Input, LocalSearch, Resources, endpoint};
//! use outflank_engine::SearchOptions;
//!
//! let resources = Resources::default();
//! let stop = Arc::default();
//! let search = LocalSearch::new(SearchOptions::default().with_hash(1), Arc::clone(&stop))?;
//! let context = Context { resources: &resources, search: &search, stop };
//!
//! let game = Input::new("", br#"{"moves": "f5d6c3"}"#.to_vec());
//! let answer = endpoint("post", "/api/game").unwrap().answer(game, &context);
//! assert!(matches!(answer, Ok(Answer::Json(json)) if json.contains("\"empties\":57")));
//!
//! let illegal = Input::new("", br#"{"moves": "a1", "level": 1}"#.to_vec());
//! let answer = endpoint("post", "/api/choose").unwrap().answer(illegal, &context);
//! assert_eq!(answer.err().unwrap().place.unwrap(), "moves");
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod analysis;
#[cfg(feature = "files")]
mod archive;
mod balanced;
mod book;
#[cfg(feature = "files")]
mod book_edit;
mod choose;
mod context;
mod endpoint;
mod endpoints;
mod error;
mod error_key;
mod explain;
mod export;
mod fields;
mod game;
mod game_fields;
mod guess;
mod import;
#[cfg(feature = "files")]
mod library;
mod openapi;
mod opponents;
#[cfg(feature = "files")]
mod practice;
mod review;
mod search;
mod status;
mod tree;
mod umigame;

pub use context::{Context, RequestLimits, Resources};
pub use endpoint::{Answer, Cost, Emit, Endpoint, Event, Page, Source, Stream};
pub use endpoints::{ENDPOINTS, endpoint};
pub use error::{ApiError, ErrorKey, Result};
pub use fields::Input;
pub use openapi::document;
pub use search::{LocalSearch, ResumableSearch, Search, SliceOutcome, Snapshot, Task, Watch};
