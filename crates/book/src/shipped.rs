//! The book that the program carries, and books named by their user.

use std::convert::Infallible;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use outflank_othello::Shape;

use crate::book::Book;
use crate::error::BookError;
use crate::formats::compact;

/// The name of the book that the program carries.
pub const SHIPPED: &str = "shipped";

/// The book of 8×8 that the program carries, as a compact file.
static BYTES: &[u8] = include_bytes!("../shipped/8x8.compact");

/// The same, read when it is first used.
static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let entries = compact::read(BYTES);
    match entries.and_then(|entries| Book::of_entries(Shape::STANDARD, entries)) {
        Ok(book) => book,
        Err(error) => unreachable!("the shipped book is read by a test: {error}"),
    }
});

/// Returns the compact file of the shipped book.
pub(crate) fn shipped_bytes() -> &'static [u8] {
    BYTES
}

/// A book as a user names it: `off`, `shipped`, or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookName {
    /// No book.
    Off,
    /// The book that the program carries.
    Shipped,
    /// A file made by `outflank book`.
    File(PathBuf),
}

impl FromStr for BookName {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(match name {
            "off" => Self::Off,
            SHIPPED => Self::Shipped,
            file => Self::File(file.into()),
        })
    }
}

impl std::fmt::Display for BookName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Shipped => f.write_str(SHIPPED),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl BookName {
    /// Opens the book, if there is one. The shipped book is read when it is first used.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is no complete book.
    pub fn open(&self) -> Result<Option<OpenBook>, BookError> {
        Ok(match self {
            Self::Off => None,
            Self::Shipped => Some(OpenBook::Shipped),
            Self::File(path) => Some(OpenBook::open(path)?),
        })
    }
}

/// An open book that its users share.
#[derive(Clone, Debug)]
pub enum OpenBook {
    /// The book that the program carries.
    Shipped,
    /// The book of a file.
    File(Arc<Book>),
}

impl OpenBook {
    /// Opens the book of a file.
    ///
    /// # Errors
    ///
    /// As [`Book::open`].
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Ok(Self::File(Arc::new(Book::open(path)?)))
    }

    /// Reads the shipped book now instead of when it is first used, which takes some 30 ms.
    pub fn load(&self) {
        let _: &Book = self;
    }
}

impl Deref for OpenBook {
    type Target = Book;

    fn deref(&self) -> &Book {
        match self {
            Self::Shipped => &BOOK,
            Self::File(book) => book,
        }
    }
}
