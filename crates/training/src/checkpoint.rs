//! Checkpoints: the state of an interrupted training or tuning run, on disk.
//!
//! A checkpoint begins with one line of JSON: `format`, `settings` (everything that
//! determines the result, by name) and the state. Training runs append binary parameters,
//! little-endian, and compress the whole as a Zstandard frame with a checksum. Each file
//! is written under a temporary name, then renamed.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outflank_support::LockedFile;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::TrainingError;
use crate::samples::SampleOptions;

/// Zstandard compression level: higher is slower and gains little.
const LEVEL: i32 = 1;

/// Maximum length of the JSON line, in bytes. One epoch adds less than a thousand.
const MAX_LINE: u64 = 1 << 30;

/// The settings that determine the result of a run: names and values.
pub(crate) type Settings = Vec<(String, String)>;

/// The binary data after the JSON line.
pub(crate) type Body = BufReader<Box<dyn Read>>;

/// Where and how often a run saves its state. The default saves nothing.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    path: Option<PathBuf>,
    interval: Duration,
    sources: Settings,
}

impl Checkpoint {
    /// Creates a checkpoint at `path`, saved at intervals of at least `interval` and at
    /// the end of the run.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, interval: Duration) -> Self {
        Self {
            path: Some(path.into()),
            interval,
            sources: Settings::new(),
        }
    }

    /// Records the name (without its folder) and the size of each sample file, and how
    /// samples are made from the files.
    ///
    /// # Errors
    ///
    /// Returns an error if the size of a file cannot be read.
    pub fn with_sources(
        mut self,
        sources: &[impl AsRef<Path>],
        options: SampleOptions,
    ) -> Result<Self, TrainingError> {
        let mut add = |name: &str, value: String| self.sources.push((name.to_owned(), value));
        add("number of files", sources.len().to_string());
        for (source, number) in sources.iter().zip(1..) {
            let source = source.as_ref();
            let metadata = source.metadata().map_err(TrainingError::io(source))?;
            let name = source.file_name().unwrap_or_default().display();
            let bytes = metadata.len();
            add(
                &format!("file {number}"),
                format!("{name} of {bytes} bytes"),
            );
        }
        add("hold-out", options.hold_out.to_string());
        add("lambda", options.lambda.to_string());
        add("share", options.share.to_string());
        Ok(self)
    }

    /// Checks that no other process is writing the file. Call it before long preparations.
    ///
    /// # Errors
    ///
    /// Returns an error if another process is writing it, or it cannot be opened.
    pub fn check_writer(&self) -> Result<(), TrainingError> {
        self.lock().map(drop)
    }

    fn lock(&self) -> Result<Option<LockedFile>, TrainingError> {
        let lock = |path: &PathBuf| LockedFile::open(path).map_err(TrainingError::io(path));
        self.path.as_ref().map(lock).transpose()
    }

    /// Locks and returns the file of a run with these settings and those of the sources.
    pub(crate) fn file(
        &self,
        format: &'static str,
        settings: impl IntoIterator<Item = (String, String)>,
    ) -> Result<CheckpointFile, TrainingError> {
        let mut all = self.sources.clone();
        all.extend(settings);
        Ok(CheckpointFile {
            locked: self.lock()?,
            path: self.path.clone(),
            interval: self.interval,
            format,
            settings: all,
            is_compressed: true,
            written: None,
        })
    }
}

/// The checkpoint of one run.
#[derive(Debug)]
pub(crate) struct CheckpointFile {
    /// The file at `path`.
    locked: Option<LockedFile>,
    path: Option<PathBuf>,
    interval: Duration,
    format: &'static str,
    settings: Settings,
    is_compressed: bool,
    written: Option<Instant>,
}

#[derive(Serialize)]
struct Header<'a, S> {
    format: &'a str,
    settings: &'a Settings,
    #[serde(flatten)]
    state: &'a S,
}

#[derive(Deserialize)]
struct FormatOf {
    format: String,
}

#[derive(Deserialize)]
struct SettingsOf {
    settings: Settings,
}

impl CheckpointFile {
    /// Writes the JSON line alone, uncompressed.
    pub(crate) fn into_plain_json(self) -> Self {
        Self {
            is_compressed: false,
            ..self
        }
    }

    /// Returns whether the interval has passed since the last write, if there was one.
    pub(crate) fn is_due(&self) -> bool {
        let is_due = |written: Instant| written.elapsed() >= self.interval;
        self.path.is_some() && self.written.is_none_or(is_due)
    }

