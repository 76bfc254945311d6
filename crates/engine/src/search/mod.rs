//! The search: exact near the end of the game, selective before that.

mod averaged_score;
mod direct_mapped;
mod endgame;
mod endgame_shallow;
mod evaluator;
mod feature;
mod geometry;
mod hand_crafted;
mod helpers;
mod last_plies;
mod levels;
mod limits;
mod memory;
mod midgame;
mod options;
mod ordering;
mod parameters;
mod presearch;
mod probcut;
mod progress;
mod proving;
mod pv;
mod report;
mod request;
mod result;
mod root;
mod score;
mod searcher;
mod split;
mod symmetric_moves;
mod table;
mod table_view;
mod thread;
mod tiers;
mod time_management;
mod window;

pub use feature::{Feature, FeatureError};
pub(crate) use geometry::Geometry;
pub use levels::{DEFAULT_EXACT_FROM, DEFAULT_LEVEL, MAX_LEVEL};
pub use limits::Limits;
pub(crate) use memory::{Pages, map_zeroed};
pub use options::SearchOptions;
pub use probcut::Selectivity;
pub use progress::{SearchProgress, SolveBounds};
pub use proving::ProofRequest;
pub use request::{RootMoveError, SearchRequest};
pub use result::{ScoredMove, SearchResult};
pub use score::Score;
pub use searcher::{Searcher, best_move, solve};
pub use table_view::{RestoreError, SavedBounds, TableView};
pub(crate) use tiers::Entries;
#[cfg(test)]
pub(crate) use tiers::Kernels;
pub use window::{Window, WindowError};

#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod limits_tests;
#[cfg(test)]
mod loom_tests;
#[cfg(test)]
mod midgame_tests;
