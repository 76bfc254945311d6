//! Tools for players, one file per subject. They share one binary because linking is slow.

mod archive;
mod archive_analyses;
mod archive_cards;
mod archive_full;
mod archive_imports;
mod checkpoint;
mod common;
mod openings;
