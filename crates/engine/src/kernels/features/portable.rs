//! Lane by lane. Compiled for a tier with vectors, the loops become those.

use outflank_othello::{Bitboard, Board};

use crate::evaluation::{Lanes, Places};

/// The numbers of a board.
#[inline(always)]
pub(crate) fn set_up<W: Bitboard, const N: usize>(places: &Places<N>, board: Board<W>) -> Lanes<N> {
    if places.is_blank() {
        return Lanes([0; N]);
    }
    let own = sum(places, board.mover);
    let other = sum(places, board.opponent);
    Lanes(std::array::from_fn(|lane| {
        own[lane].wrapping_sub(other[lane])
    }))
}

/// The numbers of the board after a move, seen from the next mover: a disc of
/// the mover on the empty square `index`, discs of the opponent flipped.
#[inline(always)]
pub(crate) fn after<W: Bitboard, const N: usize>(
    places: &Places<N>,
    lanes: &Lanes<N>,
    index: u32,
    flips: W,
) -> Lanes<N> {
    if places.is_blank() {
        return *lanes;
    }
    let flipped = sum(places, flips);
    let disc = &places.powers[(index & (W::BITS - 1)) as usize].0;
    // A flipped digit goes from −1 to 1.
    Lanes(std::array::from_fn(|lane| {
        let gained = disc[lane].wrapping_add(flipped[lane].wrapping_mul(2));
        lanes.0[lane].wrapping_add(gained).wrapping_neg()
    }))
}

/// The numbers for the other side.
#[inline(always)]
pub(crate) fn passed<const N: usize>(lanes: &Lanes<N>) -> Lanes<N> {
    Lanes(lanes.0.map(i16::wrapping_neg))
}

/// The powers of a set of squares.
#[inline(always)]
fn sum<W: Bitboard, const N: usize>(places: &Places<N>, set: W) -> [i16; N] {
    let mut sum = [0_i16; N];
    for index in set.indices() {
        let powers = &places.powers[(index & (W::BITS - 1)) as usize].0;
        for (sum, power) in sum.iter_mut().zip(powers) {
            *sum = sum.wrapping_add(*power);
        }
    }
    sum
}

/// The weights of all lanes together, from a table of a stage.
#[inline(always)]
pub(crate) fn total<const N: usize>(places: &Places<N>, lanes: &Lanes<N>, table: &[i16]) -> i32 {
    let entries = lanes.0.iter().zip(&places.centres.0);
    entries
        .map(|(&lane, &centre)| i32::from(table[(centre + i32::from(lane)) as usize]))
        .sum()
}
