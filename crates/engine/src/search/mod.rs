//! The search: exact scores near the end of the game, probable values before.

mod depth_averaging;
mod endgame;
mod endgame_shallow;
mod evaluation_cache;
mod evaluator;
mod exact_root;
mod feature;
mod geometry;
mod hand_crafted;
mod iterative_deepening;
mod last_plies;
mod limits;
mod memory;
mod midgame;
mod options;
mod ordering;
mod probcut;
mod progress;
mod pv;
mod result;
mod root_pvs;
mod searcher;
mod split;
mod table;
mod table_view;
mod thread;
mod thread_table;
mod tiers;
mod time_management;
mod window;

pub use feature::{Feature, FeatureError};
pub use limits::Reach;
pub use options::{STACK, SolveOptions};
pub use probcut::Selectivity;
pub use progress::{Finding, Progress};
pub use result::{ScoredMove, SearchResult};
pub use searcher::{Solution, SolvedMove, Solver, solve, solve_all_moves};
pub use table_view::{RestoreError, SavedBounds, TableView};
pub use time_management::{Effort, TimeBudget};
pub use window::{ParseWindowError, Window, WindowError};

#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod loom_tests;
#[cfg(test)]
mod midgame_tests;
