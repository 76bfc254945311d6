//! The header, which is the first page of a book.

use outflank_othello::Shape;
use twox_hash::XxHash3_64;

use super::page::{Bytes, ENTRIES_PER_PAGE, PAGE_SIZE, word};
use crate::entry::ENTRY_SIZE;
use crate::error::Fault;

/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"OUTFBOOK";

/// The version of the format.
const VERSION: u32 = 1;

/// A number that reads as 1 on a machine with the file's byte order.
const BYTE_ORDER: u32 = 1;

/// Fields with the same value in every book, and their offsets.
const FIXED: [(usize, u32); 3] = [
    (12, BYTE_ORDER),
    (16, PAGE_SIZE as u32),
    (20, ENTRY_SIZE as u32),
];

/// The fields of Edax's header other than the number of positions, kept so that an export restores
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdaxSettings {
    /// Version and release.
    pub version: [u8; 2],
    /// Year, month, day, hour, minute, second and a byte of padding, as stored.
    pub date: [u8; 8],
    /// Search level.
    pub level: i32,
    /// Number of empties of the deepest positions.
    pub empties: i32,
    /// Error of midgame scores in discs.
    pub midgame_error: i32,
    /// Error of selective end scores in discs.
    pub end_error: i32,
    /// Verbosity.
    pub verbosity: i32,
}

impl Default for EdaxSettings {
    fn default() -> Self {
        Self {
            version: [4, 5],
            date: [0; 8],
            level: 0,
            empties: 60,
            midgame_error: 0,
            end_error: 0,
            verbosity: 0,
        }
    }
}

impl EdaxSettings {
    /// Size in bytes.
    pub(crate) const SIZE: usize = 30;

    /// Returns the stored form, which is that of Edax's header.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..2].copy_from_slice(&self.version);
        bytes[2..10].copy_from_slice(&self.date);
        let numbers = [
            self.level,
            self.empties,
            self.midgame_error,
            self.end_error,
            self.verbosity,
        ];
        for (slot, number) in bytes[10..].chunks_exact_mut(4).zip(numbers) {
            slot.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    /// Reads the stored form.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Self {
        let number = |place: usize| {
            i32::from_le_bytes(std::array::from_fn(|byte| bytes[10 + 4 * place + byte]))
        };
        Self {
            version: [bytes[0], bytes[1]],
            date: std::array::from_fn(|byte| bytes[2 + byte]),
            level: number(0),
            empties: number(1),
            midgame_error: number(2),
            end_error: number(3),
            verbosity: number(4),
        }
    }
}

/// Counts for a whole book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions with a proven score.
    pub exact: u64,
    /// The number of moves from one position of the book to another.
    pub links: u64,
}

/// The header of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board shape.
    pub shape: Shape,
    /// The totals of the book.
    pub totals: Totals,
    /// The first page of the positions with each number of discs; entry 65 is the number of pages.
    pub(super) groups: [u64; 66],
    pub(super) index_checksum: u64,
    /// The settings of the Edax book that this one was imported from.
    pub edax: Option<EdaxSettings>,
}

/// The maximum length of a shape name in bytes.
const SHAPE_SIZE: usize = 256;

/// Offsets of the fields.
const SHAPE_AT: usize = 24;
const TOTALS_AT: usize = SHAPE_AT + SHAPE_SIZE;
const GROUPS_AT: usize = TOTALS_AT + 24;
const INDEX_AT: usize = GROUPS_AT + 66 * 8;
const EDAX_AT: usize = INDEX_AT + 8;
const CHECKSUM_AT: usize = PAGE_SIZE - 8;

