//! Checkpoints of long solves.
//!
//! During a search, a [`Recorder`] periodically saves the results of the finished
//! positions and a table snapshot: the proven bounds of the positions that were most expensive to
//! search. A killed run resumes from its checkpoint. It does not search finished positions again,
//! and it restores the bounds to the transposition table.
//!
//! The file is one Zstandard frame with a checksum. It contains a line of JSON (a `Header`),
//! then 39 bytes for each position, little-endian: mover's discs (16), opponent's discs
//! (16), lower bound (2), upper bound (2), two table moves (1 each), empties (1). A new checkpoint
//! replaces the file by renaming, so the file is always complete.

mod file;
mod recorder;

pub use file::{CheckpointError, Done, Run, Spent};
pub use recorder::Recorder;
