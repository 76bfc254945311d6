//! Files on disk.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::wthor::{WthorError, WthorNames};
use super::{Format, GameReadError, Games, WthorNameFiles, read_games};
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
    /// Its content cannot be read.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Why.
        error: GameReadError,
    },
}

/// Reads the games of a file. Beside a WTHOR file the names of players and
/// tournaments are looked for: the first `.jou` and `.trn` of its folder.
///
/// # Errors
///
/// Files that cannot be opened or are broken as a whole.
pub fn read_game_file(path: &Path, shape: Shape) -> Result<Games, FileError> {
    let content = read(path)?;
    let names = if Format::of_content(&content) == Format::Wthor {
        names_beside(path)?
    } else {
        None
    };
    read_games(&content, shape, names.as_ref()).map_err(|error| FileError::Content {
        path: path.to_owned(),
        error,
    })
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    fs::read(path).map_err(|error| FileError::Io {
        path: path.to_owned(),
        error,
    })
}

/// The names of players and tournaments in the folder of a WTHOR file, if both
/// files are there.
fn names_beside(path: &Path) -> Result<Option<WthorNameFiles>, FileError> {
    let Some(folder) = path.parent() else {
        return Ok(None);
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let players = first_with_extension(folder, "jou");
    let tournaments = first_with_extension(folder, "trn");
    let (Some(players), Some(tournaments)) = (players, tournaments) else {
        return Ok(None);
    };
    Ok(Some(WthorNameFiles {
        players: read_names(&players, WthorNames::PLAYER)?,
        tournaments: read_names(&tournaments, WthorNames::TOURNAMENT)?,
    }))
}

fn read_names(path: &Path, size: usize) -> Result<WthorNames, FileError> {
    let content = read(path)?;
    WthorNames::from_bytes(&content, size).map_err(|error: WthorError| FileError::Content {
        path: path.to_owned(),
        error: error.into(),
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

/// Writes a file beside its place and renames it into it, so that the place
/// never holds half a file.
///
/// # Errors
///
/// Whatever the system refuses; the file that was there stays.
pub fn write_beside_and_rename(path: &Path, content: &[u8]) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::other("this is no name of a file"));
    };
    let mut beside: OsString = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&beside, path));
    if renamed.is_err() {
        // The half file is of no use; that it may stay is no further failure.
        let _ = fs::remove_file(&beside);
    }
    renamed
}
