//! `discs`: the mover's discs minus the opponent's.

use outflank_othello::Bitboard;

use super::Count;
use crate::othello_game::State;

pub(super) const TERMS: [&str; 1] = ["discs"];

#[inline]
pub(super) fn counts<B: Bitboard>(state: &State<B>) -> [Count; 1] {
    let [own, opponent] = [state.board.mover(), state.board.opponent()].map(|d| d.count() as i32);
    [Count::linear([own, opponent], 100)]
}
