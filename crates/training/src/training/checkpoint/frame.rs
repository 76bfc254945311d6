//! What the files of all kinds of training have in common: the frame, and the line of
//! JSON with which they begin.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};

use outflank_othello::format::write_atomically;
use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Checkpoint, Settings, difference, refused};
use crate::training::error::TrainingError;

/// Level of compression: more takes longer and gains little.
const LEVEL: i32 = 3;

/// Bytes that the line of JSON may have; a pass takes less than a thousand.
const LONGEST_LINE: u64 = 1 << 26;

/// The numbers behind the line of JSON.
pub(in crate::training) type Body = BufReader<zstd::Decoder<'static, BufReader<File>>>;

/// How every version of every file begins.
#[derive(Deserialize)]
struct Mark {
    format: String,
}

/// What every header says beside its format.
#[derive(Deserialize)]
struct Told {
    settings: Settings,
}

impl Checkpoint {
    /// Writes a header and then numbers beside the file and renames that into its
    /// place.
    pub(in crate::training) fn replace(
        &self,
        header: &impl Serialize,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), TrainingError> {
        let encode = || {
            let mut encoder = zstd::Encoder::new(Vec::new(), LEVEL)?;
            encoder.include_checksum(true)?;
            serde_json::to_writer(&mut encoder, header)?;
            encoder.write_all(b"\n")?;
            body(&mut encoder)?;
            encoder.finish()
        };
        let written = encode().and_then(|bytes| write_atomically(&self.path, &bytes));
        written.map_err(refused(&self.path))
    }

    /// The header of a file of this format and these settings, and the numbers behind
    /// it; none if there is no file.
    pub(in crate::training) fn open<H: DeserializeOwned>(
        &self,
        format: &str,
        expected: &Settings,
    ) -> Result<Option<(H, Body)>, TrainingError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(refused(&self.path))?,
        };
        let unreadable = |error: io::Error| self.unreadable(&error);
        let mut body = BufReader::new(zstd::Decoder::new(file).map_err(unreadable)?);
        let mut line = Vec::new();
        let mut start = body.by_ref().take(LONGEST_LINE);
        start.read_until(b'\n', &mut line).map_err(unreadable)?;
        if line.is_empty() {
            return Err(self.damaged("it is empty"));
        }
        let Mark { format: found } = self.parsed(&line)?;
        if found != format {
            return Err(self.damaged(format!("its format is {found:?}, expected {format:?}")));
        }
        let Told { settings } = self.parsed(&line)?;
        if let Some((setting, found, expected)) = difference(&settings, expected) {
            return Err(TrainingError::OtherSettings {
                path: self.path.clone(),
                setting,
                found,
                expected,
            });
        }
        Ok(Some((self.parsed(&line)?, body)))
    }

    fn parsed<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, TrainingError> {
        serde_json::from_slice(line).map_err(|error| self.damaged(error.to_string()))
    }

    /// Makes sure that nothing is left; this reads the checksum as well.
    pub(in crate::training) fn end(
        &self,
        body: &mut Body,
        expected: &str,
    ) -> Result<(), TrainingError> {
        let left = body.read(&mut [0]);
        if left.map_err(|error| self.unreadable(&error))? > 0 {
            return Err(self.damaged(format!("there is more than {expected}")));
        }
        Ok(())
    }
}
