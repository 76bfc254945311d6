//! Writing game files to disk.

use std::io;
use std::path::Path;
use std::sync::Arc;

use outflank_othello::format::wthor::WthorHeader;
use outflank_othello::format::{
    Finished, Format, GameRecord, GameWriter, NameNumbers, Omission, WriteError,
};
use outflank_support::AtomicFile;

/// A file of games that is moved into place once it is complete.
///
/// If a `GameFile` is dropped before [`GameFile::finish`], the old file stays unchanged.
#[derive(Debug)]
pub struct GameFile {
    writer: GameWriter<AtomicFile>,
}

impl GameFile {
    /// Returns a writer of games to a file.
    #[must_use]
    pub fn new(mut file: AtomicFile, format: Format) -> Self {
        if format == Format::Wthor {
            // The header is known only at the end.
            file.hold();
        }
        Self {
            writer: GameWriter::new(file, format),
        }
    }

    /// Sets the header of a WTHOR file. See [`GameWriter::set_wthor_header`].
    pub const fn set_wthor_header(&mut self, header: Option<WthorHeader>) {
        self.writer.set_wthor_header(header);
    }

    /// Sets the names for WTHOR. See [`GameWriter::set_names`].
    pub fn set_names(&mut self, names: Option<Arc<NameNumbers>>) {
        self.writer.set_names(names);
    }

    /// Returns the number of games written.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.writer.games()
    }

    /// Writes a game. See [`GameWriter::write`]. Fails if the format cannot represent the game or
    /// an I/O error occurs.
    pub fn write(&mut self, record: &GameRecord) -> Result<Vec<Omission>, WriteError> {
        self.writer.write(record)
    }

    /// Completes the file and moves it into place. Returns the omissions that are known only at the
    /// end, each with the number of affected games. If an I/O error occurs, returns it and leaves
    /// the old file unchanged.
    pub fn finish(self) -> io::Result<Vec<(Omission, usize)>> {
        let (file, omissions) = self.complete()?;
        file.rename()?;
        Ok(omissions)
    }

    /// Completes all files before moving the first into place, so that a full disk leaves none of
    /// them behind. Returns the omissions that are known only at the end, or the first I/O error
    /// with the path of the file.
    pub fn finish_all(files: Vec<Self>) -> io::Result<Vec<(Omission, usize)>> {
        let mut omissions = Vec::new();
        let mut complete = Vec::new();
        let named = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        for game_file in files {
            let path = game_file.writer.output().path().to_owned();
            let (file, lost) = game_file.complete().map_err(|error| named(&path, error))?;
            omissions.extend(lost);
            complete.push((file, path));
        }
        for (file, path) in complete {
            file.rename().map_err(|error| named(&path, error))?;
        }
        Ok(omissions)
    }

    fn complete(self) -> io::Result<(AtomicFile, Vec<(Omission, usize)>)> {
        let Finished {
            output: mut file,
            wthor_header,
            omissions,
            ..
        } = self.writer.finish()?;
        if let Some(header) = wthor_header {
            file.overwrite_start(&header)?;
        }
        file.complete()?;
        Ok((file, omissions))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use outflank_othello::{Game, Shape};

    use super::*;

    #[test]
    fn no_partial_file_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        fs::write(&path, "before").unwrap();
        let count = || fs::read_dir(&folder).unwrap().count();
        let create = || GameFile::new(AtomicFile::create(&path).unwrap(), Format::Transcripts);
        let file = create();
        assert_eq!(count(), 2);
        drop(file);
        assert_eq!(count(), 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        let mut file = create();
        let game = Game::from_transcript(Shape::STANDARD, "f5d6").unwrap();
        file.write(&GameRecord::new(game)).unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "f5d6\n");
        assert_eq!(count(), 1);
    }
}
