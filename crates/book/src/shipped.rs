//! The shipped book, and how users name books.

use std::io;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};
#[cfg(feature = "files")]
use std::{
    convert::Infallible,
    ffi::OsString,
    ops::ControlFlow,
    path::{Path, PathBuf},
    str::FromStr,
};

use outflank_engine::evaluation::no_memory;

use crate::Fault;
use crate::book::Book;
use crate::formats::compact;
#[cfg(feature = "files")]
use crate::{
    error::{At as _, BookError},
    files::BookLock,
    formats::import,
    progress::Progress,
    store::Store,
};

/// The name of the shipped book.
pub const SHIPPED: &str = "shipped";

outflank_engine::data_file!(
    /// The compact file of the shipped 8×8 book.
    SHIPPED_FILE,
    "8x8.compact",
    include_bytes!("../shipped/8x8.compact")
);

/// The shipped book, unpacked on first use.
static BOOK: LazyLock<Book> = LazyLock::new(|| match compact::read(SHIPPED_FILE.content()) {
    Ok(entries) => Book::in_memory(entries),
    Err(Fault::Io(error)) if error.kind() == io::ErrorKind::OutOfMemory => {
        no_memory("shipped book")
    }
    Err(error) => unreachable!("a test reads the shipped book: {error}"),
});

/// A book as users name it: `off`, `shipped`, or a file. Files with these two names are `./off` and
/// `./shipped`.
#[cfg(feature = "files")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookName {
    /// No book.
    Off,
    /// The shipped book.
    Shipped,
    /// A file written by `outflank book`.
    File(PathBuf),
}

#[cfg(feature = "files")]
impl FromStr for BookName {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(OsString::from(name).into())
    }
}

/// Converts from an `OsString`, since file names need not be UTF-8.
#[cfg(feature = "files")]
impl From<OsString> for BookName {
    fn from(name: OsString) -> Self {
        if name == "off" {
            Self::Off
        } else if name == SHIPPED {
            Self::Shipped
        } else {
            Self::File(name.into())
        }
    }
}

#[cfg(feature = "files")]
impl std::fmt::Display for BookName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Shipped => f.write_str(SHIPPED),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

#[cfg(feature = "files")]
impl BookName {
    /// Opens the book; returns `None` for `off`. The shipped book is unpacked on first use.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a complete book.
    pub fn open(&self) -> Result<Option<OpenBook>, BookError> {
        Ok(match self {
            Self::Off => None,
            Self::Shipped => Some(OpenBook::Shipped),
            Self::File(path) => Some(OpenBook::open(path)?),
        })
    }

    /// Opens the book to read all its positions. The shipped book is unpacked into a temporary
    /// file.
    ///
    /// # Errors
    ///
    /// Returns an error for `off`, if the file cannot be read or is not a complete book, or if the
    /// temporary file cannot be written.
    pub fn store(&self) -> Result<Store, BookError> {
        match self {
            Self::Off => Err(Fault::NoBook.at(Path::new("off"))),
            Self::Shipped => shipped_store(),
            Self::File(path) => Store::open(path),
        }
    }

    /// Returns the path of a book to write.
    ///
    /// # Errors
    ///
    /// Returns an error for `off` and `shipped`.
    pub fn file(&self) -> Result<&Path, BookError> {
        match self {
            Self::Off => Err(Fault::NoBook.at(Path::new("off"))),
            Self::Shipped => Err(Fault::Shipped.at(Path::new(SHIPPED))),
            Self::File(path) => Ok(path),
        }
    }
}

#[cfg(feature = "files")]
/// Unpacks the shipped book into a temporary file.
fn shipped_store() -> Result<Store, BookError> {
    let name = Path::new(SHIPPED);
    let folder = tempfile::tempdir().at(name)?;
    let book = folder.path().join(SHIPPED);
    let (lock, mut keep_going) = (BookLock::new(&book)?, |_, _| ControlFlow::Continue(()));
    import(&lock, name, &mut Progress::new(&mut keep_going))?;
    Store::temporary(&book, folder, name).at(name)
}

/// An open book, shared by its users.
#[derive(Clone, Debug)]
pub enum OpenBook {
    /// The shipped book.
    Shipped,
    /// A book from a file.
    File(Arc<Book>),
}

impl OpenBook {
    /// Opens a book file.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`Book::open`].
    #[cfg(feature = "files")]
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Ok(Self::File(Arc::new(Book::open(path)?)))
    }

    /// Unpacks the shipped book now instead of on first use. This takes about 30 ms.
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
