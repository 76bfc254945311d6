//! Matches between Othello engines: players, openings, statistics and ratings.
//!
//! A [`Tournament`] has two or more engines and plays each opening twice, with colours swapped. All
//! random numbers derive from one seed, so engines that search to a fixed depth play the same games
//! on any number of threads.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outflank_matches::{
//!     CrossTable, EngineOptions, RandomOpenings, Schedule, Tournament, parse_engine,
//! };
//! use outflank_othello::Shape;
//!
//! let tournament = Tournament {
//!     engines: vec![
//!         parse_engine("textbook:phased@2", &EngineOptions::default())?,
//!         parse_engine("random", &EngineOptions::default())?,
//!     ],
//!     openings: RandomOpenings::new(Shape::STANDARD, 6, 1).generate(5),
//!     schedule: Schedule::Gauntlet,
//!     seed: 1,
//!     threads: 2,
//!     ..Tournament::default()
//! };
//! let pairs = tournament.run(&Arc::new(AtomicBool::new(false)), |pair| {
//!     println!("opening {}: {:?}", pair.opening + 1, pair.discs());
//! })?;
//! let table = CrossTable::new(2, &pairs);
//! let tally = table.cell(0, 1);
//! assert_eq!(tally.games(), 10);
//! assert!(tally.score() > Some(0.5));
//!
//! // The 95 % interval of the Elo difference.
//! let interval = tally.elo_interval().unwrap();
//! assert!(interval.low < tally.elo().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | purpose |
//! |---|---|
//! | [`MatchEngine`], [`MatchPlayer`] | an engine, and an engine in one game; [`parse_engine`] creates an engine from its name, [`EngineSpec`] and [`read_engines`] from keys and values |
//! | [`read_openings`], [`RandomOpenings`] | openings from text, or random ones |
//! | [`play_game`] | one game, with or without a [`Clock`] |
//! | [`Tournament`] | matches and round robins, on several threads |
//! | [`ResultsFile`] | the finished pairs of a tournament, from which it can resume |
//! | [`Tally`], [`CrossTable`] | results with confidence intervals |
//! | [`Sprt`] | the test that ends a match once it is decided |
//! | [`RatingList`] | ratings of many engines |
//! | [`PlayerRatings`], [`RatingHistory`] | ratings of people, year by year |
#![forbid(unsafe_code)]

mod adjudication;
mod cross_table;
mod engine;
mod forfeit;
mod openings;
mod play;
mod player_ratings;
mod statistics;
mod tournament;

pub use adjudication::{Adjudicator, DrawRule, ResignRule, ScoreRules};
pub use cross_table::CrossTable;
pub use engine::{
    ChosenMove, Clock, ClockError, EngineError, EngineOptions, EngineSpec, MatchEngine,
    MatchPlayer, MoveLimit, NamedEngine, OutflankEngine, ProgramEngine, RandomEngine,
    TextbookEngine, TimeControl, parse_engine, parse_evaluation, read_engines, read_weights,
    tell_apart,
};
pub use forfeit::{Forfeit, ForfeitCause, ForfeitCounts};
pub use openings::{RandomOpenings, read_openings, shuffle_openings, take_openings};
pub use play::{Adjudication, Ending, GameRules, PlayedGame, play_game};
pub use player_ratings::{MEAN_RATING, PEOPLE, PlayerGames, PlayerRatings, RatedPlayer};
pub use statistics::{
    Anchor, HistoryModel, Interval, PeriodRating, RatedGame, Rating, RatingHistory, RatingList,
    Sprt, SprtState, SprtVerdict, Tally, elo_of_score, mean_interval, score_of_elo, superiority,
};
pub use tournament::{GamePair, Pairing, Results, ResultsFile, Schedule, Tournament};

/// The reason why an engine, a rule, a test or openings cannot be read, or a tournament cannot be
/// played or stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchError(pub(crate) String);
