//! Exact scores of positions near the end of the game.

mod geometry;
mod guess;
mod hot;
mod knowledge;
mod last;
mod memory;
mod null_window;
mod options;
mod ordering;
mod principal;
mod progress;
mod root;
mod shallow;
mod solver;
mod split;
mod table;
mod thread;
mod window;

pub use knowledge::{Knowledge, KnownBounds, RestoreError};
pub use options::{STACK, SolveOptions};
pub use progress::{Finding, Progress};
pub use solver::{Solution, SolvedMove, Solver, solve, solve_all_moves};
pub use window::{ParseWindowError, Window, WindowError};

#[cfg(test)]
mod loom_tests;
#[cfg(test)]
mod tests;
