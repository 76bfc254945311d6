//! `--proof`: the certificate of a result.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use outflank_engine::{ProofRequest, SearchResult, Searcher, Window};
use outflank_othello::format::ObfRecord;
use outflank_proof::{Claims, DEFAULT_LEMMA_BYTES, ProofError, ProofOptions, prove};
use schemars::JsonSchema;
use serde::Serialize;

use super::Arguments;
use super::progress::ProgressLine;
use crate::options::working_path;
use crate::output::{counted, grouped};

/// A certificate that was written.
#[derive(JsonSchema, Serialize)]
pub(super) struct WrittenProof {
    file: PathBuf,
    /// The proven claims about the score of the side to move.
    claims: String,
    /// Empties at or below which the checker solves positions itself.
    cut: u32,
    /// Positions for which the certificate gives a move.
    choices: u64,
    lemmas: u64,
    chunks: u64,
    bytes: u64,
    /// Nodes searched for the certificate after the solve.
    nodes: u64,
    /// Time taken to create the certificate, without the solve.
    seconds: f64,
}

impl fmt::Display for WrittenProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "    {}: {} in {} and {} bytes, {} nodes, {:.3} seconds",
            self.file.display(),
            self.claims,
            counted(self.choices as usize, "position"),
            grouped(self.bytes),
            grouped(self.nodes),
            self.seconds,
        )
    }
}

/// Returns the claims that settle a window on a board of `most` squares. The trivial bounds −`most`
/// and `most` need no proof.
fn claims(window: Window, lower: i32, upper: i32, most: i32) -> Claims {
    let is_over = lower >= window.beta() || lower == most;
    let is_under = upper <= window.alpha() || upper == -most;
    Claims {
        at_least: (!is_under).then(|| lower.min(window.beta())),
        at_most: (!is_over).then(|| upper.max(window.alpha())),
    }
}

/// Writes the certificate requested with `--proof`. Returns `None` without `--proof`, or if the
/// search was interrupted.
pub(super) fn write(
    arguments: &Arguments,
    record: &ObfRecord,
    result: &SearchResult,
    searcher: &mut Searcher,
    progress: &ProgressLine,
) -> Result<Option<WrittenProof>> {
    let Some(file) = &arguments.proof else {
        return Ok(None);
    };
    let (began, before) = (Instant::now(), searcher.progress().nodes());
    let most = record.position.shape().squares() as i32;
    let claims = claims(
        arguments.window(),
        result.lower.whole_discs(),
        result.upper.whole_discs(),
        most,
    );
    let mut folder = working_path(file).into_os_string();
    folder.push(".layers");
    let options = ProofOptions {
        cut: arguments.proof_cut,
        lemma_bytes: DEFAULT_LEMMA_BYTES,
        memory: arguments.hash.mib() << 20,
        folder: folder.into(),
        keep: arguments.checkpoint.is_some(),
    };
    let position = &record.position;
    let observer = &mut |found: &_| progress.proof(found);
    let mut prover = |request: &ProofRequest<'_>| searcher.proving_moves(request);
    let summary = match prove(&mut prover, position, claims, &options, file, observer) {
        Err(ProofError::Stopped) => return Ok(None),
        summary => summary?,
    };
    Ok(Some(WrittenProof {
        file: file.clone(),
        claims: claims.to_string(),
        cut: options.cut,
        choices: summary.choices,
        lemmas: summary.lemmas,
        chunks: summary.chunks,
        bytes: summary.bytes,
        nodes: searcher.progress().nodes() - before,
        seconds: began.elapsed().as_secs_f64(),
    }))
}
