//! Tools for studying Othello, for any front end: game review that explains mistakes in words,
//! opening names, a sparring partner ([`sparring`]), puzzles and spaced repetition.
//!
//! ```
//! use outflank_othello::{Game, Shape};
//! use outflank_study::{TextbookAnalyzer, review};
//!
//! let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3e6e7")?;
//! let analyzer = TextbookAnalyzer { depth: 3, ..TextbookAnalyzer::default() };
//! let review = review(&game, &analyzer, &|| ());
//! assert_eq!(review.moves.len(), 10);
//! assert_eq!(review.black.moves, 5);
//! # Ok::<(), outflank_othello::ParseError>(())
//! ```
#![forbid(unsafe_code)]

mod analysis;
mod analyzer;
mod book_value;
mod choices;
mod game_object;
pub mod guess;
mod lesson;
mod mistake_kind;
mod openings;
pub mod opponent;
pub mod people;
pub mod progress;
pub mod puzzle;
mod reason;
pub mod report;
mod review;
pub mod sparring;
mod term_differences;
pub mod trainer;
mod umigame;

pub use analysis::{Analysis, AnalysisRecord, AnalysisStrength, MoveRecord, engine_name};
pub use analyzer::{
    Analyzer, BookScores, EngineAnalyzer, TextbookAnalyzer, textbook_score, with_book,
};
pub use book_value::BookValue;
pub use choices::{MoveCounts, SideChoices};
pub use game_object::{FieldError, GameObject, GameSource};
pub use lesson::{Lesson, reason_in_lesson};
pub use mistake_kind::MistakeKind;
pub use openings::{NamedOpening, Opening, OpeningNames};
pub use reason::{BesideCorner, Reason, SquareClass, reason, reason_without_naming};
pub use review::{
    GameReview, GameRow, LostMove, Review, ReviewTables, ReviewedMove, Severity, SideSummary,
    Stage, TableRow, TurningPoint, WorstRow, review, review_sequentially,
};
pub use term_differences::{TermDifference, term_differences};
pub use umigame::{Repertoire, Umigame, UmigameMove, UmigameOptions, umigame};
