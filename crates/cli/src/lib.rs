//! What of the program is of use to others: the protocols by which a game
//! interface plays with the engine, as state machines that a test or a fuzzer
//! drives as the interface would.
#![forbid(unsafe_code)]

pub mod protocol;
