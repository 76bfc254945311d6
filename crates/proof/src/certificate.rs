//! Making a certificate: proving its claims and writing the file.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use outflank_othello::{Bitboard, Position, with_board};
use outflank_support::{AtomicFile, LockedFile};

use crate::build::{Builder, Goal, Prover, remove_folder};
use crate::encode::{Body, Encoder, hash};
use crate::lemmas::choose_lemmas;
use crate::tree::Tree;

/// The default of [`ProofOptions::cut`], chosen in the experiment on certificates.
pub const DEFAULT_CUT: u32 = 10;

/// The default of [`ProofOptions::lemma_bytes`]: a chunk then takes seconds to check.
pub const DEFAULT_LEMMA_BYTES: u32 = 1 << 12;

/// A claim about the score of the side to move: one bound, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// A lower bound on the score, in discs.
    pub at_least: Option<i32>,
    /// An upper bound on the score, in discs.
    pub at_most: Option<i32>,
}

impl fmt::Display for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = self.at_least.map(|score| format!("at least {score}"));
        let at_most = self.at_most.map(|score| format!("at most {score}"));
        let claims: Vec<String> = at_least.into_iter().chain(at_most).collect();
        f.write_str(&claims.join(", "))
    }
}

/// How to make a certificate.
#[derive(Clone, Debug)]
pub struct ProofOptions {
    /// Positions with at most this many empties are leaves, which the checker solves.
    pub cut: u32,
    /// The approximate maximum size of a lemma's proof, and so of a chunk, in bytes.
    pub lemma_bytes: u32,
    /// The memory for positions of the proof, in bytes; more go to disk.
    pub memory: usize,
    /// The folder for positions on disk. It is created when needed and removed at the end.
    pub folder: PathBuf,
    /// Whether to save all moves in the folder, so that an interrupted or killed run can be resumed
    /// with the same position and claims.
    pub keep: bool,
}

/// The progress of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofProgress {
    /// The number of empties of the current layer.
    pub empties: u32,
    /// The number of positions of the layer that have a move.
    pub choices: usize,
}

/// The size of a finished certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSummary {
    /// The number of positions with a move.
    pub choices: u64,
    /// The number of lemmas.
    pub lemmas: u64,
    /// The number of chunks.
    pub chunks: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Why a certificate could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The search was stopped.
    #[error("the proof was interrupted")]
    Stopped,
    /// The claim is false, or the search contradicts itself.
    #[error("no move of {position} reaches a score of {bound:+}: the claim cannot be proven")]
    NotProven {
        /// The position, in OBF.
        position: String,
        /// The score that the claim needs.
        bound: i32,
    },
    /// An I/O error.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// An I/O error on a temporary file.
    #[error("temporary file of the proof: {0}")]
    Temporary(#[from] io::Error),
}

impl ProofError {
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::File { path, error }
    }
}

