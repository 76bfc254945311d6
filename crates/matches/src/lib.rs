//! Matches between Othello engines: players, openings, statistics and ratings.
//!
//! A contest takes two engines or more, and openings, of which each is played
//! twice with colours swapped. Everything that chance decides comes from one
//! seed, so that engines that search to a fixed depth play the same games
//! again, with however many threads.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outflank_matches::{Contest, CrossTable, Pairing, RandomOpenings, parse_engine};
//! use outflank_othello::Shape;
//!
//! let contest = Contest {
//!     engines: vec![
//!         parse_engine("classic:phased@2", None)?,
//!         parse_engine("random", None)?,
//!     ],
//!     openings: RandomOpenings::new(Shape::STANDARD, 6, 1).generate(5),
//!     pairing: Pairing::FirstAgainstRest,
//!     clock: None,
//!     adjudicate: None,
//!     sprt: None,
//!     seed: 1,
//!     threads: 2,
//! };
//! let pairs = contest.run(&Arc::new(AtomicBool::new(false)), |pair| {
//!     println!("opening {}: {:?}", pair.opening + 1, pair.discs());
//! })?;
//! let table = CrossTable::new(2, &pairs);
//! let tally = table.cell(0, 1);
//! assert_eq!(tally.games(), 10);
//! assert!(tally.score() > Some(0.5));
//!
//! // What ten games prove: the true Elo difference is probably in here.
//! let interval = tally.elo_interval().unwrap();
//! assert!(interval.low < tally.elo().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | purpose |
//! |---|---|
//! | [`Engine`], [`Player`] | what a contest asks of an engine; [`parse_engine`] knows ours by name, and programs that speak GTP or NBoard's protocol |
//! | [`read_openings`], [`RandomOpenings`] | openings from a text, or random ones |
//! | [`play_game`] | one game, perhaps by a [`Clock`]; a [`Fault`] loses it |
//! | [`Contest`] | matches and round robins, played on several threads |
//! | [`ResultsFile`] | the pairs of a contest as they end, and where it goes on |
//! | [`Tally`], [`CrossTable`] | results, with honest errors |
//! | [`Sprt`] | the test that ends a match as soon as enough was played |
//! | [`RatingList`] | one rating for each of many engines |
//! | [`seeds`], [`hashes`] | seeds and fingerprints of experiments |
#![forbid(unsafe_code)]

mod adjudication;
mod contest;
mod engine;
mod fault;
pub mod hashes;
mod openings;
mod play;
mod round_robin;
pub mod seeds;
mod statistics;

pub use adjudication::Adjudicator;
pub use contest::{
    Contest, ContestError, Meeting, Pair, Pairing, Results, ResultsError, ResultsFile,
};
pub use engine::{
    ClassicEngine, Clock, ClockError, Engine, EngineError, EngineNameError, EngineOptions,
    GtpEngine, MoveLimit, NBoardEngine, PatternEngine, Player, RandomEngine, TimeControl,
    parse_engine, parse_engine_with, parse_evaluation, read_weights, whole_tree,
};
pub use fault::{Fault, FaultCounts, FaultKind};
pub use openings::{
    OpeningError, RandomOpenings, TooFewOpenings, read_openings, shuffle_openings, take_openings,
};
pub use play::{GameRules, PlayedGame, play_game};
pub use round_robin::CrossTable;
pub use statistics::{
    Anchor, Interval, Rating, RatingList, Sprt, SprtError, SprtState, SprtVerdict, Tally,
    elo_of_score, mean_interval, score_of_elo, superiority,
};
