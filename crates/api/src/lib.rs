//! The requests that the page of Outflank can make, as functions. A function takes a request and
//! returns a response, a stream of events, or an error with a key. [`ENDPOINTS`] is the table of
//! all requests, and [`document`] describes them.
//!
//! The crate does not depend on HTTP or threads. The caller, such as the server, provides the
//! [`Search`]. The feature `storage` adds the requests to the archive and the library, which
//! browsers can have too. `files` adds these and the requests that change the book.
//!
//! ```
//! use std::sync::Arc;
//!
//! use outflank_api::{Answer, Context, Input, LocalSearch, ENDPOINTS, Resources, route};
//! use outflank_engine::SearchOptions;
//!
//! let resources = Resources::default();
//! let stop = Arc::default();
//! let search = LocalSearch::new(SearchOptions::default().with_hash(1), Arc::clone(&stop))?;
//! let context = Context { resources: &resources, search: &search, stop, seed: 1 };
//!
//! let game = Input::new("", br#"{"moves": "f5d6c3"}"#.to_vec());
//! let (endpoint, _) = route(&ENDPOINTS, "post", "/api/game").unwrap();
//! let answer = endpoint.answer(game, &context);
//! assert!(matches!(answer, Ok(Answer::Json(json)) if json.contains("\"empties\":57")));
//!
//! let illegal = Input::new("", br#"{"moves": "a1", "level": 1}"#.to_vec());
//! let (endpoint, _) = route(&ENDPOINTS, "post", "/api/choose").unwrap();
//! let answer = endpoint.answer(illegal, &context);
//! assert_eq!(answer.err().unwrap().place.unwrap(), "moves");
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod analysis;
#[cfg(feature = "storage")]
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
#[cfg(feature = "storage")]
mod library;
mod new_cards;
mod openapi;
mod opponents;
#[cfg(feature = "storage")]
mod practice;
mod progress;
mod review;
mod search;
mod status;
#[cfg(feature = "storage")]
mod storage;
mod tree;
mod umigame;

pub use context::{Context, RequestLimits, Resources};
pub use endpoint::{Answer, Cost, Emit, Endpoint, Event, Page, Source, Stream};
#[cfg(feature = "storage")]
pub use endpoints::storage_endpoints;
pub use endpoints::{ENDPOINTS, route};
pub use error::{ApiError, ErrorKey, Result};
pub use fields::Input;
pub use openapi::document;
pub use search::{
    LocalSearch, Question, ResumableSearch, Search, SliceOutcome, Snapshot, Task, Watch,
};
