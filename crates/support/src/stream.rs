//! Outputs that are written directly and never replaced.

use std::fs::{File, OpenOptions};
use std::io::{self, Stderr, Stdout, Write};
use std::path::Path;

use crate::destination::Destination;

/// An open output.
#[derive(Debug)]
pub(crate) enum Stream {
    Stdout(Stdout),
    Stderr(Stderr),
    File(File),
}

impl Stream {
    pub(crate) fn stdout() -> Self {
        Self::Stdout(io::stdout())
    }

    pub(crate) fn stderr() -> Self {
        Self::Stderr(io::stderr())
    }

    /// Opens an output that is not a regular file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // Append to an open file of a process, such as /dev/fd/3.
        let is_file = path.metadata()?.is_file();
        let file = OpenOptions::new().write(true).append(is_file).open(path)?;
        Ok(Self::File(file))
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Stderr(stderr) => stderr.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Stderr(stderr) => stderr.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Opens a log. Writes go directly to the file, so a reader can follow it. Truncates a regular
/// file; appends to anything else, such as `/dev/stderr`.
///
/// # Errors
///
/// Returns any I/O error.
pub fn create_log(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    Ok(Box::new(match Destination::resolve(path)? {
        Destination::File(_) => Stream::File(File::create(path)?),
        Destination::Stdout => Stream::stdout(),
        Destination::Stderr => Stream::stderr(),
        Destination::Other(path) => Stream::open(&path)?,
    }))
}
