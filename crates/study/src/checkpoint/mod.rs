//! Long solves that survive being killed.
//!
//! A [`Recorder`] writes, at intervals and beside the running search, what a
//! solver has found out: the finished positions, and of the one in work the
//! proven bounds of the positions that cost most to search. After a kill the
//! run goes on from there: finished positions are not searched again, and the
//! bounds go back into the transposition table, where the new search finds them
//! on its way.
//!
//! The file is one Zstandard frame with a checksum. It holds a line of JSON (a
//! `Header`) and then the bounds, 39 bytes each, numbers little
//! end first: mover's discs (16), opponent's discs (16), lower bound (2), upper
//! bound (2), two remembered moves (1 each), empty squares (1). It is written
//! beside the old one and renamed, so that there is always a whole one.

mod file;
mod recorder;

pub use file::{CheckpointError, Done, Run, Spent};
pub use recorder::Recorder;
