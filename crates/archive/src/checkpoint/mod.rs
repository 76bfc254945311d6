//! Checkpoints of long solves.
//!
//! During a search, a [`Recorder`] periodically saves the results of the finished
//! positions and, for the position being searched, the proven bounds of the positions
//! that were most expensive to search. A run that was killed resumes from there: finished
//! positions are not searched again, and the bounds are restored to the transposition
//! table.
//!
//! The file is one Zstandard frame with a checksum. It holds a line of JSON (a `Header`),
//! then 39 bytes for each position, little-endian: mover's discs (16), opponent's discs
//! (16), lower bound (2), upper bound (2), two table moves (1 each), empties (1). It is
//! replaced by renaming, so there is always a complete one.

mod file;
mod recorder;

pub use file::{CheckpointError, Done, Run, Spent};
pub use recorder::Recorder;
