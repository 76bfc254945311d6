//! End-to-end tests of the program, one module per command. They share one binary
//! because linking is slow.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod analyze;
mod bench;
mod board_page;
mod book;
mod book_play;
mod common;
mod convert;
mod convert_selection;
mod db;
mod documents;
mod eval;
mod gtp;
mod hint;
mod humans;
mod interrupts;
mod json;
mod lab;
mod label;
mod learning;
mod links;
mod manual;
mod match_engines;
mod match_results;
mod matches;
mod nboard;
mod network;
mod opponents;
mod perft;
mod play;
mod practice;
mod probcut;
mod proof;
mod serve;
mod shapes;
mod solve;
mod train_network;
mod training;
mod tree;
mod tree_drawings;
mod tune;
mod usage;
mod written_files;
