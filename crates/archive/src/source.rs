//! Imported files, identified by their content.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use outflank_othello::Shape;
use outflank_othello::format::{FileError, Format, WthorNameFiles, names_beside};
use rusqlite::{Connection, OptionalExtension, params};
use twox_hash::XxHash3_128;

use super::error::Result;

/// Size of the read buffer in bytes.
const BUFFER: usize = 1 << 16;

/// A file of games, identified by its content, the board and, for WTHOR, the name files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name for display.
    pub name: String,
    /// The length in bytes.
    pub size: u64,
    content: [u8; 16],
}

impl Source {
    /// Identifies a file whose games are read on boards of `shape`. Fails if the file or its WTHOR
    /// name files cannot be read.
    pub fn of_file(path: &Path, shape: Shape) -> Result<Self, FileError> {
        let mut hasher = Hasher::default();
        let hashed = File::open(path).and_then(|file| hasher.read(file));
        hashed.map_err(|error| FileError::at(path, error))?;
        let names = match Format::from_content(&hasher.head) {
            Format::Wthor => names_beside(path)?,
            _ => None,
        };
        let name = path.display().to_string();
        Ok(hasher.finish(name, shape, names.as_ref()))
    }

    /// Identifies content that does not come from a file, with the names of a WTHOR file if it is
    /// one.
    #[must_use]
    pub fn of_content(
        content: &[u8],
        name: &str,
        shape: Shape,
        names: Option<&WthorNameFiles>,
    ) -> Self {
        let mut hasher = Hasher::default();
        hasher.write(content);
        hasher.finish(name.to_owned(), shape, names)
    }
}

/// Hashes the content of a file.
#[derive(Default)]
struct Hasher {
    hash: XxHash3_128,
    size: u64,
    /// The first bytes, used to detect the format.
    head: Vec<u8>,
}

impl Hasher {
    fn read(&mut self, mut file: impl Read) -> io::Result<()> {
        let mut piece = vec![0; BUFFER];
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(()),
                Ok(length) => self.write(&piece[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let missing = Format::PREFIX.saturating_sub(self.head.len());
        self.head
            .extend_from_slice(&bytes[..bytes.len().min(missing)]);
        self.hash.write(bytes);
        self.size += bytes.len() as u64;
    }

    fn finish(mut self, name: String, shape: Shape, names: Option<&WthorNameFiles>) -> Source {
        self.hash.write(&self.size.to_le_bytes());
        self.hash.write(shape.to_string().as_bytes());
        if let Some(names) = names {
            for names in [&names.players, &names.tournaments] {
                // Writing names that were read cannot fail.
                self.hash.write(&names.to_bytes().unwrap_or_default());
            }
        }
        Source {
            name,
            size: self.size,
            content: self.hash.finish_128().to_le_bytes(),
        }
    }
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceProgress {
    /// The row of the source, or 0 if there is none.
    pub(super) id: i64,
    /// Number of games read so far.
    pub(super) taken: usize,
}

/// Returns the progress of importing a source.
pub(super) fn source_progress(connection: &Connection, source: &Source) -> Result<SourceProgress> {
    let mut find = connection.prepare_cached("SELECT id, taken FROM sources WHERE content = ?1")?;
    let found = find.query_row([source.content], |row| {
        Ok(SourceProgress {
            id: row.get(0)?,
            taken: row.get::<_, i64>(1)? as usize,
        })
    });
    Ok(found.optional()?.unwrap_or_default())
}

/// Adds a row for a new source.
pub(super) fn begin(connection: &Connection, source: &Source) -> Result<i64> {
    connection.execute(
        "INSERT INTO sources (content, name, size, taken, written, duplicates, rejected) \
         VALUES (?1, ?2, ?3, 0, 0, 0, 0)",
        params![source.content, source.name, source.size as i64],
    )?;
    Ok(connection.last_insert_rowid())
}
