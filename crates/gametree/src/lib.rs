#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod algorithm;
mod alphabeta;
pub mod conformance;
mod context;
mod cutoff_stats;
mod display;
mod game;
pub mod games;
mod iterative_deepening;
mod k_moves;
mod limits;
mod minimax;
mod mtdf;
mod negamax;
mod observer;
mod order;
mod pruning;
mod random;
mod result;
mod scout;
mod search;
mod table;
pub mod trace;
mod typed_tree;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use cutoff_stats::CutoffStats;
pub use display::{Cell, GameDisplay, GameTask, Picture};
pub use game::{Game, Heuristic, INFINITY, NoHeuristic, Side, Value};
pub use k_moves::{KMoves, LiftedHeuristic, MoveAgain, TurnState};
pub use limits::{Depth, SearchLimits};
pub use observer::{CutoffCause, Entry, NodeEnd, Observer, Pass, Purpose, Unobserved, Window};
pub use order::{ByHeuristic, ByMinimax, GameOrder, MoveOrder, Order, Shuffled, UnknownOrder};
pub use pruning::{ProbCut, Pruning};
pub use result::{Counts, MinimaxResult};
pub use search::{DEFAULT_TABLE_ENTRIES, Search};
pub use typed_tree::{MAX_NESTING, Tree, TreeError};
