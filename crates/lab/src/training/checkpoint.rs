//! The state of a training in a file, so that a run that was cut off goes on.
//!
//! The file is one Zstandard frame with a checksum. It begins with a line of JSON,
//! which says of what training it is and what each pass gave; then come four
//! vectors (weights, residual, direction, weights of the best pass), each by knot,
//! then by kind, as 64-bit floating-point numbers, little-endian.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_engine::evaluation::{KNOTS, PatternSet};
use outflank_othello::format::write_beside_and_rename;
use serde::{Deserialize, Serialize};

use super::error::TrainingError;
use super::error_by_stage::ErrorByStage;
use super::passes::Vector;
use super::pouring::Pouring;
use super::solver::TrainingOptions;
use super::spool::{Part, Spool};
use super::state::{Slopes, State, Step};

const FORMAT: &str = "outflank training checkpoint 2";

/// Level of compression: more takes longer and gains little.
const LEVEL: i32 = 3;

/// Bytes that the line of JSON may have; a pass takes less than a thousand.
const LONGEST_LINE: u64 = 1 << 26;

/// What decides the bits of a training: names, and what each is set to.
pub(super) type Settings = Vec<(String, String)>;

/// A file that keeps the state of a training between its passes.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    settings: Settings,
}

impl Checkpoint {
    /// The file at `path`, for a training on these `sources`, poured so. Sources are
    /// told by their names, without folders, and their sizes in bytes.
    ///
    /// # Errors
    ///
    /// When the size of a source cannot be read.
    pub fn new(
        path: impl Into<PathBuf>,
        sources: &[impl AsRef<Path>],
        pouring: Pouring,
    ) -> Result<Self, TrainingError> {
        let mut settings = vec![("number of files".to_owned(), sources.len().to_string())];
        for (source, number) in sources.iter().zip(1..) {
            let source = source.as_ref();
            let bytes = source.metadata().map_err(refused(source))?.len();
            let name = source.file_name().unwrap_or_default().display();
            settings.push((format!("file {number}"), format!("{name} of {bytes} bytes")));
        }
        let Pouring {
            hold_out,
            lambda,
            share,
        } = pouring;
        settings.push(("hold-out".to_owned(), hold_out.to_string()));
        settings.push(("lambda".to_owned(), lambda.to_string()));
        settings.push(("share".to_owned(), share.to_string()));
        let path = path.into();
        Ok(Self { path, settings })
    }

    /// All that decides the bits of a training on a spool.
    pub(super) fn settings(&self, spool: &Spool, options: &TrainingOptions) -> Settings {
        let mut settings = self.settings.clone();
        let mut add = |name: String, value: String| settings.push((name, value));
        add("penalty".to_owned(), options.penalty.to_string());
        add("smoothing".to_owned(), options.smoothing.to_string());
        let patterns = spool.patterns();
        add("board".to_owned(), patterns.shape().to_string());
        let fingerprint = format!("{:016x}", patterns.fingerprint());
        add("fingerprint of patterns and stages".to_owned(), fingerprint);
        for (interval, discs) in patterns.stages().knots().iter().enumerate() {
            let counts = [Part::Training, Part::HeldOut].map(|part| spool.count(part, interval));
            let [training, held_out] = counts;
            add(
                format!("number of positions from {discs} discs on"),
                format!("{training} and {held_out} held out"),
            );
        }
        let hash = format!("{:016x}", spool.hash());
        add("fingerprint of the positions".to_owned(), hash);
        add(
            "choice of patterns".to_owned(),
            options.patterns.names(patterns).join(","),
        );
        settings
    }

    /// Writes the state beside the file and renames it into its place.
    pub(super) fn write(&self, settings: &Settings, state: &State) -> Result<(), TrainingError> {
        let written = encode(settings, state);
        let written = written.and_then(|bytes| write_beside_and_rename(&self.path, &bytes));
        written.map_err(refused(&self.path))
    }