    /// Saves a state, with binary data written by `body`.
    pub(crate) fn write<S: Serialize>(
        &mut self,
        state: &S,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), TrainingError> {
        let (Some(path), Some(locked)) = (&self.path, &mut self.locked) else {
            return Ok(());
        };
        let header = Header {
            format: self.format,
            settings: &self.settings,
            state,
        };
        let content = |to: &mut dyn Write| {
            serde_json::to_writer(&mut *to, &header)?;
            to.write_all(b"\n")?;
            body(to)
        };
        let is_compressed = self.is_compressed;
        let written = locked.replace(|file| {
            if !is_compressed {
                return content(file);
            }
            let mut encoder = zstd::Encoder::new(file, LEVEL)?;
            encoder.include_checksum(true)?;
            content(&mut encoder)?;
            encoder.finish().map(drop)
        });
        written.map_err(TrainingError::io(path))?;
        self.written = Some(Instant::now());
        Ok(())
    }

    /// Reads the state and returns the binary data after it, or `None` if there is none
    /// yet.
    pub(crate) fn read<S: DeserializeOwned>(&self) -> Result<Option<(S, Body)>, TrainingError> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let file = File::open(path).map_err(TrainingError::io(path))?;
        if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            // Locking created the file; no state is saved yet.
            return Ok(None);
        }
        let unreadable = |error: io::Error| self.unreadable(&error);
        let reader: Box<dyn Read> = if self.is_compressed {
            Box::new(zstd::Decoder::new(file).map_err(unreadable)?)
        } else {
            Box::new(file)
        };
        let mut body = BufReader::new(reader);
        let mut line = Vec::new();
        let mut start = body.by_ref().take(MAX_LINE);
        start.read_until(b'\n', &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Err(self.damaged("it is empty"));
        }
        let FormatOf { format } = self.parsed(&line)?;
        if format != self.format {
            let expected = self.format;
            let reason = format!("its format is {format:?}, expected {expected:?}");
            return Err(self.damaged(reason));
        }
        let SettingsOf { settings } = self.parsed(&line)?;
        if let Some((setting, found, expected)) = difference(&settings, &self.settings) {
            let reason = format!(
                "a checkpoint of a run with another {setting}: expected {expected}, found {found}; \
                 give another file, or remove this one"
            );
            return Err(TrainingError::content(path, reason));
        }
        Ok(Some((self.parsed(&line)?, body)))
    }

    /// Checks that no data follow. Reading to the end also verifies the checksum.
    pub(crate) fn expect_end(&self, body: &mut Body) -> Result<(), TrainingError> {
        let left = body.read(&mut [0]);
        if left.map_err(|error| self.unreadable(&error))? > 0 {
            return Err(self.damaged("there is data after its end"));
        }
        Ok(())
    }

    fn parsed<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, TrainingError> {
        serde_json::from_slice(line).map_err(|error| self.damaged(error))
    }

    pub(crate) fn damaged(&self, reason: impl Display) -> TrainingError {
        let path = self.path.as_deref().unwrap_or(Path::new(""));
        TrainingError::content(
            path,
            format_args!("expected a complete checkpoint: {reason}"),
        )
    }

    pub(crate) fn unreadable(&self, error: &io::Error) -> TrainingError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged("it is truncated"),
            _ => self.damaged(error),
        }
    }
}

/// Writes numbers as 32-bit floating-point numbers.
pub(crate) fn write_numbers<'a>(
    body: &mut dyn Write,
    numbers: impl IntoIterator<Item = &'a mut f32>,
) -> io::Result<()> {
    let mut body = BufWriter::new(body);
    for number in numbers {
        body.write_all(&number.to_le_bytes())?;
    }
    body.flush()
}

/// Reads numbers that [`write_numbers`] wrote.
pub(crate) fn read_numbers<'a>(
    body: &mut Body,
    numbers: impl IntoIterator<Item = &'a mut f32>,
) -> io::Result<()> {
    for number in numbers {
        let mut bytes = [0; 4];
        body.read_exact(&mut bytes)?;
        *number = f32::from_le_bytes(bytes);
    }
    Ok(())
}

/// Returns the first setting that differs, with the value found and the value expected.
fn difference(found: &Settings, expected: &Settings) -> Option<(String, String, String)> {
    let value_in = |settings: &Settings, name: &str| {
        let setting = settings.iter().find(|(other, _)| other == name);
        setting.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    let names = expected.iter().chain(found).map(|(name, _)| name);
    let mut values = names.map(|name| (name, value_in(found, name), value_in(expected, name)));
    let differing = values.find(|(_, found, expected)| found != expected);
    differing.map(|(name, found, expected)| (name.clone(), found, expected))
}
