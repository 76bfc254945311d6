//! Certificates for the tests.

use std::path::Path;

use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::random::random_position;
use outflank_othello::{Position, Shape};
use outflank_proof::{Claims, ProofError, ProofOptions, ProofSummary, Prover, prove};
use outflank_proof_check::certificate::{Certificate, check};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns a random position whose mover has a legal move.
pub(crate) fn position(shape: &str, empties: u32, seed: u64) -> Position {
    let shape: Shape = shape.parse().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let position = random_position(shape, empties as usize, &mut random);
        if !position.legal_moves().is_empty() {
            return position;
        }
    }
}

pub(crate) fn searcher() -> Searcher {
    Searcher::new(SearchOptions::default().with_hash(4)).unwrap()
}

/// Solves a position and returns its score.
pub(crate) fn score(searcher: &mut Searcher, position: &Position) -> i32 {
    let request = SearchRequest::new(position, Limits::SOLVE);
    searcher.search(&request).exact().unwrap()
}

pub(crate) const fn exactly(score: i32) -> Claims {
    Claims {
        at_least: Some(score),
        at_most: Some(score),
    }
}

pub(crate) fn options(folder: &Path, cut: u32) -> ProofOptions {
    ProofOptions {
        cut,
        // Small enough for several lemmas and chunks.
        lemma_bytes: 64,
        memory: 1 << 30,
        folder: folder.join("layers"),
        keep: false,
    }
}

/// Makes a certificate for claims.
pub(crate) fn certify(
    searcher: &mut Searcher,
    position: &Position,
    claims: Claims,
    options: &ProofOptions,
) -> Result<(ProofSummary, Vec<u8>), ProofError> {
    certify_with(
        &mut |request| searcher.proving_moves(request),
        position,
        claims,
        options,
    )
}

pub(crate) fn certify_with(
    prover: &mut Prover<'_>,
    position: &Position,
    claims: Claims,
    options: &ProofOptions,
) -> Result<(ProofSummary, Vec<u8>), ProofError> {
    let path = options.folder.with_file_name("certificate");
    let summary = prove(prover, position, claims, options, &path, &mut |_| ())?;
    Ok((summary, std::fs::read(path).unwrap()))
}

/// Returns a certificate of a position's score.
pub(crate) fn certificate(position: &Position, cut: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let searcher = &mut searcher();
    let claims = exactly(score(searcher, position));
    certify(searcher, position, claims, &options(folder.path(), cut))
        .unwrap()
        .1
}

pub(crate) fn check_all(bytes: &[u8]) -> Result<Certificate, String> {
    check(&mut &bytes[..], |chunks| vec![true; chunks])
}
