//! Rules and words of Othello, on boards of any shape.
//!
//! ```
//! use outflank_othello::{Color, Game, Position, Shape, Square};
//!
//! // Play: passes are made of themselves, and every position is kept.
//! let mut game = Game::new(Shape::STANDARD);
//! game.play("f5".parse()?)?;
//! game.play_transcript("d6 c3")?;
//! assert_eq!(game.position().mover(), Color::White);
//! game.undo();
//! assert_eq!(game.position().legal_moves().len(), 5);
//!
//! // Write it down, read it again.
//! let text = outflank_othello::notation::transcript(&game);
//! assert_eq!(text, "f5d6");
//! assert_eq!(Game::from_transcript(Shape::STANDARD, &text)?.position(), game.position());
//!
//! // Any rectangle of 3 to 16 squares a side, with holes if you like.
//! let start = Position::start("9x7-a1".parse()?);
//! assert_eq!(start.empties().len(), 9 * 7 - 1 - 4);
//! assert!(start.play("c4".parse::<Square>()?).is_ok());
//!
//! // Positions alike by symmetry have one canonical form.
//! let [one, other] = ["f5", "d3"].map(|square| {
//!     let square = square.parse().unwrap();
//!     Position::start(Shape::STANDARD).play(square).unwrap()
//! });
//! assert_eq!(one.canonical().0, other.canonical().0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Searches do not use [`Position`] but the bare [`Board`] of two bitboards with
//! its [`Layout`]: `Board<u64>` for every shape that fits inside 8×8,
//! `Board<u128>` for larger ones. [`with_board!`] runs code on the board of a
//! position, compiled once for each width.
//!
//! ```
//! use outflank_othello::{Board, Layout, PassCounting, perft};
//!
//! let layout = Layout::STANDARD;
//! let leaves = perft(Board::start(&layout), &layout, 5, PassCounting::Ply).leaves;
//! assert_eq!(leaves, 1396);
//! ```
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod color;
pub mod format;
mod game;
#[cfg(feature = "serde")]
mod json;
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
pub use board::{Board, BoardError};
pub use color::Color;
pub use game::{Game, Move, Outcome};
pub use layout::Layout;
pub use notation::ParseError;
pub use perft::{PassCounting, PerftCounts, perft};
pub use position::{AnyBoard, IllegalMove, Position};
pub use shape::{MAX_SIDE, MAX_SQUARES, MIN_SIDE, Shape, ShapeError};
pub use square::Square;
pub use squareset::{SquareSet, Squares};
pub use symmetry::Symmetry;
