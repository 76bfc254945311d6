//! Rules on 128-bit boards, whose rows have the width of the board.

use crate::layout::Layout;

/// Returns the step along each of the four axes, in bits, and whether it changes the column.
#[inline]
fn axes(stride: u32) -> [(u32, bool); 4] {
    [
        (1, true),
        (stride - 1, true),
        (stride, false),
        (stride + 1, true),
    ]
}

/// Returns the opposing discs that can be flipped along an axis.
#[inline]
fn inner(opponent: u128, changes_column: bool, layout: &Layout<u128>) -> u128 {
    if changes_column {
        opponent & layout.inner_columns()
    } else {
        opponent
    }
}

/// Returns the legal moves of the mover.
#[inline]
pub(crate) fn legal_moves(mover: u128, opponent: u128, layout: &Layout<u128>) -> u128 {
    let mut reached = 0;
    for (shift, changes_column) in axes(layout.stride()) {
        let opponent = inner(opponent, changes_column, layout);
        let mut up = opponent & (mover << shift);
        let mut down = opponent & (mover >> shift);
        loop {
            let longer_up = up | (opponent & (up << shift));
            let longer_down = down | (opponent & (down >> shift));
            if longer_up == up && longer_down == down {
                break;
            }
            up = longer_up;
            down = longer_down;
        }
        reached |= (up << shift) | (down >> shift);
    }
    reached & layout.mask() & !(mover | opponent)
}

/// Returns the discs that a move on the empty square `index` flips.
#[inline]
pub(crate) fn flips(index: u32, mover: u128, opponent: u128, layout: &Layout<u128>) -> u128 {
    let square = 1_u128 << (index & 127);
    let mut flipped = 0;
    for (shift, changes_column) in axes(layout.stride()) {
        let opponent = inner(opponent, changes_column, layout);
        flipped |= run(square, mover, opponent, |bit| bit << shift);
        flipped |= run(square, mover, opponent, |bit| bit >> shift);
    }
    flipped
}

/// Returns the opposing discs from `square` on, if the run ends at a disc of the mover.
#[inline]
fn run(square: u128, mover: u128, opponent: u128, step: impl Fn(u128) -> u128) -> u128 {
    let mut run = 0;
    let mut next = step(square);
    while next & opponent != 0 {
        run |= next;
        next = step(next);
    }
    if next & mover != 0 { run } else { 0 }
}
