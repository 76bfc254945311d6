//! `positional`: discs won since the root and the weight of the last square played.
//! The value depends on the path.

use outflank_othello::Bitboard;

use super::{Count, Root};
use crate::geometry::Geometry;
use crate::othello_game::State;
use crate::square_weights::square_weight;

pub(super) const TERMS: [&str; 3] = ["discs", "discs at the root", "square played last"];

/// Returns the discs now and at the root, and the weight of the square that the opponent has just
/// played, or 0 after a pass.
#[inline]
pub(super) fn counts<B: Bitboard>(
    geometry: &Geometry<B>,
    state: &State<B>,
    root: Root,
) -> [Count; 3] {
    let [own, opponent] = [state.board.mover(), state.board.opponent()].map(|d| d.count() as i32);
    let at_root = match state.mover == root.side {
        true => root.difference,
        false => -root.difference,
    };
    let shape = geometry.layout().shape();
    let last = state.last.map_or(0, |last| square_weight(shape, last));
    [
        Count::linear([own, opponent], 100),
        Count::linear([0, at_root], 100),
        Count::linear([0, last], 100),
    ]
}
