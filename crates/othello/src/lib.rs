//! Rules and words of Othello, on boards of any shape.
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod color;
pub mod format;
mod game;
mod layout;
pub mod notation;
mod perft;
mod position;
mod rules;
mod shape;
mod square;
mod squareset;
mod symmetry;

pub use bitboard::{Bitboard, Indices};
pub use board::Board;
pub use color::Color;
pub use game::{Game, Move, Outcome};
pub use layout::Layout;
pub use notation::ParseError;
pub use perft::{PassCounting, PerftCounts, perft};
pub use position::{BoardTask, IllegalMove, Position};
pub use shape::{MAX_SIDE, MAX_SQUARES, MIN_SIDE, Shape, ShapeError};
pub use square::Square;
pub use squareset::{SquareSet, Squares};
pub use symmetry::Symmetry;
