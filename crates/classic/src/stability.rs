//! Discs that can never be flipped again, and discs that can be at once.
//!
//! The idea of stability as the heart of Othello strategy, and of an edge and
//! its corners as its source, is from P. S. Rosenbloom 1982, "A world-
//! championship-level Othello program", Artificial Intelligence 19.

use outflank_othello::{Bitboard, Board, Color, Position, Square};

use crate::geometry::Geometry;

/// The stable discs of both sides: no continuation of the game flips them.
///
/// A disc is safe along an axis if
///
/// - its whole line, from edge or hole to edge or hole, is full: nothing can
///   be placed there any more;
/// - a neighbour on the axis is off the board or a hole: a flip needs a disc
///   on either side;
/// - a neighbour on the axis is a stable disc of the same colour: a flip would
///   have to flip it too, or to start from its square.
///
/// Two stable neighbours of any colour would do as well, but nothing is gained
/// by asking: each of them owes its safety along the axis to an unbroken row of
/// discs from there to an edge or a hole, so the line is full.
///
/// A disc safe along all four axes is stable. The rules are applied to all
/// squares at once until nothing is added. They are sound but not complete:
/// a few stable discs, such as some that only parity protects, stay unfound.
#[inline]
pub(crate) fn stable_discs<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>) -> B {
    let empties = board.empties(geometry.layout());
    let mut stable = board.occupied();
    let mut safe = [B::EMPTY; 4];
    for (safe, axis) in safe.iter_mut().zip(geometry.axes()) {
        *safe = axis.border() | !axis.lines_through(empties);
        stable &= *safe;
        // Growth needs a disc that is safe without the help of others: in the
        // opening there is none, and two axes suffice to see it.
        if stable.is_empty() {
            return B::EMPTY;
        }
    }
    loop {
        let grown = grow(geometry, board, &safe, stable);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// One round of the rules that rest on discs known to be stable.
#[inline]
fn grow<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>, safe: &[B; 4], stable: B) -> B {
    let (own, other) = (stable & board.mover(), stable & board.opponent());
    let mut grown = board.occupied();
    for (axis, &safe) in geometry.axes().iter().zip(safe) {
        let beside_own = axis.behind(own) | axis.before(own);
        let beside_other = axis.behind(other) | axis.before(other);
        grown &= safe | board.mover() & beside_own | board.opponent() & beside_other;
    }
    grown
}

/// The opponent's discs that a single move of the mover could flip.
pub(crate) fn flippable<B: Bitboard>(geometry: &Geometry<B>, board: Board<B>) -> B {
    let layout = geometry.layout();
    let moves = board.legal_moves(layout);
    moves
        .indices()
        .fold(B::EMPTY, |all, index| all | board.flips(index, layout))
}

/// How safe a disc is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiscStatus {
    /// No continuation of the game flips it.
    Stable,
    /// Neither stable nor unstable.
    SemiStable,
    /// Some legal move of the other side, were it to move now, flips it.
    Unstable,
}

/// The discs of both sides by [`DiscStatus`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statuses<B> {
    pub(crate) stable: B,
    pub(crate) unstable: B,
}

impl<B: Bitboard> Statuses<B> {
    pub(crate) fn of(geometry: &Geometry<B>, board: Board<B>) -> Self {
        Self {
            stable: stable_discs(geometry, board),
            unstable: flippable(geometry, board) | flippable(geometry, board.pass()),
        }
    }

    fn at(&self, index: u32) -> DiscStatus {
        if self.stable.has(index) {
            DiscStatus::Stable
        } else if self.unstable.has(index) {
            DiscStatus::Unstable
        } else {
            DiscStatus::SemiStable
        }
    }
}

/// Every disc of a position with its colour and how safe it is, in reading
/// order.
///
/// ```
/// use outflank_classic::{DiscStatus, disc_statuses};
/// use outflank_othello::{Position, Shape};
///
/// // Either side can flip one of the other's discs at once, whichever.
/// let start = Position::start(Shape::STANDARD);
/// let statuses = disc_statuses(&start);
/// assert_eq!(statuses.len(), 4);
/// assert!(statuses.iter().all(|&(_, _, status)| status == DiscStatus::Unstable));
/// ```
#[must_use]
pub fn disc_statuses(position: &Position) -> Vec<(Square, Color, DiscStatus)> {
    struct Task;
    impl outflank_othello::BoardTask for Task {
        type Output = Vec<(Square, Color, DiscStatus)>;

        fn run<B: Bitboard>(
            self,
            layout: &outflank_othello::Layout<B>,
            board: Board<B>,
            mover: Color,
        ) -> Self::Output {
            let statuses = Statuses::of(&Geometry::new(layout), board);
            let owner = |index| match board.mover().has(index) {
                true => mover,
                false => mover.opponent(),
            };
            let discs = board.occupied().indices();
            discs
                .map(|index| (layout.square(index), owner(index), statuses.at(index)))
                .collect()
        }
    }
    position.with_board(Task)
}

#[cfg(test)]
mod tests;
