//! The textbook evaluations, one file a subject. One binary, since each takes seconds
//! to link.

mod common;
mod consistency;
mod garbage;
mod parameters;
mod searches_agree;
mod traces;
