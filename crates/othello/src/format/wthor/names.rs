//! WTHOR players (`.jou`) and tournaments (`.trn`).

use encoding_rs::mem;

use super::bytes::records;
use super::{WthorError, WthorHeader};

/// A file of names, which games refer to by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorNames {
    /// The header. Writing sets its number of names.
    pub header: WthorHeader,
    /// Length of a name in bytes, including the terminating zero.
    pub(crate) size: usize,
    /// The bytes of the names, including any after the terminating zero.
    records: Vec<Vec<u8>>,
}

impl WthorNames {
    /// Length of a player's name in bytes, including the terminating zero.
    pub const PLAYER: usize = 20;
    /// Length of a tournament's name in bytes, including the terminating zero.
    pub const TOURNAMENT: usize = 26;

    /// Creates an empty file with names of `size` bytes: [`Self::PLAYER`] or [`Self::TOURNAMENT`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        let (header, records) = (WthorHeader::default(), Vec::new());
        Self {
            header,
            size,
            records,
        }
    }

    /// Parses a file of names with `size` bytes each.
    ///
    /// # Errors
    ///
    /// Returns an error if the length does not match the header.
    pub fn from_bytes(file: &[u8], size: usize) -> Result<Self, WthorError> {
        let header = WthorHeader::from_bytes(file)?;
        let records = records(file, usize::from(header.names), size)?;
        let records = records.map(<[u8]>::to_vec).collect();
        Ok(Self {
            header,
            size,
            records,
        })
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more names than the header can count.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WthorError> {
        let (mut header, count) = (self.header, self.records.len());
        header.names = u16::try_from(count).map_err(|_| WthorError::TooMany(count))?;
        let mut bytes = header.to_bytes().to_vec();
        self.records.iter().for_each(|record| bytes.extend(record));
        Ok(bytes)
    }

    /// Returns the number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the name with the given number.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<String> {
        let record = self.records.get(usize::from(number))?;
        let end = record.iter().position(|&byte| byte == 0);
        let name = &record[..end.unwrap_or(record.len())];
        Some(mem::decode_latin1(name).into_owned())
    }

    /// Returns the index of a name, adding it if it is new.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is too long or not in ISO 8859-1, or if there are too
    /// many names.
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
