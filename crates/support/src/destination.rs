//! Resolving paths, opening outputs that are never replaced, and creating files with the mode and
//! owner of another.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};

/// The number of symbolic links to follow before giving up, the same as in Linux.
const MAX_LINKS: usize = 40;

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// A regular file, or nothing yet. The path is not a symbolic link.
    File(PathBuf),
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// Anything else that can be written: a device, a FIFO or an open file.
    Other(PathBuf),
}

impl Destination {
    /// Follows the symbolic links of a path.
    pub(crate) fn resolve(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..MAX_LINKS {
            if let Some(descriptor) = descriptor(&path) {
                return Ok(descriptor);
            }
            let metadata = match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File(path));
                }
                metadata => metadata?,
            };
            if metadata.is_symlink() {
                // `join` replaces the whole path if the target is absolute.
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            } else if metadata.is_dir() {
                let message = "expected a file, not a folder";
                return Err(io::Error::new(io::ErrorKind::IsADirectory, message));
            } else if metadata.is_file() {
                return Ok(Self::File(path));
            } else {
                return Ok(Self::Other(path));
            }
        }
        let message = "expected a file, not a loop of symbolic links";
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    }
}

/// Recognizes an open file of a process, such as `/dev/fd/3`. The path looks like a symbolic link,
/// but replacing its target would not change the open file.
fn descriptor(path: &Path) -> Option<Destination> {
    let folder = path.parent()?.canonicalize().ok()?;
    let ours = Path::new("/proc/self/fd").canonicalize();
    let is_ours = folder == Path::new("/dev/fd") || ours.is_ok_and(|ours| folder == ours);
    match path.file_name()?.to_str() {
        Some("1") if is_ours => Some(Destination::Stdout),
        Some("2") if is_ours => Some(Destination::Stderr),
        _ if is_ours || folder.starts_with("/proc") => Some(Destination::Other(path.to_owned())),
        _ => None,
    }
}

/// Returns whether a path is another name for standard output, such as `/dev/stdout`.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    matches!(Destination::resolve(path), Ok(Destination::Stdout))
}

/// Returns the path of the regular file that a path leads to through symbolic links, or `None` if
/// it leads to something else, such as a device. The file need not exist.
///
/// # Errors
///
/// Returns an error if the path leads to a folder or its links form a loop, or any I/O error.
pub fn regular_path(path: &Path) -> io::Result<Option<PathBuf>> {
    Ok(match Destination::resolve(path)? {
        Destination::File(path) => Some(path),
        _ => None,
    })
}

/// Creates an empty file for reading and writing. If `model` exists, the file gets its permissions
/// and, where the system allows, its owner and group. Replaces any file at `path`.
///
/// # Errors
///
/// Returns an error if `model` is not writable or an I/O operation fails.
pub fn create_like(path: &Path, model: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    // Open it only to check that it is writable.
    match OpenOptions::new().write(true).open(model) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => options.open(path),
        model => create_with(&mut options, path, &model?.metadata()?),
    }
}

#[cfg(unix)]
fn create_with(options: &mut OpenOptions, path: &Path, model: &Metadata) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown};
    // Prevent others from opening the file before it has its final owner and mode.
    let file = options.mode(0o600).open(path)?;
    let (owner, group) = (Some(model.uid()), Some(model.gid()));
    // Users may give files only to their own groups.
    let _ = fchown(&file, owner, group).or_else(|_| fchown(&file, None, group));
    let mut mode = model.mode() & 0o777;
    if file.metadata()?.gid() != model.gid() {
        // A different group gets the permissions of others.
        mode = mode & 0o707 | (mode & 0o007) << 3;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))?;
    Ok(file)
}

#[cfg(not(unix))]
fn create_with(options: &mut OpenOptions, path: &Path, _: &Metadata) -> io::Result<File> {
    options.open(path)
}

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
