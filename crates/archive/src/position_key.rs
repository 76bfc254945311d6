//! Position keys, which are equal for equivalent positions.

use outflank_othello::{
    Bitboard, Board, Color, Layout, Move, Position, Shape, Square, Symmetry, with_board,
};
use twox_hash::XxHash3_64;

/// Number of bits in a key. With ten million positions, the probability that a lookup finds a wrong
/// position is less than 1 in 5 million.
pub(super) const KEY_BITS: u32 = 48;

/// Returns the byte of a square, which is never [`PASS`] or [`END`] because no board is
/// 16×16.
pub(super) const fn square_byte(square: Square) -> u8 {
    16 * square.row() + square.column()
}

pub(super) fn byte_square(byte: u8) -> Option<Square> {
    Square::new(byte % 16, byte / 16)
}

/// The byte of a pass.
pub(super) const PASS: u8 = 0xFE;
/// The byte that marks the end of a game record.
pub(super) const END: u8 = 0xFF;

/// A position and the move played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexedPosition {
    /// The key of the position.
    pub(super) key: u64,
    /// The byte of the move on the canonical board.
    pub(super) next: u8,
}

/// Returns the key of a position and the byte of the next move.
pub(super) fn indexed(position: &Position, next: Option<Move>) -> IndexedPosition {
    with_board!(position, |layout, board| {
        canonical_key(layout, board, position.mover(), next)
    })
}

/// Returns the symmetries that map a position to its canonical board.
pub(super) fn canonical_symmetries(position: &Position) -> Vec<Symmetry> {
    let canonical = position.canonical().0;
    position
        .shape()
        .symmetries()
        .filter(|&symmetry| position.under(symmetry) == canonical)
        .collect()
}

fn canonical_key<B: Bitboard>(
    layout: &Layout<B>,
    board: Board<B>,
    mover: Color,
    next: Option<Move>,
) -> IndexedPosition {
    let shape = layout.shape();
    let byte = |symmetry: Symmetry| match next {
        None => END,
        Some(Move::Pass) => PASS,
        Some(Move::Place(square)) => square_byte(symmetry.square(square, shape)),
    };
    let mut least = board;
    let mut next = byte(Symmetry::IDENTITY);
    for symmetry in shape.symmetries().skip(1) {
        let image = symmetry.board(board, layout);
        if image < least {
            (least, next) = (image, byte(symmetry));
        } else if image == least {
            // On a symmetric board, all images of a move count as the same move.
            next = next.min(byte(symmetry));
        }
    }
    IndexedPosition {
        key: key(shape, least, mover),
        next,
    }
}

fn key<B: Bitboard>(shape: Shape, board: Board<B>, mover: Color) -> u64 {
    let mut bytes = [0; 33];
    bytes[..16].copy_from_slice(&board.mover().widen().to_le_bytes());
    bytes[16..32].copy_from_slice(&board.opponent().widen().to_le_bytes());
    bytes[32] = u8::from(mover == Color::White);
    let hash = if shape == Shape::STANDARD {
        XxHash3_64::oneshot(&bytes)
    } else {
        XxHash3_64::oneshot(&[&bytes, shape.to_string().as_bytes()].concat())
    };
    hash >> (u64::BITS - KEY_BITS)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use outflank_othello::random::random_game;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn only_symmetric_positions_share_a_key_and_move() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut keys = HashMap::new();
        for shape in ["8x8", "6x6", "4x8", "9x7", "8x8-a1h8", "8x8-a1", "11x11"] {
            let shape: Shape = shape.parse().unwrap();
            for _ in 0..20 {
                let game = random_game(shape, &mut random);
                for (position, mv) in game.plies() {
                    let found = indexed(position, Some(mv));
                    let canonical = position.canonical().0;
                    let first = keys.entry(found.key).or_insert(canonical);
                    assert_eq!(*first, canonical, "two positions of one key");
                    for symmetry in shape.symmetries() {
                        let image = position.under(symmetry);
                        let moved = mv
                            .square()
                            .map(|square| Move::Place(symmetry.square(square, shape)));
                        let again = indexed(&image, Some(moved.unwrap_or(Move::Pass)));
                        assert_eq!(again, found, "{position} {symmetry:?}");
                    }
                    let other = position.with_other_mover();
                    assert_ne!(indexed(&other, None).key, found.key);
                }
            }
        }
        assert!(keys.len() > 5000);
    }

    #[test]
    fn canonical_symmetries_give_the_canonical_board() {
        let start = Position::start(Shape::STANDARD);
        assert_eq!(canonical_symmetries(&start).len(), 4);
        let next = start.play("f5".parse().unwrap()).unwrap();
        assert_eq!(canonical_symmetries(&next).len(), 1);
        for position in [start, next] {
            for way in canonical_symmetries(&position) {
                assert_eq!(position.under(way), position.canonical().0);
            }
        }
    }

    #[test]
    fn square_bytes_round_trip() {
        for shape in ["8x8", "16x8", "8x16", "11x11"] {
            let shape: Shape = shape.parse().unwrap();
            for square in shape.squares_in_order() {
                let byte = square_byte(square);
                assert!(byte != PASS && byte != END);
                assert_eq!(byte_square(byte), Some(square));
            }
        }
    }
}