    /// Reads the state; none if there is no file.
    pub(super) fn read(
        &self,
        expected: &Settings,
        patterns: &PatternSet,
    ) -> Result<Option<State>, TrainingError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(refused(&self.path))?,
        };
        let damaged = |reason: String| TrainingError::Damaged {
            path: self.path.clone(),
            reason,
        };
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("it is cut off".to_owned()),
            _ => damaged(error.to_string()),
        };
        let decoder = zstd::Decoder::new(file).map_err(unreadable)?;
        let mut decoder = BufReader::new(decoder);
        let mut line = Vec::new();
        let start = decoder.by_ref().take(LONGEST_LINE);
        read_line(start, &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Err(damaged("it is empty".to_owned()));
        }
        let mark: Mark =
            serde_json::from_slice(&line).map_err(|error| damaged(error.to_string()))?;
        if mark.format != FORMAT {
            let found = mark.format;
            return Err(damaged(format!(
                "its format is {found:?}, expected {FORMAT:?}"
            )));
        }
        let header: Header =
            serde_json::from_slice(&line).map_err(|error| damaged(error.to_string()))?;
        if let Some((setting, found, expected)) = difference(&header.settings, expected) {
            return Err(TrainingError::OtherSettings {
                path: self.path.clone(),
                setting,
                found,
                expected,
            });
        }
        let mut vector = || read_vector(&mut decoder, patterns).map_err(unreadable);
        let state = State {
            weights: vector()?,
            residual: vector()?,
            direction: vector()?,
            best: vector()?,
            slopes: header.slopes,
            best_pass: header.best_pass,
            steps: header.steps.into_iter().map(Step::from).collect(),
        };
        // Reads the checksum as well.
        if decoder.read(&mut [0]).map_err(unreadable)? > 0 {
            return Err(damaged("there is more than the four vectors".to_owned()));
        }
        Ok(Some(state))
    }
}

/// Makes what the file system says of `path` an error.
fn refused(path: &Path) -> impl Fn(io::Error) -> TrainingError {
    move |error| TrainingError::File {
        path: path.to_owned(),
        error,
    }
}

/// The first setting that differs, what was found of it and what was expected.
fn difference(found: &Settings, expected: &Settings) -> Option<(String, String, String)> {
    let longest = found.len().max(expected.len());
    let (found, expected) = (|at| found.get(at), |at| expected.get(at));
    let text = |setting: Option<&(String, String)>| {
        setting.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    (0..longest).find_map(|at| {
        let (found, expected): (Option<&(String, String)>, Option<_>) = (found(at), expected(at));
        let (name, _) = expected.or(found).filter(|_| found != expected)?;
        let found = found.filter(|(other, _)| other == name);
        Some((name.clone(), text(found), text(expected)))
    })
}

/// How every version of the file begins.
#[derive(Deserialize)]
struct Mark {
    format: String,
}

/// The line of JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    /// [`FORMAT`].
    format: String,
    settings: Settings,
    slopes: Slopes,
    best_pass: u32,
    steps: Vec<KeptStep>,
}

/// What a pass gave, as the file keeps it.
#[derive(Serialize, Deserialize)]
struct KeptStep {
    pass: u32,
    error: ErrorByStage,
    #[serde(with = "super::exact")]
    residual: f64,
    elapsed: Duration,
}

impl From<KeptStep> for Step {
    fn from(kept: KeptStep) -> Self {
        Self {
            pass: kept.pass,
            error: kept.error,
            residual: kept.residual,
            elapsed: kept.elapsed,
        }
    }
}

impl From<&Step> for KeptStep {
    fn from(step: &Step) -> Self {
        Self {
            pass: step.pass,
            error: step.error.clone(),
            residual: step.residual,
            elapsed: step.elapsed,
        }
    }
}

fn encode(settings: &Settings, state: &State) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
    encoder.include_checksum(true)?;
    let header = Header {
        format: FORMAT.to_owned(),
        settings: settings.clone(),
        slopes: state.slopes,
        best_pass: state.best_pass,
        steps: state.steps.iter().map(KeptStep::from).collect(),
    };
    serde_json::to_writer(&mut encoder, &header)?;
    encoder.write_all(b"\n")?;
    for vector in [
        &state.weights,
        &state.residual,
        &state.direction,
        &state.best,
    ] {
        for knot in vector {
            let bytes: Vec<u8> = knot
                .iter()
                .flat_map(|number| number.to_le_bytes())
                .collect();
            encoder.write_all(&bytes)?;
        }
    }
    encoder.finish()
}

fn read_line(start: impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    let mut start = start;
    start.read_until(b'\n', line)?;
    Ok(())
}

fn read_vector(file: &mut impl Read, patterns: &PatternSet) -> io::Result<Vector> {
    let mut bytes = vec![0; 8 * patterns.kinds()];
    let mut knot = || {
        file.read_exact(&mut bytes)?;
        let (numbers, _) = bytes.as_chunks();
        Ok(numbers
            .iter()
            .map(|&number| f64::from_le_bytes(number))
            .collect())
    };
    (0..KNOTS).map(|_| knot()).collect()
}
