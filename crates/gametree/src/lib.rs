//! Search of any two-player zero-sum game: minimax and alpha-beta as textbooks
//! have them, right also where a side moves several times running.
//!
//! A game is a type that implements [`Game`]. Nim with one heap, of which one
//! to three matches are taken and the last match wins:
//!
//! ```
//! use outflank_gametree::{Game, Limits, Player, Value, alphabeta, minimax};
//!
//! struct Nim;
//!
//! impl Game for Nim {
//!     type State = (u32, Player);
//!     type Move = u32;
//!
//!     fn mover(&self, state: &(u32, Player)) -> Player {
//!         state.1
//!     }
//!
//!     fn moves(&self, state: &(u32, Player), moves: &mut Vec<u32>) {
//!         moves.extend(1..=state.0.min(3));
//!     }
//!
//!     fn play(&self, state: &(u32, Player), taken: u32) -> (u32, Player) {
//!         (state.0 - taken, state.1.other())
//!     }
//!
//!     fn terminal_value(&self, state: &(u32, Player)) -> Option<Value> {
//!         // Who is to move found no match left: the other side took the last.
//!         (state.0 == 0).then(|| -state.1.sign())
//!     }
//! }
//!
//! let start = (10, Player::Max);
//! let guess = |_: &Nim, _: &(u32, Player)| 0;
//! let result = alphabeta(&Nim, &start, &guess, &Limits::unlimited());
//! assert_eq!((result.value, result.best_move), (1, Some(2)));
//!
//! // The same by looking at everything.
//! let everything = minimax(&Nim, &start, &guess, &Limits::unlimited());
//! assert_eq!(everything.value, result.value);
//! assert!(everything.counts.nodes() > result.counts.nodes());
//! ```
//!
//! [`conformance::check`] tells whether a game of your own keeps the rules that
//! the searches rely on, and `docs/tutorials/search-your-own-game.md` writes one from an empty file.
//! [`games`] has games to try the searches on, [`games::figures`] the trees of
//! textbooks. [`KMoves`] plays a game with several moves a turn, [`Ordered`] with
//! its moves in another order.
#![forbid(unsafe_code)]

mod aids;
mod algorithm;
mod alphabeta;
mod beneath;
mod chance;
pub mod conformance;
mod cut_places;
mod deepening;
mod game;
pub mod games;
mod limits;
mod minimax;
mod move_order;
mod mtdf;
mod negamax;
mod observer;
mod ordered;
mod result;
mod scout;
mod shown;
pub mod trace;
mod tree;
mod turns;
mod walker;

pub use aids::{ProbCut, Pruning};
pub use algorithm::{Algorithm, Settings, UnknownAlgorithm};
pub use alphabeta::{alphabeta, alphabeta_observed, alphabeta_window};
pub use beneath::Beneath;
pub use cut_places::CutPlaces;
pub use deepening::{deepening_with_table, iterative_deepening, iterative_deepening_observed};
pub use game::{Game, Heuristic, INFINITY, Player, Value};
pub use limits::{Depth, Limits};
pub use minimax::{minimax, minimax_observed};
pub use move_order::{MoveOrder, UnknownOrder};
pub use mtdf::mtdf;
pub use negamax::{
    alphabeta_with_table, negamax, negamax_observed, negamax_window, principal_variation,
    principal_variation_observed,
};
pub use observer::{Cause, Ending, Entry, Observer, Pass, Purpose, Unobserved, Window};
pub use ordered::{AsGiven, ByKey, ByValue, Order, Ordered, Placed, Shuffled};
pub use result::{Counts, SearchResult};
pub use scout::scout;
pub use shown::{Cell, Picture, Shown};
pub use tree::{MAX_NESTING, Tree, TreeError};
pub use turns::{KMoves, MoveAgain, TurnState};
