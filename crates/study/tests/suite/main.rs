//! What a player does with an engine, one file a subject. One binary, since each takes seconds
//! to link.

mod archive;
mod archive_analyses;
mod archive_full;
mod archive_imports;
mod checkpoint;
mod common;
mod openings;
