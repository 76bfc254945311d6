//! A strong Othello engine: trained evaluation, selective midgame search, exact endgame
//! solver, time management, and a fast perft.
//!
//! # The best move
//!
//! ```
//! use outflank_engine::{Limits, best_move};
//! use outflank_othello::Game;
//!
//! let game = Game::from_transcript("8x8".parse()?, "f5d6c3d3c4f4")?;
//! let result = best_move(game.position(), Limits::level(6));
//! let best = result.best().expect("there is a legal move");
//! assert_eq!((best.depth, best.pv[0]), (6, best.square));
//! println!("{} {:+.2}", best.square, best.discs());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Exact scores
//!
//! ```
//! use outflank_engine::solve;
//! use outflank_othello::Position;
//!
//! // 4×4 is a win for White: 3 to 11, and the two empty squares go to the winner.
//! let start = Position::start("4x4".parse()?);
//! assert_eq!(solve(&start).exact(), Some(-10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Many searches
//!
//! A [`Searcher`] keeps threads' options and the transposition table from one search to
//! the next. A [`SearchRequest`] says what to find out: the best move or several, the
//! score of every move, a window; [`Limits`] combine depth, nodes and time. The observer
//! sees each completed iteration and may stop the search.
//!
//! ```
//! use std::time::Duration;
//! use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
//! use outflank_othello::{Position, Shape};
//!
//! let mut searcher = Searcher::new(SearchOptions::default().with_hash(16).with_threads(2))?;
//! let start = Position::start(Shape::STANDARD);
//! let limits = Limits::level(8).with_time(Duration::from_secs(1));
//! let request = SearchRequest::new(&start, limits).best_moves(2);
//! let result = searcher.search(&request, |so_far| so_far.nodes < 1_000_000);
//! assert_eq!(result.moves.len(), 2);
//! # Ok::<(), std::io::Error>(())
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
    DEFAULT_EXACT_FROM, DEFAULT_LEVEL, Feature, FeatureError, Limits, MAX_LEVEL, ParseWindowError,
    RestoreError, RootMoveError, STACK, SavedBounds, ScoredMove, SearchOptions, SearchProgress,
    SearchRequest, SearchResult, Searcher, Selectivity, SolveBounds, TableView, Window,
    WindowError, best_move, solve,
};
pub use tier::{Tier, TierError};
