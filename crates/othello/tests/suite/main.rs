//! Rules and formats, one file a subject. One binary, since each takes seconds
//! to link.

mod common;
mod format_properties;
mod garbage;
mod naive;
mod open_spiel;
mod perft_tables;
mod real_files;
mod wthor;
