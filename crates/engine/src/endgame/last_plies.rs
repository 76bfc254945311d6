//! The last plies: no legal moves are generated, each empty square is tried.

use outflank_othello::{Bitboard, Board};

use super::search::Search;

impl<B: Bitboard> Search<'_, B> {
    /// The score of a position with few empty squares, fail-soft between
    /// `alpha` and `beta`. The node itself is counted by the caller.
    pub(super) fn last_plies(
        &mut self,
        board: Board<B>,
        empties: B,
        mut alpha: i32,
        beta: i32,
        passed: bool,
    ) -> i32 {
        if empties.without_first().is_empty() {
            return if empties.is_empty() {
                board.disc_difference()
            } else {
                self.last_square(board, empties.first_index())
            };
        }
        let odd = self.quadrants().odd(empties);
        let mut best = i32::MIN;
        for squares in [odd, empties & !odd] {
            for index in squares.indices() {
                let flips = board.flips(index, self.layout());
                if flips.is_empty() {
                    continue;
                }
                self.count_node();
                let rest = empties & !B::from_index(index);
                let score = -self.last_plies(board.after(index, flips), rest, -beta, -alpha, false);
                if score > best {
                    best = score;
                    if score >= beta {
                        return score;
                    }
                    alpha = alpha.max(score);
                }
            }
        }
        if best > i32::MIN {
            best
        } else if passed {
            board.final_score(self.layout())
        } else {
            self.count_node();
            -self.last_plies(board.pass(), empties, -beta, -alpha, true)
        }
    }

    /// The score with one empty square, by counting what it flips.
    fn last_square(&mut self, board: Board<B>, index: u32) -> i32 {
        let difference = board.disc_difference();
        let flips = board.flips(index, self.layout()).count() as i32;
        if flips > 0 {
            self.count_node();
            return difference + 2 * flips + 1;
        }
        let flips = board.pass().flips(index, self.layout()).count() as i32;
        if flips > 0 {
            self.count_node();
            return difference - 2 * flips - 1;
        }
        difference + difference.signum()
    }
}
