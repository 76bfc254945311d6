//! An independent checker of Othello certificates. It depends only on the standard library and
//! BLAKE3, has its own rules ([`rules`]), and checks each step of the proof ([`proof`]).
//! `docs/reference/certificates.md` specifies the format ([`certificate`]).
#![forbid(unsafe_code)]

pub mod certificate;
pub mod proof;
pub mod rules;
