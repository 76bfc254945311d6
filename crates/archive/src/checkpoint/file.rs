//! The checkpoint file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_engine::SavedBounds;
use outflank_support::LockedFile;
use serde::{Deserialize, Serialize};

/// The positions and the window of a run. Each checkpoint belongs to one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The shape of the board.
    pub board: String,
    /// The positions, in order.
    pub positions: Vec<String>,
    /// The window (α, β) of each search, in discs.
    pub window: (i32, i32),
}

/// The result for one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Lower bound on the score in discs.
    pub lower: i32,
    /// Upper bound on the score in discs.
    pub upper: i32,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Whether the mover has a legal move. If so, `pv` begins with the best move.
    pub moves: bool,
    /// The total cost over all parts of the run.
    pub spent: Spent,
}

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Number of nodes searched.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
}

/// The first line of a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    /// Always [`FORMAT`].
    format: String,
    pub(super) run: Run,
    /// The results of the solved positions, in the order of the run.
    pub(super) done: Vec<Done>,
    /// The cost so far of the position being searched.
    pub(super) spent: Spent,
}

impl Header {
    pub(super) fn new(run: Run) -> Self {
        Self {
            format: FORMAT.to_owned(),
            run,
            done: Vec::new(),
            spent: Spent::default(),
        }
    }
}

const FORMAT: &str = "outflank solve checkpoint 1";

/// Length of the bounds of one position, in bytes.
const RECORD: usize = 39;

/// The Zstandard level. Higher levels are slower and save little.
const LEVEL: i32 = 3;

/// An error in reading or writing a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// An I/O error.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file is not a checkpoint, or is truncated or damaged.
    #[error("{}: incomplete or damaged checkpoint: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with the file.
        reason: String,
    },
    /// The checkpoint belongs to a run with other positions or another window.
    #[error(
        "{}: a checkpoint of another run ({}): expected {}; \
         give another file, or remove this one",
        .path.display(), describe(.found), describe(.expected)
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The run of the checkpoint.
        found: Box<Run>,
        /// The run to be continued.
        expected: Box<Run>,
    },
}

impl CheckpointError {
    /// Returns a function that adds the path of the file to an error.
    pub(super) fn of_file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| {
            let path = path.to_owned();
            Self::File { path, error }
        }
    }
}

fn describe(run: &Run) -> String {
    let first = run.positions.first().map_or("", String::as_str);
    format!(
        "{} positions on {}, first {first:?}, window {} to {}",
        run.positions.len(),
        run.board,
        run.window.0,
        run.window.1
    )
}

/// Replaces a checkpoint and returns its size in bytes.
pub(super) fn write(
    path: &Path,
    file: &mut LockedFile,
    header: &Header,
    bounds: impl Iterator<Item = SavedBounds>,
) -> Result<u64, CheckpointError> {
    let file_error = CheckpointError::of_file(path);
    let replaced = file.replace(|file| {
        let mut encoder = zstd::Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        serde_json::to_writer(&mut encoder, header)?;
        encoder.write_all(b"\n")?;
        for bounds in bounds {
            encoder.write_all(&record(&bounds))?;
        }
        encoder.finish().map(drop)
    });
    let size = replaced.and_then(|()| Ok(fs::metadata(path)?.len()));
    size.map_err(file_error)
}

/// Reads a checkpoint. Returns `None` if the file is empty or missing. An empty file has been
/// created and locked for a new run.
pub(super) fn read(path: &Path) -> Result<Option<(Header, Vec<SavedBounds>)>, CheckpointError> {
    let damaged = |reason: &dyn fmt::Display| CheckpointError::Damaged {
        path: path.to_owned(),
        reason: reason.to_string(),
    };
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(CheckpointError::of_file(path))?,
    };
    if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        return Ok(None);
    }
    let decoder = zstd::Decoder::new(file).map_err(|error| damaged(&error))?;
    let mut decoder = BufReader::new(decoder);
    let mut line = Vec::new();
    let read = decoder.read_until(b'\n', &mut line);
    read.map_err(|error| damaged(&error))?;
    let header: Header = serde_json::from_slice(&line).map_err(|error| damaged(&error))?;
    if header.format != FORMAT {
        let format = &header.format;
        return Err(damaged(&format!(
            "found format {format:?}, expected {FORMAT:?}"
        )));
    }
    let done = header.done.iter();
    let mut spent = done.map(|done| done.spent).chain([header.spent]);
    if let Some(wrong) = spent.find(|spent| Duration::try_from_secs_f64(spent.seconds).is_err()) {
        let seconds = wrong.seconds;
        return Err(damaged(&format!("a search of {seconds} seconds")));
    }
    let mut bytes = Vec::new();
    let read = decoder.read_to_end(&mut bytes);
    read.map_err(|error| damaged(&error))?;
    let records = bytes.chunks_exact(RECORD);
    if !records.remainder().is_empty() {
        return Err(damaged(&"truncated within a record"));
    }
    Ok(Some((header, records.filter_map(bounds).collect())))
}

fn record(bounds: &SavedBounds) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..16].copy_from_slice(&bounds.mover.to_le_bytes());
    record[16..32].copy_from_slice(&bounds.opponent.to_le_bytes());
    record[32..34].copy_from_slice(&bounds.lower.to_le_bytes());
    record[34..36].copy_from_slice(&bounds.upper.to_le_bytes());
    record[36..38].copy_from_slice(&bounds.best);
    record[38] = bounds.empties;
    record
}

fn bounds(record: &[u8]) -> Option<SavedBounds> {
    Some(SavedBounds {
        mover: u128::from_le_bytes(record.get(..16)?.try_into().ok()?),
        opponent: u128::from_le_bytes(record.get(16..32)?.try_into().ok()?),
        lower: i16::from_le_bytes(record.get(32..34)?.try_into().ok()?),
        upper: i16::from_le_bytes(record.get(34..36)?.try_into().ok()?),
        best: record.get(36..38)?.try_into().ok()?,
        empties: *record.get(38)?,
    })
}
