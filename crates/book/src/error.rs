//! Errors of books.

use std::io;
use std::path::{Path, PathBuf};

use outflank_othello::Shape;

/// An error with a book file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct BookError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub fault: Fault,
}

/// What went wrong with a book.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file is not a book.
    #[error("not a book: expected {0}")]
    Foreign(&'static str),
    /// A later version of the program wrote the book.
    #[error("book version {found}: this program reads version {known}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that this program reads.
        known: u32,
    },
    /// The content at an offset is wrong.
    #[error("offset {offset}: {problem}")]
    Wrong {
        /// The offset in bytes from the start of the file, or the line number in a text file.
        offset: u64,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// The book has another board shape.
    #[error("a book for {found}: expected one for {expected}")]
    Shape {
        /// The shape of the book.
        found: Shape,
        /// The shape that was expected.
        expected: Shape,
    },
    /// The board does not fit inside 8×8.
    #[error("a board of {0}: books hold boards that fit inside 8x8")]
    Wide(Shape),
    /// The name `off`, which means no book.
    #[error("this means no book: expected a file (write `./off` for a file of that name)")]
    NoBook,
    /// The shipped book is read-only.
    #[error(
        "the shipped book cannot be changed: copy it with `outflank book import \
         shipped FILE` and change the copy (for a file of this name, `./shipped`)"
    )]
    Shipped,
    /// The game is over, but books have only positions with a legal move.
    #[error("the game is over: expected a position with a legal move")]
    Over,
    /// The overlay cannot be read or written.
    #[cfg(feature = "files")]
    #[error("overlay: {0}")]
    Overlay(#[from] rusqlite::Error),
    /// Parquet cannot be written.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
    /// Only the overlay exists: the command that creates the book has not finished.
    #[error("not written yet: wait for the command that creates it, or run it again")]
    Unwritten,
    /// The user stopped the operation. Running it again resumes it.
    #[error("stopped: run the same command to resume")]
    Stopped,
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Fault {
    /// Returns an error for wrong content at an offset.
    pub(crate) fn wrong(offset: u64, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self::Wrong { offset, problem }
    }

    /// Adds the path.
    #[must_use]
    pub fn at(self, path: &Path) -> BookError {
        let path = path.to_owned();
        BookError { path, fault: self }
    }
}

/// Adds the path of a file to the error of a result.
pub(crate) trait At<T> {
    fn at(self, path: &Path) -> Result<T, BookError>;
}

impl<T, E: Into<Fault>> At<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, BookError> {
        self.map_err(|error| error.into().at(path))
    }
}
