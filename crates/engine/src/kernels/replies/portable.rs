//! Moves one after another.

use super::Replies;
use crate::kernels::flip::portable::flips;
use crate::kernels::mobility::portable::reached;

/// The first four of the legal moves `moves`.
#[inline(always)]
pub(crate) fn replies(mut moves: u64, mover: u64, opponent: u64) -> Replies<u64> {
    let mut replies = Replies {
        flips: [0; 4],
        reached: [0; 4],
    };
    for place in 0..4 {
        if moves == 0 {
            break;
        }
        let flipped = flips(moves.trailing_zeros(), mover, opponent);
        let placed = moves & moves.wrapping_neg();
        replies.flips[place] = flipped;
        replies.reached[place] = reached(opponent ^ flipped, mover | flipped | placed);
        moves ^= placed;
    }
    replies
}
