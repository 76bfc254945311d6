//! Compares both implementations with a naive walk in every direction.

use proptest::prelude::*;

use crate::{Bitboard, Board, Layout, Shape};

/// Finds flips square by square, directly from the rules.
fn naive_flips<B: Bitboard>(board: Board<B>, index: u32, layout: &Layout<B>) -> B {
    let square = layout.square(index);
    let mut flips = B::EMPTY;
    let steps = (-1..=1).flat_map(|columns| (-1..=1).map(move |rows| (columns, rows)));
    for (columns, rows) in steps.filter(|&step| step != (0, 0)) {
        let mut run = B::EMPTY;
        let (mut column, mut row) = (square.column() as i8, square.row() as i8);
        loop {
            column += columns;
            row += rows;
            let Some(index) = crate::Square::new(column as u8, row as u8)
                .filter(|_| column >= 0 && row >= 0)
                .and_then(|square| layout.index(square))
            else {
                break;
            };
            if board.opponent().has(index) {
                run |= B::from_index(index);
            } else {
                if board.mover().has(index) {
                    flips |= run;
                }
                break;
            }
        }
    }
    flips
}

fn check<B: Bitboard>(shape: Shape, bits: (u128, u128, u128)) -> Result<(), TestCaseError> {
    let Some(layout) = Layout::<B>::new(shape) else {
        return Ok(());
    };
    let occupied = B::narrow(bits.0 | bits.2) & layout.mask();
    let mover = B::narrow(bits.1) & occupied;
    let board = Board::new_unchecked(mover, occupied & !mover);
    let mut legal = B::EMPTY;
    for index in board.empties(&layout).indices() {
        let flips = board.flips(index, &layout);
        prop_assert_eq!(flips, naive_flips(board, index, &layout));
        if !flips.is_empty() {
            legal |= B::from_index(index);
        }
    }
    prop_assert_eq!(board.legal_moves(&layout), legal);
    Ok(())
}

/// Returns one of several shapes.
fn any_shape() -> impl Strategy<Value = Shape> {
    let texts = "8x8 6x6 3x3 4x8 8x5-a1c3 9x7 16x8 8x16-b2g9 10x10-a1j1a10j10".split(' ');
    let shapes: Vec<Shape> = texts.map(|text| text.parse().unwrap()).collect();
    prop::sample::select(shapes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn kernels_equal_the_naive_walk(shape in any_shape(), bits: (u128, u128, u128)) {
        check::<u64>(shape, bits)?;
        check::<u128>(shape, bits)?;
    }

    #[test]
    fn flips_by_shifts_are_those_by_rays(shape in any_shape(), bits: (u128, u128, u128)) {
        if let Some(layout) = Layout::<u64>::new(shape) {
            let occupied = (bits.0 | bits.2) as u64 & layout.mask();
            let mover = bits.1 as u64 & occupied;
            let board = Board::new_unchecked(mover, occupied & !mover);
            for index in board.empties(&layout).indices() {
                prop_assert_eq!(board.flips_by_shifts(1 << index), board.flips(index, &layout));
            }
            prop_assert_eq!(board.flips_by_shifts(0), 0);
        }
    }
}
