//! The protocols of game interfaces: [GTP](gtp) and [NBoard](nboard).
//!
//! Each is a state machine. A [`Protocol`] says what a line of input leads to, in
//! [`Action`]s: lines to print, a search to begin. A [`CommandQueue`] around it keeps
//! the lines that come while a search runs, and decides when the search gives way
//! to them. Neither reads, prints, waits or searches. That is done around them, by
//! a [`Searcher`] and two that drive it: [`answer_all`] does one thing after another
//! without threads, [`run`] reads, searches and prints at the same time.
//!
//! ```
//! use outflank_cli::protocol::{EngineSearcher, Strength, answer_all, gtp::Gtp};
//! use outflank_engine::{Reach, SolveOptions};
//!
//! let strength = Strength { reach: Some(Reach::level(2)), move_time: None };
//! let mut searcher = EngineSearcher::new(SolveOptions::default().with_hash(1))?;
//! let input = "1 play b f5\n2 play w f5\n3 genmove w\n";
//! let output = answer_all(Gtp::new(strength), &mut searcher, input.as_bytes());
//! let answers: Vec<&str> = output.lines().filter(|line| !line.is_empty()).collect();
//! assert_eq!(answers[..2], ["=1", "?2 illegal move: f5 is occupied"]);
//! assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&answers[2]));
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer_all;
mod engine_searcher;
pub mod gtp;
mod history;
mod line;
pub mod nboard;
mod queue;
mod run;
#[cfg(test)]
mod scripted;
mod searcher;
mod strength;

pub use answer_all::answer_all;
pub use engine_searcher::EngineSearcher;
pub use line::{Line, Lines, MOST_BYTES};
pub use queue::{Action, CommandQueue, Event, Protocol};
pub use run::{RunError, run};
pub use searcher::{Limit, SearchReport, SearchRequest, Searcher};
pub use strength::{DEFAULT_LEVEL, Strength, TimeLeft};
