//! Reading files on disk.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::wthor::WthorNames;
use super::{Format, GameReader, Games, StreamError, WthorNameFiles};
use crate::shape::Shape;

/// An error that prevents reading a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub error: StreamError,
}

impl FileError {
    /// Adds the path to an error.
    #[must_use]
    pub fn at(path: &Path, error: impl Into<StreamError>) -> Self {
        let (path, error) = (path.to_owned(), error.into());
        Self { path, error }
    }
}

/// Opens a game file. For WTHOR, player and tournament names come from the first `.jou` file and
/// the first `.trn` file in the same folder.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if the header or the names of a
/// WTHOR file are invalid.
pub fn open_game_file(
    path: &Path,
    shape: Shape,
) -> Result<GameReader<BufReader<fs::File>>, FileError> {
    let file = fs::File::open(path).map_err(|error| FileError::at(path, error))?;
    let reader = GameReader::new(BufReader::new(file), shape);
    let reader = reader.map_err(|error| FileError::at(path, error))?;
    let names = match reader.format() {
        Format::Wthor => names_beside(path)?,
        _ => None,
    };
    Ok(reader.with_names(names))
}

/// Reads all games of a file into memory. For files of any size, use [`open_game_file`].
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if the header or length of a WTHOR
/// file is wrong.
pub fn read_game_file(path: &Path, shape: Shape) -> Result<Games, FileError> {
    let reader = open_game_file(path, shape)?;
    Games::collect(reader).map_err(|error| FileError::at(path, error))
}

/// Returns the names of players and tournaments beside a WTHOR file, if both files exist
/// (see [`name_paths_beside`]).
///
/// # Errors
///
/// Returns an error if a file cannot be read.
pub fn names_beside(path: &Path) -> Result<Option<WthorNameFiles>, FileError> {
    let Some([players, tournaments]) = name_paths_beside(path) else {
        return Ok(None);
    };
    Ok(Some(WthorNameFiles {
        players: read_names(&players, WthorNames::PLAYER)?,
        tournaments: read_names(&tournaments, WthorNames::TOURNAMENT)?,
    }))
}

/// Returns the first `.jou` file and the first `.trn` file in the folder of a WTHOR file, if it has
/// both.
#[must_use]
pub fn name_paths_beside(path: &Path) -> Option<[PathBuf; 2]> {
    let folder = match path.parent()? {
        folder if folder.as_os_str().is_empty() => Path::new("."),
        folder => folder,
    };
    let players = first_with_extension(folder, "jou")?;
    Some([players, first_with_extension(folder, "trn")?])
}

fn read_names(path: &Path, size: usize) -> Result<WthorNames, FileError> {
    let content = fs::read(path).map_err(|error| FileError::at(path, error))?;
    WthorNames::from_bytes(&content, size).map_err(|error| FileError::at(path, error))
}

/// Returns the first file of a folder, in alphabetical order, with an extension in upper or lower
/// case.
fn first_with_extension(folder: &Path, extension: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let has_extension = |path: &PathBuf| {
        let other = path.extension();
        other.is_some_and(|other| other.eq_ignore_ascii_case(extension))
    };
    paths.filter(has_extension).min()
}
