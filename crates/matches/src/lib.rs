//! Matches between Othello engines: players, openings, statistics and ratings.
//!
//! A tournament takes two engines or more, and openings, of which each is played
//! twice with colours swapped. Everything that chance decides comes from one
//! seed, so that engines that search to a fixed depth play the same games
//! again, with however many threads.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outflank_matches::{Tournament, CrossTable, Schedule, RandomOpenings, parse_engine};
//! use outflank_othello::Shape;
//!
//! let tournament = Tournament {
//!     engines: vec![
//!         parse_engine("classic:phased@2", None)?,
//!         parse_engine("random", None)?,
//!     ],
//!     openings: RandomOpenings::new(Shape::STANDARD, 6, 1).generate(5),
//!     schedule: Schedule::Gauntlet,
//!     clock: None,
//!     adjudicate: None,
//!     sprt: None,
//!     seed: 1,
//!     threads: 2,
//! };
//! let pairs = tournament.run(&Arc::new(AtomicBool::new(false)), |pair| {
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
//! | [`MatchEngine`], [`MatchPlayer`] | what a tournament asks of an engine; [`parse_engine`] knows ours by name, and programs that speak GTP or NBoard's protocol |
//! | [`read_openings`], [`RandomOpenings`] | openings from a text, or random ones |
//! | [`play_game`] | one game, perhaps by a [`Clock`]; a [`Forfeit`] loses it |
//! | [`Tournament`] | matches and round robins, played on several threads |
//! | [`ResultsFile`] | the pairs of a tournament as they end, and where it goes on |
//! | [`Tally`], [`CrossTable`] | results, with honest errors |
//! | [`Sprt`] | the test that ends a match as soon as enough was played |
//! | [`RatingList`] | one rating for each of many engines |
//! | [`seeds`], [`digest`] | seeds and fingerprints of experiments |
#![forbid(unsafe_code)]

mod adjudication;
mod cross_table;
pub mod digest;
mod engine;
mod forfeit;
mod openings;
mod play;
pub mod seeds;
mod statistics;
mod tournament;

pub use adjudication::Adjudicator;
pub use cross_table::CrossTable;
pub use engine::{
    ClassicEngine, Clock, ClockError, EngineError, EngineNameError, EngineOptions, GtpEngine,
    MatchEngine, MatchPlayer, MoveLimit, NBoardEngine, OutflankEngine, RandomEngine, TimeControl,
    full_width, parse_engine, parse_engine_with, parse_evaluation, read_weights,
};
pub use forfeit::{Forfeit, ForfeitCause, ForfeitCounts};
pub use openings::{
    OpeningError, RandomOpenings, TooFewOpenings, read_openings, shuffle_openings, take_openings,
};
pub use play::{GameRules, PlayedGame, play_game};
pub use statistics::{
    Anchor, Interval, Rating, RatingList, Sprt, SprtError, SprtState, SprtVerdict, Tally,
    elo_of_score, mean_interval, score_of_elo, superiority,
};
pub use tournament::{
    GamePair, Pairing, Results, ResultsError, ResultsFile, Schedule, Tournament, TournamentError,
};