/// Proves the claims about a position and writes the certificate to `path`. The prover's table
/// should already contain the score, or bounds that settle the claims; otherwise the searches take
/// a long time.
///
/// # Errors
///
/// Returns an error if a claim is false or the search is stopped, or any I/O error.
pub fn prove(
    prover: &mut Prover<'_>,
    position: &Position,
    claims: Claims,
    options: &ProofOptions,
    path: &Path,
    observer: &mut dyn FnMut(&ProofProgress),
) -> Result<ProofSummary, ProofError> {
    let mut lock = None;
    if options.keep {
        let (shape, cut) = (position.shape(), options.cut);
        let run = format!("{shape} {position} {claims:?} {cut}\n");
        lock = Some(lock_folder(&options.folder, &run)?);
    }
    let mut lemmas = Vec::new();
    let mut body = Body {
        enough: options.lemma_bytes as usize,
        ..Body::default()
    };
    with_board!(position, |layout, board| {
        let cut = options.cut;
        let tree = &Tree {
            layout: *layout,
            cut,
        };
        let at_most = claims.at_most.map(|most| -most);
        for (wins, bound) in [(true, claims.at_least), (false, at_most)] {
            let Some(bound) = bound else { continue };
            let mover = position.mover();
            let goal = Goal {
                root: board,
                wins,
                bound,
                winner: if wins { mover } else { mover.opponent() },
            };
            let mut builder = Builder {
                tree,
                prover: &mut |request| prover(request),
                options,
                observer,
                name: if wins { "at-least" } else { "at-most" },
            };
            lemmas.push(encode(&mut builder, &goal, &mut body)?);
        }
    });
    body.close()?;
    let shape = position.shape();
    let numbers: Vec<String> = lemmas.iter().map(u32::to_string).collect();
    let text = format!(
        "othello certificate 1\nboard {}x{}\nposition {position}\n\
         scoring disc difference, empties to the winner\nclaims {claims}\ncut {}\n\
         lemmas {}\nchoices {}\nchunks {}\n",
        shape.width(),
        shape.height(),
        options.cut,
        numbers.join(" "),
        body.choices,
        body.chunks.len()
    );
    let bytes = write(&text, &mut body, path).map_err(|error| ProofError::file(path, error))?;
    drop(lock);
    let folder = &options.folder;
    remove_folder(folder).map_err(|error| ProofError::file(folder, error))?;
    Ok(ProofSummary {
        choices: body.choices,
        lemmas: lemmas.into_iter().map(u64::from).sum(),
        chunks: body.chunks.len() as u64,
        bytes,
    })
}

/// Builds the proof of a goal and writes its lemmas; returns the number of lemmas.
fn encode<W: Bitboard>(
    builder: &mut Builder<'_, W>,
    goal: &Goal<W>,
    body: &mut Body,
) -> Result<u32, ProofError> {
    let mut layers = builder.build(goal)?;
    let tree = builder.tree;
    let root_empties = tree.empties(goal.root);
    let largest = builder.options.lemma_bytes.saturating_mul(8);
    let lemmas = choose_lemmas(tree, &mut layers, root_empties, largest)?;
    let mut encoder = Encoder {
        tree,
        goal,
        layers: &mut layers,
        lemmas,
    };
    encoder.write(body)?;
    if body.data.memory() > builder.options.memory / 2 {
        body.data.spill(&builder.options.folder)?;
    }
    Ok(lemmas)
}

/// Locks the folder of a run, which must be new or from an earlier run of the same proof.
fn lock_folder(folder: &Path, run: &str) -> Result<LockedFile, ProofError> {
    let path = &folder.join("run");
    let lock = || {
        std::fs::create_dir_all(folder)?;
        let mut lock = LockedFile::open(path)?;
        let found = std::fs::read_to_string(path)?;
        if found.is_empty() {
            lock.replace(|file| file.write_all(run.as_bytes()))?;
        } else if found != run {
            let message = format!("a proof for another position or claim ({})", found.trim());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(lock)
    };
    lock().map_err(|error| ProofError::file(path, error))
}

/// Writes the certificate with the lines `text`; returns its size in bytes.
fn write(text: &str, body: &mut Body, path: &Path) -> io::Result<u64> {
    let chunks = body.chunks.iter().map(|chunk| chunk.hash);
    let leaves = [hash(&[&[0], text.as_bytes(), &body.statements])].into_iter();
    let root = merkle_root(leaves.chain(chunks).collect());
    let mut file = AtomicFile::create(path)?;
    let hash = blake3::Hash::from(root).to_hex();
    write!(file, "{text}hash {hash}\n\n")?;
    file.write_all(&body.statements)?;
    for chunk in &body.chunks {
        file.write_all(&chunk.lemmas.to_le_bytes())?;
        file.write_all(&chunk.bytes.to_le_bytes())?;
        file.write_all(&chunk.hash)?;
    }
    body.data.copy_to(&mut file)?;
    let bytes = file.written();
    file.finish()?;
    Ok(bytes)
}

/// Returns the root of the hash tree over one or more leaves.
fn merkle_root(mut row: Vec<[u8; 32]>) -> [u8; 32] {
    while row.len() > 1 {
        let pair = |pair: &[[u8; 32]]| match pair {
            [left, right] => hash(&[&[1], left, right]),
            pair => pair[0],
        };
        row = row.chunks(2).map(pair).collect();
    }
    row[0]
}
