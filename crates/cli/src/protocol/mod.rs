//! The protocols of game interfaces: [GTP](gtp) and [NBoard](nboard).
//!
//! Each is a state machine. A [`Protocol`] says what a line of input leads to, in
//! [`Effect`]s: lines to print, a search to begin. A [`Session`] around it keeps
//! the lines that come while a search runs, and decides when the search gives way
//! to them. Neither reads, prints, waits or searches. That is done around them, by
//! a [`Thinker`] and two that drive it: [`converse`] does one thing after another
//! without threads, [`run`] reads, searches and prints at the same time.
//!
//! ```
//! use outflank_cli::protocol::{SolverThinker, Strength, converse, gtp::Gtp};
//! use outflank_engine::{Reach, SolveOptions};
//!
//! let strength = Strength { reach: Some(Reach::level(2)), move_time: None };
//! let mut thinker = SolverThinker::new(SolveOptions::default().with_hash(1))?;
//! let input = "1 play b f5\n2 play w f5\n3 genmove w\n";
//! let output = converse(Gtp::new(strength), &mut thinker, input.as_bytes());
//! let answers: Vec<&str> = output.lines().filter(|line| !line.is_empty()).collect();
//! assert_eq!(answers[..2], ["=1", "?2 illegal move: f5 is occupied"]);
//! assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&answers[2]));
//! # Ok::<(), std::io::Error>(())
//! ```

mod converse;
pub mod gtp;
mod line;
pub mod nboard;
mod record;
mod run;
#[cfg(test)]
mod scripted;
mod session;
mod solver;
mod strength;
mod thinker;

pub use converse::converse;
pub use line::{Line, Lines, MOST_BYTES};
pub use run::{RunError, run};
pub use session::{Effect, Event, Protocol, Session};
pub use solver::SolverThinker;
pub use strength::{DEFAULT_LEVEL, Strength, TimeLeft};
pub use thinker::{Found, Limit, Task, Thinker};
