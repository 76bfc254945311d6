//! Searches and their traces, one file per subject. They share one binary because linking is slow.

mod algorithms;
mod common;
mod conformance;
mod errors_in_print;
mod figures;
mod games;
mod orders;
mod own_game;
mod published_counts;
mod random_dag;
mod searches_agree;
mod traces;
mod typed_trees;
