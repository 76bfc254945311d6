//! The strong player of Outflank: a trained evaluation, a search by its values,
//! the exact endgame solver, and a fast count of the game tree.
//!
//! ```
//! use outflank_engine::{SolveOptions, solve};
//! use outflank_othello::Position;
//!
//! // On 4×4 White wins every game that is played well: 3 to 11, and the two
//! // squares left empty go to the winner.
//! let start = Position::start("4x4".parse()?);
//! let solution = solve(&start, &SolveOptions::default());
//! assert_eq!(solution.exact(), Some(-10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "bench-support")]
#[doc(hidden)]
pub mod bench_support;
mod clock;
pub mod evaluation;
mod kernels;
mod perft;
mod search;
mod sync;
mod tier;

pub use clock::{Clock, ClockError};
pub use perft::{Perft, perft};
pub use search::{
    Effort, Feature, FeatureError, Finding, ParseWindowError, Progress, Reach, RestoreError, STACK,
    SavedBounds, ScoredMove, SearchResult, Selectivity, Solution, SolveOptions, SolvedMove, Solver,
    TableView, TimeBudget, Window, WindowError, solve, solve_all_moves,
};
pub use tier::{Tier, TierError};
