//! End-to-end tests of the program, one module per command. They share one binary
//! because linking is slow.

mod analyze;
mod bench;
mod board_page;
mod common;
mod compare;
mod convert;
mod convert_selection;
mod db;
mod documents;
mod eval;
mod gtp;
mod hint;
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
mod perft;
mod play;
mod probcut;
mod serve;
mod shapes;
mod solve;
mod train_network;
mod training;
mod tree;
mod tree_drawings;
mod tune;
mod usage;
