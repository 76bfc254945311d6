//! Positions, games and files given as arguments.

use std::path::Path;

use anyhow::{Result, anyhow};
use outflank_othello::{Game, Position, Shape, notation};

/// Parses a position. If the text is the name of a file, the error says so.
pub(crate) fn parse_position(text: &str, shape: Shape) -> Result<Position> {
    notation::parse_position(text, shape).map_err(|error| refused(text, error))
}

/// Parses a game. If the text is the name of a file, the error says so.
pub(crate) fn parse_game(text: &str, shape: Shape) -> Result<Game> {
    notation::parse_game(text, shape).map_err(|error| refused(text, error))
}

fn refused(text: &str, error: impl Into<anyhow::Error>) -> anyhow::Error {
    match Path::new(text).is_file() {
        true => anyhow!(
            "{text} is a file: expected `start`, a transcript such as f5d6c3, or a board in OBF \
             (to read a file, use `analyze` or `solve`)"
        ),
        false => error.into(),
    }
}

/// Returns whether a path is a regular file or a FIFO.
pub(crate) fn is_file_or_fifo(path: &Path) -> bool {
    path.is_file() || is_fifo(path)
}

/// Returns whether a path is a FIFO, such as a named pipe or a process substitution, which can be read
/// only once. Only Unix has them.
pub(crate) fn is_fifo(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Returns the error for a path that is neither a regular file nor a FIFO.
pub(crate) fn not_a_file(name: &str) -> anyhow::Error {
    let path = Path::new(name);
    if path.is_dir() {
        anyhow!("{name} is a folder: expected a file")
    } else if path.exists() {
        anyhow!("{name} is not a regular file: expected a file, a FIFO, or `-` for standard input")
    } else {
        anyhow!("{name}: no such file")
    }
}
