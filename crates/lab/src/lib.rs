//! Experiments: matches between Othello engines and their statistics, self-play,
//! and training of the evaluation.
//!
//! A contest takes two engines or more, and openings, of which each is played
//! twice with colours swapped. Everything that chance decides comes from one
//! seed, so that engines that search to a fixed depth play the same games
//! again, with however many threads.
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use outflank_lab::{Contest, CrossTable, Pairing, RandomOpenings, parse_engine};
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
//! | module | what it holds |
//! |---|---|
//! | [`Engine`], [`Player`] | what a contest asks of an engine; [`parse_engine`] knows ours by name, and programs that speak GTP or NBoard's protocol |
//! | [`read_openings`], [`RandomOpenings`] | openings from a text, or made by chance |
//! | [`play_game`] | one game, perhaps by a [`Clock`]; a [`Fault`] loses it |
//! | [`Contest`] | matches and round robins, played on several threads |
//! | [`ResultsFile`] | the pairs of a contest as they end, and where it goes on |
//! | [`Tally`], [`CrossTable`] | results, with honest errors |
//! | [`Sprt`] | the test that ends a match as soon as enough was played |
//! | [`RatingList`] | one rating for each of many engines |
//! | [`SelfPlay`], [`dataset`] | games of the engine against itself, and their files |
//! | [`Label`] | positions out of games, scored anew by deeper searches |
//! | [`training`] | weights of the evaluation from scored positions |
//! | [`tuning`] | parameters of the textbook evaluations from matches or scored positions |
//! | [`dataset`] | files of self-play games and scored positions |
//! | [`searches`] | what algorithms, and orders of moves, save |
//! | [`comparison`] | evaluations against one another, and against exact scores |
//! | [`drawing`] | trees of searches as they are shown |
#![forbid(unsafe_code)]

mod adjudication;
mod checkpoint;
pub mod comparison;
mod contest;
pub mod dataset;
pub mod drawing;
mod engine;
mod fault;
mod hashes;
mod label;
mod least_squares;
mod openings;
mod play;
pub mod probcut;
mod round_robin;
pub mod searches;
mod seeds;
mod selfplay;
mod statistics;
pub mod training;
pub mod tuning;

pub use adjudication::Adjudicator;
pub use checkpoint::{CheckpointError, Done, Recorder, Run, Spent};
pub use contest::{
    Contest, ContestError, Meeting, Pair, Pairing, Results, ResultsError, ResultsFile,
};
pub use engine::{
    ClassicEngine, Clock, ClockError, Engine, EngineError, EngineNameError, EngineOptions,
    GtpEngine, MoveLimit, NBoardEngine, PatternEngine, Player, RandomEngine, TimeControl,
    parse_engine, parse_engine_with,
};
pub use fault::{Fault, FaultCounts, FaultKind};
pub use label::{DrawnPositions, LABEL_HASH, Label, LabelError};
pub use openings::{
    OpeningError, RandomOpenings, TooFewOpenings, read_openings, shuffle_openings, take_openings,
};
pub use play::{GameRules, PlayedGame, play_game};
pub use round_robin::CrossTable;
pub use selfplay::{SELFPLAY_HASH, SelfPlay};
pub use statistics::{
    Anchor, Interval, Rating, RatingList, Sprt, SprtError, SprtState, SprtVerdict, Tally,
    elo_of_score, mean_interval, score_of_elo, superiority,
};
