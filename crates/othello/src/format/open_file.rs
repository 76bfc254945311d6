//! Reading files on disk.

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::wthor::{WthorError, WthorNames};
use super::{Format, GameReader, Games, StreamError, WthorNameFiles};
use crate::shape::Shape;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refuses it.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A WTHOR file that is broken as a whole.
    #[error("{}: {error}", path.display())]
    Wthor {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WthorError,
    },
}

impl FileError {
    /// What went wrong with the file at a path.
    #[must_use]
    pub fn at(path: &Path, error: StreamError) -> Self {
        let path = path.to_owned();
        match error {
            StreamError::Io(error) => Self::Io { path, error },
            StreamError::Wthor(error) => Self::Wthor { path, error },
        }
    }
}

/// Begins to read the games of a file. Beside a WTHOR file the names of players
/// and tournaments are looked for: the first `.jou` and `.trn` of its folder.
///
/// # Errors
///
/// Files that cannot be opened, and WTHOR without a sound header or names.
pub fn open_game_file(
    path: &Path,
    shape: Shape,
) -> Result<GameReader<BufReader<fs::File>>, FileError> {
    let wrong = |error: StreamError| FileError::at(path, error);
    let file = fs::File::open(path).map_err(|error| wrong(error.into()))?;
    let reader = GameReader::new(BufReader::new(file), shape).map_err(wrong)?;
    let names = match reader.format() {
        Format::Wthor => names_beside(path)?,
        _ => None,
    };
    Ok(reader.with_names(names))
}

/// Reads all games of a file. For files of any size there is
/// [`open_game_file`].
///
/// # Errors
///
/// Files that cannot be opened or are broken as a whole.
pub fn read_game_file(path: &Path, shape: Shape) -> Result<Games, FileError> {
    let reader = open_game_file(path, shape)?;
    Games::collect(reader).map_err(|error| FileError::at(path, error))
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::Io {
        path: path.to_owned(),
        error,
    })
}

/// Returns the names of players and tournaments beside a WTHOR file, if both files exist:
/// see [`name_paths_beside`].
///
/// # Errors
///
/// If a file cannot be read.
pub fn names_beside(path: &Path) -> Result<Option<WthorNameFiles>, FileError> {
    let Some([players, tournaments]) = name_paths_beside(path) else {
        return Ok(None);
    };
    Ok(Some(WthorNameFiles {
        players: read_names(&players, WthorNames::PLAYER)?,
        tournaments: read_names(&tournaments, WthorNames::TOURNAMENT)?,
    }))
}

/// Returns the first `.jou` and `.trn` file of the folder of a WTHOR file, if it has both.
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
    let content = read(path)?;
    WthorNames::from_bytes(&content, size).map_err(|error| FileError::Wthor {
        path: path.to_owned(),
        error,
    })
}

/// The first file of a folder, in alphabetical order, with an extension in
/// either case.
fn first_with_extension(folder: &Path, extension: &str) -> Option<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|other| other.eq_ignore_ascii_case(extension))
        })
        .collect();
    paths.sort();
    paths.into_iter().next()
}
