//! Opening books.
//!
//! A [`Book`] is a [`Store`], one immutable file of sorted positions that opens in
//! milliseconds at any size, and an overlay with the positions added since. Lookups are by
//! canonical form, so a position and its symmetric images are one. The file formats of other
//! programs are in [`formats`].
#![deny(unsafe_code)]
#![cfg_attr(
    not(feature = "files"),
    allow(dead_code, reason = "entries and errors of books in files")
)]

mod balanced;
mod book;
#[cfg(feature = "files")]
mod check;
#[cfg(feature = "files")]
mod editor;
mod entry;
mod error;
#[cfg(feature = "files")]
mod files;
pub mod formats;
#[cfg(feature = "files")]
mod grow;
#[cfg(feature = "files")]
mod leaf_search;
#[cfg(feature = "files")]
mod levels;
#[cfg(feature = "files")]
mod merge;
#[cfg(feature = "files")]
mod negamax;
#[cfg(feature = "files")]
mod overlay;
mod played;
mod player;
#[cfg(feature = "files")]
mod progress;
mod shipped;
#[cfg(feature = "files")]
mod store;
mod tree;

pub use balanced::{BALANCED, BALANCED_LEVEL, BALANCED_PLIES, BalancedOpening, balanced_openings};
pub use book::{Book, BookMove, BookPosition};
#[cfg(feature = "files")]
pub use check::{Difference, GRADES, Statistics, Verified, difference, statistics, verify};
#[cfg(feature = "files")]
pub use editor::BookEditor;
pub use entry::{Entry, Grade, Key, Leaf, Quality, Reached};
pub use error::{BookError, Fault};
#[cfg(feature = "files")]
pub use files::{BookLock, overlay_path};
#[cfg(feature = "files")]
pub use grow::{COST_PER_DISC, Growth, Step};
#[cfg(feature = "files")]
pub use leaf_search::LeafSearch;
#[cfg(feature = "files")]
pub use levels::Levels;
#[cfg(feature = "files")]
pub use merge::{Merged, better, merge};
#[cfg(feature = "files")]
pub use negamax::Scores;
pub use player::BookPlayer;
#[cfg(feature = "files")]
pub use progress::Progress;
#[cfg(feature = "files")]
pub use shipped::BookName;
pub use shipped::{OpenBook, SHIPPED};
#[cfg(feature = "files")]
pub use store::{EdaxSettings, Entries, Header, Place, Store, Totals};
pub use tree::{Child, Link, children, evaluated, valid_leaf};
