#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

/// Compiles and runs the programs of the guide.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/how-to/embed-the-engine.md")]
struct Guide;

#[cfg(feature = "bench-support")]
#[doc(hidden)]
pub mod bench_support;
mod clock;
mod data_file;
pub mod evaluation;
mod kernels;
mod perft;
mod search;
mod sync;
mod tier;

pub use clock::{Clock, ClockError};
pub use data_file::DataFile;
pub use perft::{Perft, perft};
pub use search::{
    DEFAULT_EXACT_FROM, DEFAULT_LEVEL, Feature, FeatureError, Limits, MAX_LEVEL, ProofRequest,
    RestoreError, RootMoveError, SavedBounds, Score, ScoredMove, SearchOptions, SearchProgress,
    SearchRequest, SearchResult, Searcher, Selectivity, SolveBounds, TableView, Window,
    WindowError, best_move, solve,
};
pub use tier::{Tier, TierError};
