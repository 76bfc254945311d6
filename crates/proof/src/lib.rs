//! Certificates of Othello scores: files that prove a score to anyone who checks each step.
//!
//! [`prove`] makes a certificate with the solver; [`Certificate`] reads one move by move.
//! `docs/reference/certificates.md` specifies the format. The checker is the crate
//! `outflank-proof-check`, which shares no code with this one.
//!
//! A proof is built from the root down, in layers of positions with the same number of empties. For
//! each position of a layer where the winning side is to move, the search finds a move that proves
//! the bound; all replies lead to later layers. Each position is proven once. Layers that do not
//! fit in memory are written to files. Then, from the leaves up, the size of each subtree is
//! measured and lemmas are chosen. Finally the lemmas are written, the root first.
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