impl Header {
    /// Returns the number of pages of entries.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.groups[65]
    }

    /// Returns a string that identifies the content of the book.
    pub(crate) fn identity(&self) -> String {
        let Totals { positions, .. } = self.totals;
        format!("{} {positions} {:016x}", self.shape, self.index_checksum)
    }

    /// Returns the size of the whole file in bytes, or `None` on overflow.
    #[must_use]
    pub fn file_size(&self) -> Option<u64> {
        let entries = self.pages().checked_add(1)?.checked_mul(PAGE_SIZE as u64)?;
        entries.checked_add(self.pages().checked_mul(16)?)
    }

    /// Returns the stored form.
    pub(super) fn encode(&self) -> Bytes {
        let mut bytes = [0; PAGE_SIZE];
        bytes[..8].copy_from_slice(MAGIC);
        for (at, number) in [(8, VERSION)].into_iter().chain(FIXED) {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        let shape = self.shape.to_string();
        let length = shape.len().min(SHAPE_SIZE);
        bytes[SHAPE_AT..SHAPE_AT + length].copy_from_slice(&shape.as_bytes()[..length]);
        let totals = self.totals;
        let numbers = [totals.positions, totals.exact, totals.links];
        let numbers = numbers.into_iter().chain(self.groups);
        let numbers = numbers.chain([self.index_checksum]);
        for (slot, number) in bytes[TOTALS_AT..].chunks_exact_mut(8).zip(numbers) {
            slot.copy_from_slice(&number.to_le_bytes());
        }
        if let Some(edax) = self.edax {
            bytes[EDAX_AT] = 1;
            let at = EDAX_AT + 1;
            bytes[at..at + EdaxSettings::SIZE].copy_from_slice(&edax.to_bytes());
        }
        let checksum = XxHash3_64::oneshot(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads the stored form.
    pub(super) fn decode(bytes: &Bytes) -> Result<Self, Fault> {
        if &bytes[..8] != MAGIC {
            return Err(Fault::Foreign("a file written by `outflank book`"));
        }
        let number = |at: usize| word(bytes, at) as u32;
        if number(12) == BYTE_ORDER.swap_bytes() {
            return Err(Fault::wrong(12, "wrong byte order"));
        }
        let found = number(8);
        if found != VERSION {
            let known = VERSION;
            return Err(Fault::Version { found, known });
        }
        let checksum = XxHash3_64::oneshot(&bytes[..CHECKSUM_AT]);
        if word(bytes, CHECKSUM_AT) != checksum {
            let at = CHECKSUM_AT as u64;
            return Err(Fault::wrong(at, "damaged header: wrong checksum"));
        }
        for (at, expected) in FIXED {
            if number(at) != expected {
                let problem = format!("{}: expected {expected}", number(at));
                return Err(Fault::wrong(at as u64, problem));
            }
        }
        let name = &bytes[SHAPE_AT..SHAPE_AT + SHAPE_SIZE];
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        let name = std::str::from_utf8(name).ok();
        let shape: Option<Shape> = name.and_then(|name| name.parse().ok());
        let wrong_shape = || Fault::wrong(SHAPE_AT as u64, "expected a board shape such as 8x8");
        let shape = shape.ok_or_else(wrong_shape)?;
        if !shape.is_narrow() {
            return Err(Fault::Wide(shape));
        }
        let edax = bytes[EDAX_AT] == 1;
        let edax = edax.then(|| {
            let settings = std::array::from_fn(|byte| bytes[EDAX_AT + 1 + byte]);
            EdaxSettings::from_bytes(&settings)
        });
        let header = Self {
            shape,
            totals: Totals {
                positions: word(bytes, TOTALS_AT),
                exact: word(bytes, TOTALS_AT + 8),
                links: word(bytes, TOTALS_AT + 16),
            },
            groups: std::array::from_fn(|place| word(bytes, GROUPS_AT + 8 * place)),
            index_checksum: word(bytes, INDEX_AT),
            edax,
        };
        header.check()?;
        Ok(header)
    }

    /// Checks that the numbers are consistent.
    fn check(&self) -> Result<(), Fault> {
        if self.groups[0] != 0 || !self.groups.is_sorted() {
            return Err(Fault::wrong(GROUPS_AT as u64, "groups out of order"));
        }
        let most = self.pages().checked_mul(ENTRIES_PER_PAGE as u64);
        let positions = self.totals.positions;
        if positions < self.pages() || most.is_none_or(|most| positions > most) {
            let problem = format!("{positions} positions in {} pages", self.pages());
            return Err(Fault::wrong(TOTALS_AT as u64, problem));
        }
        Ok(())
    }
}
