//! The library of the program: the engine's side of the GTP and NBoard protocols, as
//! state machines that tests and fuzzers can drive.
#![forbid(unsafe_code)]

pub mod protocol;
