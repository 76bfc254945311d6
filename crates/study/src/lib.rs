//! What a player does with an engine: the review of a game, with reasons in
//! words, the names of openings, what a sparring partner does ([`practice`]), and
//! the [`archive`] of games and analyses. Independent of who shows it.
//!
//! ```
//! use outflank_othello::{Game, Shape};
//! use outflank_study::{ClassicValuer, review};
//!
//! let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7")?;
//! let valuer = ClassicValuer { depth: 3, ..ClassicValuer::default() };
//! let review = review(&game, &valuer, &|| ());
//! assert_eq!(review.moves.len(), 10);
//! assert_eq!(review.black.moves, 5);
//! # Ok::<(), outflank_othello::ParseError>(())
//! ```
#![forbid(unsafe_code)]

pub mod archive;
pub mod checkpoint;
mod openings;
pub mod practice;
mod reasons;
mod review;
mod terms;
mod valuer;

pub use openings::{Named, Opening, OpeningNames};
pub use reasons::{Reason, reason};
pub use review::{
    Review, ReviewedMove, Severity, SideSummary, TurningPoint, review, review_in_turn,
};
pub use terms::{TermDifference, term_differences};
pub use valuer::{ClassicValuer, EngineValuer, Valued, Valuer};
