//! Writing game files to disk.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::atomic_file::AtomicFile;
use super::wthor::WthorHeader;
use super::{Format, GameRecord, GameWriter, NameNumbers, Omission, WriteError};

/// A game file written under a temporary name and renamed once it is complete. It is
/// closed between writes, so thousands can be in progress at once.
///
/// Dropping it before [`GameFile::finish`] removes the temporary file.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    writer: GameWriter<AtomicFile>,
}

impl GameFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    ///
    /// Returns any I/O error.
    pub fn create(path: &Path, format: Format) -> io::Result<Self> {
        let file = AtomicFile::create(path)?;
        Ok(Self {
            path: path.to_owned(),
            writer: GameWriter::new(file, format),
        })
    }

    /// Sets the header of a WTHOR file: see
    /// [`GameWriter::set_wthor_header`].
    pub const fn set_wthor_header(&mut self, header: Option<WthorHeader>) {
        self.writer.set_wthor_header(header);
    }

    /// Sets the names for WTHOR: see [`GameWriter::set_names`].
    pub fn set_names(&mut self, names: Option<Arc<NameNumbers>>) {
        self.writer.set_names(names);
    }

    /// Returns the number of games written.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.writer.games()
    }

    /// Writes a game: see [`GameWriter::write`].
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot represent the game, or any I/O error.
    pub fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        self.writer.write(record)
    }

    /// Completes the file and renames it. Returns the number of games, and the omissions
    /// known only at the end.
    ///
    /// # Errors
    ///
    /// Returns any I/O error; the old file is then unchanged.
    pub fn finish(self) -> io::Result<(usize, Vec<(Omission, usize)>)> {
        let finished = self.writer.finish()?;
        let mut file = finished.output;
        file.complete(finished.wthor_header)?;
        file.rename()?;
        Ok((finished.games, finished.omissions))
    }

    /// Completes several files before it renames the first, so that a full disk leaves
    /// none of them behind. Returns the omissions known only at the end.
    ///
    /// # Errors
    ///
    /// Returns any I/O error, with the name of the file.
    pub fn finish_all(files: Vec<Self>) -> io::Result<Vec<(Omission, usize)>> {
        let mut omissions = Vec::new();
        let mut complete = Vec::new();
        let named = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        for Self { path, writer } in files {
            let finished = writer.finish().map_err(|error| named(&path, error))?;
            let mut file = finished.output;
            let completed = file.complete(finished.wthor_header);
            completed.map_err(|error| named(&path, error))?;
            omissions.extend(finished.omissions);
            complete.push((file, path));
        }
        for (file, path) in complete {
            file.rename().map_err(|error| named(&path, error))?;
        }
        Ok(omissions)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::write_atomically;
    use super::*;

    #[test]
    fn a_partial_file_is_not_left_behind() {
        let folder = std::env::temp_dir().join(format!("outflank-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.txt");
        fs::write(&path, "before").unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let file = GameFile::create(&path, Format::Ggf).unwrap();
        assert_eq!(count(), 2);
        drop(file);
        assert_eq!(count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        write_atomically(&path, b"after").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
