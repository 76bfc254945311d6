//! Opening books.
//!
//! A [`Book`] is a [`Store`], one immutable file of sorted positions that opens in
//! milliseconds at any size, and an overlay with the positions added since. Lookups are by
//! canonical form, so a position and its symmetric images are one. The file formats of other
//! programs are in [`formats`].
#![deny(unsafe_code)]

mod balanced;
mod book;
mod check;
mod editor;
mod entry;
mod error;
mod files;
pub mod formats;
mod grow;
mod leaf_search;
mod levels;
mod merge;
mod negamax;
mod overlay;
mod played;
mod player;
mod progress;
mod shipped;
mod store;
mod tree;

pub use balanced::{BALANCED, BALANCED_LEVEL, BALANCED_PLIES, BalancedOpening, balanced_openings};
pub use book::{Book, BookMove, BookPosition};
pub use check::{Difference, GRADES, Statistics, Verified, difference, statistics, verify};
pub use editor::BookEditor;
pub use entry::{Entry, Grade, Key, Leaf, Quality, Reached};
pub use error::{BookError, Fault};
pub use files::{BookLock, overlay_path};
pub use grow::{COST_PER_DISC, Growth, Step};
pub use leaf_search::LeafSearch;
pub use levels::Levels;
pub use merge::{Merged, better, merge};
pub use negamax::Scores;
pub use player::BookPlayer;
pub use progress::Progress;
pub use shipped::{BookName, OpenBook, SHIPPED};
pub use store::{EdaxSettings, Entries, Header, Place, Store, Totals};
pub use tree::{Child, Link, children, evaluated, valid_leaf};
