//! Files that are replaced only when the new content is complete.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::abandoned::remove_abandoned;
use crate::destination::{Destination, Stream, create_like};

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 14;

/// A file written under a temporary name, `NAME.PID.part`, and renamed once it is complete. The
/// file is closed between writes, so thousands can be in progress at once.
///
/// Devices, FIFOs and standard output are written directly: see the [crate].
///
/// Dropping an `AtomicFile` before [`rename`](AtomicFile::rename) removes the temporary file.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    output: Output,
    buffer: Vec<u8>,
    /// Whether to keep the buffer until the end.
    is_held: bool,
    /// Bytes written so far.
    written: u64,
}

/// Where the bytes go.
#[derive(Debug)]
enum Output {
    /// A temporary file, and the file that it replaces.
    Part { part: PathBuf, target: PathBuf },
    /// An output that cannot be replaced.
    Stream(Stream),
    /// None: the temporary file has been renamed.
    Renamed,
}

impl AtomicFile {
    /// Creates the temporary file beside the file that `path` leads to, or opens `path` if it is
    /// not a regular file. Removes temporary files of this name that killed processes left.
    ///
    /// # Errors
    ///
    /// Returns an error if the old file is not writable, or any I/O error.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::new(path, true)
    }

    /// Like [`create`](Self::create), but keeps old temporary files. With thousands of files in a
    /// folder, call [`remove_abandoned`] once instead. If `path` is a symbolic link, the temporary
    /// files of its target are still removed.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`create`](Self::create).
    pub fn create_among_many(path: &Path) -> io::Result<Self> {
        Self::new(path, false)
    }

    fn new(path: &Path, removes_abandoned: bool) -> io::Result<Self> {
        let output = match Destination::resolve(path)? {
            Destination::File(target) => {
                let Some(name) = target.file_name() else {
                    return Err(io::Error::other("expected a file name"));
                };
                let is_elsewhere = target != path;
                if let (Some(folder), true) = (target.parent(), removes_abandoned || is_elsewhere) {
                    remove_abandoned(folder, |other| other == name);
                }
                let mut part: OsString = name.to_owned();
                part.push(format!(".{}.part", std::process::id()));
                let part = target.with_file_name(part);
                // Open `path`, not `target`: the system may refuse to follow a link.
                create_like(&part, path).map_err(|error| explained(error, path))?;
                Output::Part { part, target }
            }
            Destination::Stdout => Output::Stream(Stream::stdout()),
            Destination::Stderr => Output::Stream(Stream::stderr()),
            Destination::Other(path) => Output::Stream(Stream::open(&path)?),
        };
        Ok(Self::with_output(path, output))
    }

    /// Returns a file that writes to standard output.
    #[must_use]
    pub fn stdout() -> Self {
        let output = Output::Stream(Stream::stdout());
        Self::with_output(Path::new("standard output"), output)
    }

    fn with_output(path: &Path, output: Output) -> Self {
        Self {
            path: path.to_owned(),
            output,
            buffer: Vec::new(),
            is_held: false,
            written: 0,
        }
    }

    /// Returns the path that was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes written so far.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Buffers output to a device, a FIFO or standard output until the end, so that
    /// [`overwrite_start`](Self::overwrite_start) can change the first bytes.
    pub fn hold(&mut self) {
        self.is_held = matches!(self.output, Output::Stream(_));
    }

    /// Overwrites the first bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if they have already been written (see [`hold`](Self::hold)), or any I/O
    /// error.
    pub fn overwrite_start(&mut self, start: &[u8]) -> io::Result<()> {
        if let Output::Part { part, .. } = &self.output {
            let part = part.clone();
            self.flush()?;
            let mut file = OpenOptions::new().write(true).open(part)?;
            file.seek(SeekFrom::Start(0))?;
            return file.write_all(start);
        }
        match self.buffer.get_mut(..start.len()) {
            Some(first) if self.is_held => first.copy_from_slice(start),
            _ => return Err(io::ErrorKind::NotSeekable.into()),
        }
        Ok(())
    }

    /// Writes the rest of the buffer, and syncs a file to disk.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn complete(&mut self) -> io::Result<()> {
        self.is_held = false;
        self.flush()?;
        match &self.output {
            Output::Part { part, .. } => OpenOptions::new().write(true).open(part)?.sync_all(),
            _ => Ok(()),
        }
    }

    /// Renames the complete file to its final name.
    ///
    /// # Errors
    ///
    /// Returns any I/O error. An old regular file is then unchanged.
    pub fn rename(mut self) -> io::Result<()> {
        if let Output::Part { part, target } = &self.output {
            fs::rename(part, target)?;
            self.output = Output::Renamed;
        }
        Ok(())
    }

    /// Completes the file and renames it.
    ///
    /// # Errors
    ///
    /// Returns any I/O error. An old regular file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.complete()?;
        self.rename()
    }

    /// Returns the temporary file, if there is one.
    pub(crate) fn part(&self) -> Option<&Path> {
        match &self.output {
            Output::Part { part, .. } => Some(part),
            _ => None,
        }
    }
}

/// Explains why a writable file cannot be replaced.
fn explained(error: io::Error, path: &Path) -> io::Error {
    if error.kind() != io::ErrorKind::PermissionDenied
        || OpenOptions::new().write(true).open(path).is_err()
    {
        return error;
    }
    let message = format!("its folder is not writable, so it cannot be replaced: {error}");
    io::Error::new(error.kind(), message)
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.written += bytes.len() as u64;
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_held {
            return Ok(());
        }
        if !self.buffer.is_empty() {
            // Take the buffer first, so that a failed write is not retried.
            let buffer = std::mem::take(&mut self.buffer);
            match &mut self.output {
                Output::Part { part, .. } => {
                    let mut file = OpenOptions::new().append(true).open(part)?;
                    file.write_all(&buffer)?;
                }
                Output::Stream(stream) => stream.write_all(&buffer)?,
                Output::Renamed => {}
            }
        }
        match &mut self.output {
            Output::Stream(stream) => stream.flush(),
            _ => Ok(()),
        }
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        match &self.output {
            // A leftover temporary file is harmless.
            Output::Part { part, .. } => drop(fs::remove_file(part)),
            // Bytes already written cannot be undone, so write the buffered rest.
            Output::Stream(_) => drop(self.flush()),
            Output::Renamed => {}
        }
    }
}

/// Writes a file under a temporary name and renames it, so that the file is never incomplete: see
/// [`AtomicFile`].
///
/// # Errors
///
/// Returns any I/O error. An old regular file is then unchanged.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Checks that a file can be written, without changing anything. Call it before long work.
///
/// # Errors
///
/// Returns an error in the same cases as [`AtomicFile::create`].
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Destination::resolve(path)? {
        Destination::File(path) => AtomicFile::create(&path).map(drop),
        // Opening a FIFO would wait for a reader, and closing it would end the reader's input.
        _ => Ok(()),
    }
}
