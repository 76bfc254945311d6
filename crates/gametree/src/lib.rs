//! Search of any two-player zero-sum game.
#![forbid(unsafe_code)]

mod game;

pub use game::{Game, Heuristic, INFINITY, Player, Value};
