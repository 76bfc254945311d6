//! Opening books.
//!
//! A [`Book`] is a [`Store`], one immutable file of sorted positions that opens in milliseconds at
//! any size, and an overlay with the positions added since. Lookups use the canonical form, so a
//! position and its symmetric images share an entry. The file formats of other programs are in
//! [`formats`].
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
pub use entry::{Entry, Grade, Key, Leaf, Quality, Reached};
pub use error::{BookError, Fault};
pub use player::BookPlayer;
pub use shipped::{OpenBook, SHIPPED, SHIPPED_FILE};
pub use tree::{Child, Link, children, evaluated, valid_leaf};
#[cfg(feature = "files")]
pub use {
    check::{Difference, GRADES, Statistics, Verified, difference, statistics, verify},
    editor::BookEditor,
    files::{BookLock, overlay_path},
    grow::{COST_PER_DISC, Growth, Step},
    leaf_search::LeafSearch,
    levels::Levels,
    merge::{Merged, better, merge},
    negamax::Scores,
    progress::Progress,
    shipped::BookName,
    store::{EdaxSettings, Entries, Header, Place, Store, Totals},
};
