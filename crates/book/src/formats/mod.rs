//! The formats of other programs and formats for exchange.
//!
//! | extension | format | read | written |
//! |---|---|---|---|
//! | `.dat` | Edax 4 | yes | yes |
//! | `.egbk3` | Egaroucid | yes | yes |
//! | `.txt` | one position per line; begins like Edax's text export | yes | yes |
//! | `.csv` | a table | no | yes |
//! | `.parquet` | a columnar table | no | yes |
//! | `.compact` | the format of the shipped book | yes | yes |

pub mod compact;
#[cfg(feature = "files")]
mod csv;
#[cfg(feature = "files")]
pub mod edax;
#[cfg(feature = "files")]
pub mod egaroucid;
#[cfg(feature = "files")]
mod export;
#[cfg(feature = "files")]
mod import;
#[cfg(feature = "parquet")]
mod table;
#[cfg(feature = "files")]
mod text;

#[cfg(feature = "files")]
use std::{
    io::{self, Read},
    path::Path,
};

#[cfg(feature = "files")]
use crate::error::Fault;

#[cfg(feature = "files")]
pub use export::{Exported, export};
#[cfg(feature = "files")]
pub use import::{Imported, import};

/// An import or export format.
#[cfg(feature = "files")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Edax's binary format.
    Edax,
    /// Egaroucid's format, version 3.
    Egaroucid,
    /// One position per line.
    Text,
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
    /// The compact format of the shipped book.
    Compact,
}

#[cfg(feature = "files")]
impl Format {
    /// Returns the format for a file's extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "dat" => Self::Edax,
            "egbk3" => Self::Egaroucid,
            "txt" => Self::Text,
            "csv" => Self::Csv,
            #[cfg(feature = "parquet")]
            "parquet" => Self::Parquet,
            "compact" => Self::Compact,
            _ => return None,
        })
    }

    /// Detects a readable format from the first bytes of a file.
    #[must_use]
    pub fn detect(start: &[u8]) -> Self {
        if start.starts_with(edax::MAGIC) {
            Self::Edax
        } else if start.starts_with(egaroucid::MAGIC) {
            Self::Egaroucid
        } else if start.starts_with(compact::MAGIC) {
            Self::Compact
        } else {
            Self::Text
        }
    }
}

/// Reads the records of a file and tracks the offset.
#[cfg(feature = "files")]
#[derive(Debug)]
struct Input<R> {
    input: R,
    offset: u64,
    /// The number of records according to the header, and the number still to read.
    positions: u64,
    remaining: u64,
}

#[cfg(feature = "files")]
impl<R: Read> Input<R> {
    const fn new(input: R) -> Self {
        Self {
            input,
            offset: 0,
            positions: 0,
            remaining: 0,
        }
    }

    /// Reads exactly `N` bytes. Error messages call them `what`.
    fn read<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += N as u64;
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let problem = format!("the file ends within {what}: expected {N} more bytes");
                Err(Fault::wrong(self.offset, problem))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the number of records. If there are none, the input must end here.
    fn read_positions(&mut self) -> Result<(), Fault> {
        let offset = self.offset;
        let count = i32::from_le_bytes(self.read("the header")?);
        let wrong = |_| Fault::wrong(offset, format!("{count} positions: expected at least 0"));
        self.positions = u64::try_from(count).map_err(wrong)?;
        self.remaining = self.positions;
        match self.remaining {
            0 => self.end(),
            _ => Ok(()),
        }
    }

    /// Reads the next record. Returns `None` after the last record or an error.
    fn next<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Option<Result<T, Fault>> {
        self.remaining = self.remaining.checked_sub(1)?;
        let mut record = read(self);
        if self.remaining == 0 && record.is_ok() {
            record = self.end().and(record);
        }
        if record.is_err() {
            self.remaining = 0;
        }
        Some(record)
    }

    /// Checks that the input ends here.
    fn end(&mut self) -> Result<(), Fault> {
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Fault::wrong(
                self.offset,
                "more bytes follow the last position",
            )),
        }
    }
}

/// Encodes the number of records as in the headers of other programs' books.
#[cfg(feature = "files")]
fn count(positions: u64) -> io::Result<[u8; 4]> {
    let problem = || format!("{positions} positions: the format holds at most 2147483647");
    let count = i32::try_from(positions).map_err(|_| io::Error::other(problem()))?;
    Ok(count.to_le_bytes())
}
