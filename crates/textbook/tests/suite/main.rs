//! The textbook evaluations, one file per subject. They share one binary because linking is slow.

mod common;
mod consistency;
mod garbage;
mod parameters;
mod searches_agree;
mod traces;
