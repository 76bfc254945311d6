//! Legal moves, one axis after another.

use super::INNER_COLUMNS;

/// The squares at the far end of unbroken runs of opposing discs that start at a disc of the mover.
/// The empty ones among them are the legal moves.
#[inline(always)]
pub(crate) fn reached(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    line_ends(mover, inner, 1)
        | line_ends(mover, inner, 7)
        | line_ends(mover, opponent, 8)
        | line_ends(mover, inner, 9)
}

/// Both directions along one axis, by parallel prefix (Kogge and Stone 1973): three steps find runs
/// of up to six discs.
#[inline(always)]
fn line_ends(mover: u64, opponent: u64, shift: u32) -> u64 {
    let mut up = opponent & (mover << shift);
    let mut down = opponent & (mover >> shift);
    up |= opponent & (up << shift);
    down |= opponent & (down >> shift);
    let pairs_up = opponent & (opponent << shift);
    let pairs_down = opponent & (opponent >> shift);
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    (up << shift) | (down >> shift)
}
