//! Certificates of Othello scores: files that prove a score to anyone who checks each step.
//!
//! [`prove`] makes them from solves; [`Certificate`] reads them move by move. The format is in
//! `docs/reference/certificates.md`, the checker, which shares no code with this crate, in the
//! crate `outflank-proof-check`.
//!
//! A proof is found from the root down, in layers of positions with the same number of empties:
//! for all positions of a layer in which the winning side is to move, the search finds a move that
//! proves the bound; all replies lead to the next layers. Equal positions are proven once. Layers
//! that memory has no room for are kept in files. Then, from the leaves up, the size of each
//! subtree is measured, and lemmas are chosen; at last they are written, the root first.
#![forbid(unsafe_code)]

mod bits;
mod build;
mod certificate;
mod encode;
mod frontier;
mod layer;
mod lemmas;
mod reader;
mod storage;
mod tree;

pub use build::Prover;
pub use certificate::{
    Claims, DEFAULT_CUT, DEFAULT_LEMMA_BYTES, ProofError, ProofOptions, ProofProgress,
    ProofSummary, prove,
};
pub use reader::{Certificate, Claim, ReadError, Step, Walk};
