//! Errors of books.

use std::io;
use std::path::{Path, PathBuf};

use outflank_othello::Shape;

/// An error of a book in a file.
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
    /// The file is something else.
    #[error("not a book: expected {0}")]
    Foreign(&'static str),
    /// A later version of the program wrote the book.
    #[error("book version {found}: this program reads version {known}")]
    Version {
        /// The version of the file.
        found: u32,
        /// The version that is supported.
        known: u32,
    },
    /// The content at an offset is wrong.
    #[error("offset {offset}: {problem}")]
    Wrong {
        /// Where, in bytes from the start of the file; in a text, the number of the line.
        offset: u64,
        /// What is wrong and what was expected.
        problem: String,
    },
    /// The book is for another board.
    #[error("a book for a board of {found}: expected one for {expected}")]
    Shape {
        /// The shape of the book.
        found: Shape,
        /// The shape that was expected.
        expected: Shape,
    },
    /// A board larger than 8×8 has no book.
    #[error("a board of {0}: books hold boards that fit inside 8x8")]
    Wide(Shape),
    /// The name `off`, which means no book.
    #[error("this means no book: expected a file (for a file of this name, `./off`)")]
    NoBook,
    /// The shipped book, which cannot be written.
    #[error(
        "the shipped book cannot be changed: copy it with `outflank book import \
         shipped FILE` and change the copy (for a file of this name, `./shipped`)"
    )]
    Shipped,
    /// A game that is over has no position for a book.
    #[error("the game is over: expected a position with a legal move")]
    Over,
    /// The overlay cannot be read or written.
    #[cfg(feature = "files")]
    #[error("overlay: {0}")]
    Overlay(#[from] rusqlite::Error),
    /// Parquet cannot be written.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The work was stopped; running it again resumes it.
    #[error("stopped: the same command resumes it")]
    Stopped,
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Fault {
    /// Returns the error of a wrong content at an offset.
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
