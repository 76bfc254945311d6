//! The search: exact scores near the end of the game, probable values before.

mod best_move;
mod effort;
mod feature;
mod geometry;
mod guess;
mod heuristic;
mod hot;
mod knowledge;
mod last;
mod memory;
mod null_window;
mod options;
mod ordering;
mod own_bounds;
mod principal;
mod probcut;
mod progress;
mod reach;
mod recent;
mod root;
mod shallow;
mod sight;
mod smoothing;
mod solver;
mod split;
mod table;
mod think;
mod thought;
mod thread;
mod window;

pub use effort::{Effort, Pace};
pub use feature::{Feature, FeatureError};
pub use knowledge::{Knowledge, KnownBounds, RestoreError};
pub use options::{STACK, SolveOptions};
pub use probcut::Selectivity;
pub use progress::{Finding, Progress};
pub use reach::Reach;
pub use solver::{Solution, SolvedMove, Solver, solve, solve_all_moves};
pub use thought::{FoundMove, Thought};
pub use window::{ParseWindowError, Window, WindowError};

#[cfg(test)]
mod loom_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod think_tests;
