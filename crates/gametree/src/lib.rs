//! Search of any two-player zero-sum game.
#![forbid(unsafe_code)]

mod alphabeta;
mod deepening;
mod game;
mod limits;
mod minimax;
mod negamax;
mod result;
mod walker;

pub use alphabeta::{alphabeta, alphabeta_window};
pub use deepening::iterative_deepening;
pub use game::{Game, Heuristic, INFINITY, Player, Value};
pub use limits::{Depth, Limits};
pub use minimax::minimax;
pub use negamax::{negamax, negamax_window};
pub use result::{Counts, SearchResult};
