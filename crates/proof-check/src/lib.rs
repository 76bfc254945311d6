//! A checker of Othello certificates that trusts nobody: it depends on nothing but the standard
//! library and BLAKE3, has rules of its own ([`rules`]), and checks each step of the proof
//! ([`proof`]). `docs/reference/certificates.md` specifies the format ([`certificate`]).
#![forbid(unsafe_code)]

pub mod certificate;
pub mod proof;
pub mod rules;
