//! Rules and formats, one file per subject. They share one binary because linking is slow.

mod common;
mod format_properties;
mod garbage;
mod naive;
mod open_spiel;
mod perft_tables;
mod real_files;
mod wthor;
