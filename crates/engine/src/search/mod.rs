//! The search: exact scores near the end of the game, probable values before.

mod root_pvs;
mod time_management;
mod feature;
mod geometry;
mod hand_crafted;
mod midgame;
mod tiers;
mod table_view;
mod last_plies;
mod memory;
mod endgame;
mod options;
mod ordering;
mod thread_table;
mod pv;
mod probcut;
mod progress;
mod limits;
mod evaluation_cache;
mod exact_root;
mod endgame_shallow;
mod evaluator;
mod depth_averaging;
mod searcher;
mod split;
mod table;
mod iterative_deepening;
mod result;
mod thread;
mod window;

pub use time_management::{Effort, TimeBudget};
pub use feature::{Feature, FeatureError};
pub use table_view::{TableView, SavedBounds, RestoreError};
pub use options::{STACK, SolveOptions};
pub use probcut::Selectivity;
pub use progress::{Finding, Progress};
pub use limits::Reach;
pub use searcher::{Solution, SolvedMove, Solver, solve, solve_all_moves};
pub use result::{ScoredMove, SearchResult};
pub use window::{ParseWindowError, Window, WindowError};

#[cfg(test)]
mod loom_tests;
#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod midgame_tests;
