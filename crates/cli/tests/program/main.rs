//! The program through its front door: every command as a user starts it, one file a
//! subject. One binary, since each takes seconds to link, and so that tests which wait
//! do so beside others that work.

mod analyze;
mod bench;
mod board_page;
mod common;
mod compare;
mod convert;
mod convert_selection;
mod db;
mod eval;
mod gtp;
mod lab;
mod label;
mod learning;
mod manual;
mod match_results;
mod matches;
mod nboard;
mod network;
mod perft;
mod play;
mod probcut;
mod readme;
mod serve;
mod shapes;
mod solve;
mod train_network;
mod training;
mod tree;
mod tree_drawings;
mod tune;
