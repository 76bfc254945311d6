//! Positions alike by symmetry have one key.

use outflank_othello::{
    Bitboard, Board, BoardTask, Color, Layout, Move, Position, Shape, Square, Symmetry,
};
use twox_hash::XxHash3_64;

/// Bits of a key: among ten million positions two different ones share a key with
/// a probability of less than one in five million of those that are looked for.
pub(super) const KEY_BITS: u32 = 48;

/// The byte of a square: none has one of those below, since no board is 16
/// squares wide and high.
pub(super) const fn square_byte(square: Square) -> u8 {
    16 * square.row() + square.column()
}

/// The square of a byte.
pub(super) fn byte_square(byte: u8) -> Option<Square> {
    Square::new(byte % 16, byte / 16)
}

/// The mover passes.
pub(super) const PASS: u8 = 0xFE;
/// Nothing more was played.
pub(super) const END: u8 = 0xFF;

/// A position as the index knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Indexed {
    /// The key of the position.
    pub(super) key: u64,
    /// The byte of what was played there, on the canonical board.
    pub(super) next: u8,
}

/// The key of a position, and of what was played there.
pub(super) fn indexed(position: &Position, next: Option<Move>) -> Indexed {
    position.with_board(Canonical { next })
}

/// The ways to lay a position onto its canonical board.
pub(super) fn ways(position: &Position) -> Vec<Symmetry> {
    let canonical = position.canonical().0;
    Symmetry::of(position.shape())
        .filter(|&symmetry| position.under(symmetry) == canonical)
        .collect()
}

struct Canonical {
    next: Option<Move>,
}

impl BoardTask for Canonical {
    type Output = Indexed;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> Indexed {
        let shape = layout.shape();
        let other = match self.next {
            None => Some(END),
            Some(Move::Pass) => Some(PASS),
            Some(Move::Place(_)) => None,
        };
        let byte = |symmetry: Symmetry| match self.next {
            Some(Move::Place(square)) => square_byte(symmetry.square(square, shape)),
            _ => other.unwrap_or(END),
        };
        let mut least = board;
        let mut next = byte(Symmetry::IDENTITY);
        for symmetry in Symmetry::of(shape).skip(1) {
            let image = symmetry.board(board, layout);
            if image < least {
                (least, next) = (image, byte(symmetry));
            } else if image == least {
                // On a board that is its own image, images of a move are one.
                next = next.min(byte(symmetry));
            }
        }
        Indexed {
            key: key(shape, least, mover),
            next,
        }
    }
}

fn key<B: Bitboard>(shape: Shape, board: Board<B>, mover: Color) -> u64 {
    let mut bytes = [0; 33];
    bytes[..16].copy_from_slice(&board.mover.widen().to_le_bytes());
    bytes[16..32].copy_from_slice(&board.opponent.widen().to_le_bytes());
    bytes[32] = u8::from(mover == Color::White);
    let hash = if shape == Shape::STANDARD {
        XxHash3_64::oneshot(&bytes)
    } else {
        XxHash3_64::oneshot(&[&bytes, shape.to_string().as_bytes()].concat())
    };
    hash >> (u64::BITS - KEY_BITS)
}
