//! A book in one file of sorted records.
//!
//! The file has a header of one page, pages of entries, and an index with the first board of each
//! page. Entries are sorted by number of discs, then by board; each number of discs starts a new
//! page. A lookup reads one page, whose checksum is verified the first time.

mod header;
mod map;
mod page;
mod reader;
mod writer;

pub use header::{EdaxSettings, Header, Totals};
pub(crate) use page::PAGE_SIZE;
pub use reader::{Entries, Place, Store};
pub(crate) use writer::{StoreWriter, rewrite_page, rewrite_totals};
