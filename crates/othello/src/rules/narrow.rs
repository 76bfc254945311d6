//! Rules on 64-bit boards: 8×8 and every shape that fits inside it.
//!
//! A shape is a mask: squares off it are neither occupied nor empty, so lines of discs
//! stop there without further checks.

use super::rays::{FALLING_RAYS, RISING_RAYS};
use crate::layout::Layout;

/// Columns b–g: only discs there can be flipped along rows and diagonals.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Returns the legal moves of the mover.
#[inline]
pub(crate) fn legal_moves(mover: u64, opponent: u64, layout: &Layout<u64>) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let reached = line_ends(mover, inner, 1)
        | line_ends(mover, opponent, 8)
        | line_ends(mover, inner, 7)
        | line_ends(mover, inner, 9);
    reached & layout.mask() & !(mover | opponent)
}

/// Returns the squares after unbroken runs of opposing discs that start next to a disc of
/// the mover, in both directions along one axis.
#[inline]
fn line_ends(mover: u64, opponent: u64, shift: u32) -> u64 {
    let (up, down) = runs(mover, opponent, shift);
    (up << shift) | (down >> shift)
}

/// Returns the unbroken runs of opposing discs that start next to `from`, in both directions
/// along one axis.
///
/// Parallel prefix (Kogge and Stone 1973, "A parallel algorithm for the efficient solution of a
/// general class of recurrence equations"): three steps find runs of up to six discs.
#[inline(always)]
fn runs(from: u64, opponent: u64, shift: u32) -> (u64, u64) {
    let mut up = opponent & (from << shift);
    let mut down = opponent & (from >> shift);
    up |= opponent & (up << shift);
    down |= opponent & (down >> shift);
    let pairs_up = opponent & (opponent << shift);
    let pairs_down = opponent & (opponent >> shift);
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    up |= pairs_up & (up << (2 * shift));
    down |= pairs_down & (down >> (2 * shift));
    (up, down)
}

/// Returns the discs that a move on the empty square `index` flips.
///
/// Towards higher bits, a carry runs through the opposing discs and stops at the first
/// other square of the ray. Towards lower bits, that square is the highest square on the ray
/// without an opposing disc.
#[inline]
pub(crate) fn flips(index: u32, mover: u64, opponent: u64, _layout: &Layout<u64>) -> u64 {
    let index = index as usize & 63;
    let mut flipped = 0;
    for ray in RISING_RAYS[index] {
        let end = (opponent | !ray).wrapping_add(1) & ray & mover;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in FALLING_RAYS[index] {
        let stops = ray & !opponent;
        // Without a stop, the shift count wraps to 0 and selects bit 63; `stops &` clears it.
        let highest = stops & (1_u64 << 63).wrapping_shr(stops.leading_zeros());
        let end = highest & mover;
        flipped |= end.wrapping_neg().wrapping_shl(1) & ray;
    }
    flipped
}

/// Like [`flips`], for a move given as a set, without tables or branches.
#[inline(always)]
pub(crate) fn flips_by_shifts(origin: u64, mover: u64, opponent: u64) -> u64 {
    let flips = |opponent: u64, shift: u32| {
        let (up, down) = runs(origin, opponent, shift);
        let closed = |run: u64, end: u64| if mover & end == 0 { 0 } else { run };
        closed(up, up << shift) | closed(down, down >> shift)
    };
    let inner = opponent & INNER_COLUMNS;
    flips(inner, 1) | flips(opponent, 8) | flips(inner, 7) | flips(inner, 9)
}
