//! The engine's side of the protocols of game interfaces: [GTP](gtp) and
//! [NBoard](nboard).
//!
//! Each is a state machine. A [`Protocol`] turns a line of input into [`Action`]s: lines
//! to print, or a search to start. A [`CommandQueue`] holds the lines that arrive during
//! a search, and decides which of them stop it. Neither reads, prints, waits or searches:
//! a [`SearchEngine`] searches, and one of two drivers does the rest. [`answer_all`] runs
//! one step after another without threads; [`run`] reads, searches and prints
//! concurrently.
//!
//! ```
//! use outflank_commands::protocol::{answer_all, gtp::Gtp};
//! use outflank_engine::{Limits, SearchOptions, Searcher};
//!
//! let mut searcher = Searcher::new(SearchOptions::default().with_hash(1))?;
//! let input = "1 play b f5\n2 play w f5\n3 genmove w\n";
//! let output = answer_all(Gtp::new(Some(Limits::level(2))), &mut searcher, input.as_bytes());
//! let answers: Vec<&str> = output.lines().filter(|line| !line.is_empty()).collect();
//! assert_eq!(answers[..2], ["=1", "?2 illegal move: f5 is occupied"]);
//! assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&answers[2]));
//! # Ok::<(), std::io::Error>(())
//! ```

mod answer_all;
pub mod gtp;
mod history;
mod human_engine;
mod line;
pub mod nboard;
mod queue;
mod run;
#[cfg(test)]
mod scripted;
mod search_engine;
mod time_left;

pub use answer_all::answer_all;
pub use human_engine::HumanSearcher;
pub use line::{Line, Lines, MAX_LINE_BYTES};
pub use queue::{Action, CommandQueue, Event, Protocol};
pub use run::{RunError, run};
pub use search_engine::{SearchEngine, Task};
pub use time_left::TimeLeft;
