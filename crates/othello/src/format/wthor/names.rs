//! Players (`.jou`) and tournaments (`.trn`).

use encoding_rs::mem;

use super::bytes::records;
use super::{WthorError, WthorHeader};

/// A file of names, which games refer to by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorNames {
    /// The header. Its number of names is the true one when it is written.
    pub header: WthorHeader,
    /// Bytes of a name with the zero that ends it.
    size: usize,
    /// The names' bytes, whatever stands behind their zeros included.
    records: Vec<Vec<u8>>,
}

impl WthorNames {
    /// Bytes of a player's name with the zero that ends it.
    pub const PLAYER: usize = 20;
    /// Bytes of a tournament's name with the zero that ends it.
    pub const TOURNAMENT: usize = 26;

    /// No names yet, to be written in records of `size` bytes: [`Self::PLAYER`]
    /// or [`Self::TOURNAMENT`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            header: WthorHeader::default(),
            size,
            records: Vec::new(),
        }
    }

    /// Reads a file of names with `size` bytes each.
    ///
    /// # Errors
    ///
    /// Files of a length that the header does not announce.
    pub fn from_bytes(file: &[u8], size: usize) -> Result<Self, WthorError> {
        let header = WthorHeader::from_bytes(file)?;
        let records = records(file, usize::from(header.names), size)?;
        Ok(Self {
            header,
            size,
            records: records.map(<[u8]>::to_vec).collect(),
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    ///
    /// More names than the header can count.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WthorError> {
        let count = self.records.len();
        let names = u16::try_from(count).map_err(|_| WthorError::TooMany(count))?;
        let header = WthorHeader {
            names,
            ..self.header
        };
        let mut bytes = header.to_bytes().to_vec();
        self.records.iter().for_each(|record| bytes.extend(record));
        Ok(bytes)
    }

    /// Number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The name with a number.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<String> {
        let record = self.records.get(usize::from(number))?;
        let end = record.iter().position(|&byte| byte == 0);
        let name = &record[..end.unwrap_or(record.len())];
        Some(mem::decode_latin1(name).into_owned())
    }

    /// The number of a name, which is added if it is new.
    ///
    /// # Errors
    ///
    /// Names that are too long or not in ISO 8859-1, and one name too many.
    pub fn number_of(&mut self, name: &str) -> Result<u16, WthorError> {
        let too_many = WthorError::TooMany(self.records.len() + 1);
        let existing = (0..self.records.len())
            .filter_map(|number| u16::try_from(number).ok())
            .find(|&number| self.get(number).as_deref() == Some(name));
        if let Some(number) = existing {
            return Ok(number);
        }
        if !mem::is_str_latin1(name) || name.chars().count() >= self.size || name.contains('\0') {
            return Err(WthorError::Name(name.to_owned(), self.size - 1));
        }
        let number = u16::try_from(self.records.len()).map_err(|_| too_many)?;
        let mut record = mem::encode_latin1_lossy(name).into_owned();
        record.resize(self.size, 0);
        self.records.push(record);
        Ok(number)
    }
}
