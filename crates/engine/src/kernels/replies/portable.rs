//! Moves, one after another.

use super::Replies;
use crate::kernels::flip::portable::flips;
use crate::kernels::mobility::portable::reached;

/// The first four of the legal moves `moves`.
#[inline(always)]
pub(crate) fn replies(mut moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mut replies = Replies {
        changed: [0; 4],
        reached: [0; 4],
    };
    for place in 0..4 {
        if moves == 0 {
            break;
        }
        let placed = moves & moves.wrapping_neg();
        let changed = placed | flips(moves.trailing_zeros(), mover, opponent);
        replies.changed[place] = changed;
        replies.reached[place] = reached(opponent & !changed, mover | changed);
        moves ^= placed;
    }
    replies
}
