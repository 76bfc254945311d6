#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod color;
#[cfg(feature = "formats")]
pub mod format;
mod game;
#[cfg(feature = "serde")]
mod json;
mod layout;
pub mod notation;
mod perft;
mod position;
#[cfg(feature = "rand")]
pub mod random;
mod rules;
mod shape;
mod square;
mod squareset;
#[cfg(feature = "proptest")]
pub mod strategies;
mod symmetry;

pub use bitboard::{Bitboard, Indices};
pub use board::{Board, BoardError};
pub use color::{Color, UnknownColor};
pub use game::{Game, Move, Outcome};
pub use layout::Layout;
pub use notation::ParseError;
pub use perft::{PassCounting, PerftCounts, perft};
pub use position::{AnyBoard, IllegalMove, Position};
pub use shape::{MAX_SIDE, MAX_SQUARES, MIN_SIDE, Shape, ShapeError};
pub use square::Square;
pub use squareset::{SquareSet, Squares};
pub use symmetry::Symmetry;
