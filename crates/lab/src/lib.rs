//! Experiments: matches between engines and what they prove.
//!
//! ```
//! use outflank_lab::{Contender, MatchOptions, play_match, random_openings};
//! use outflank_othello::Shape;
//!
//! let phased: Contender = "classic:phased@2".parse()?;
//! let openings = random_openings(Shape::new(6, 6)?, 5, 4, 1)?;
//! let options = MatchOptions { time: None, seed: 1, threads: 1, stop: Default::default() };
//! let result = play_match([&phased, &Contender::Random], &openings, &options, |_| ())?;
//! assert_eq!(result.statistics().games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod contender;
mod matches;
mod openings;
mod statistics;

pub use contender::{Contender, ContenderError};
pub use matches::{MatchOptions, MatchResult, PlayedGame, play_match};
pub use openings::{OpeningError, choose_openings, openings_from_file, random_openings};
pub use statistics::MatchStatistics;
