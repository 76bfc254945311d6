//! What a player sees in a position, counted.

use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position};

use crate::geometry::Geometry;
use crate::stability::Statuses;

/// Counts of one side in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideFeatures {
    /// Discs.
    pub discs: u32,
    /// Legal moves, were this side to move.
    pub mobility: u32,
    /// Corners held.
    pub corners: u32,
    /// Corners that this side could take at once, were it to move.
    pub corner_access: u32,
    /// Discs that can never be flipped again.
    pub stable: u32,
    /// Discs neither stable nor unstable.
    pub semi_stable: u32,
    /// Discs that some legal move of the other side flips at once.
    pub unstable: u32,
    /// Discs next to an empty square.
    pub frontier: u32,
}

/// Counts of both sides in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// The side to move.
    pub own: SideFeatures,
    /// The other side.
    pub opponent: SideFeatures,
}

/// Counts what both sides have in a position.
///
/// ```
/// use outflank_othello::{Position, Shape};
///
/// let features = outflank_classic::features(&Position::start(Shape::STANDARD));
/// assert_eq!(features.own.mobility, 4);
/// assert_eq!(features.own, features.opponent);
/// ```
#[must_use]
pub fn features(position: &Position) -> Features {
    struct Task;
    impl BoardTask for Task {
        type Output = Features;

        fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _: Color) -> Features {
            let geometry = Geometry::new(layout);
            let statuses = Statuses::of(&geometry, board);
            Features {
                own: side(&geometry, board, &statuses),
                opponent: side(&geometry, board.pass(), &statuses),
            }
        }
    }
    position.with_board(Task)
}

/// The counts of the board's mover.
fn side<B: Bitboard>(
    geometry: &Geometry<B>,
    board: Board<B>,
    statuses: &Statuses<B>,
) -> SideFeatures {
    let layout = geometry.layout();
    let moves = board.legal_moves(layout);
    let count = |set: B| (board.mover() & set).count();
    SideFeatures {
        discs: board.mover().count(),
        mobility: moves.count(),
        corners: count(geometry.corners()),
        corner_access: (moves & geometry.corners()).count(),
        stable: count(statuses.stable),
        semi_stable: count(!(statuses.stable | statuses.unstable)),
        unstable: count(statuses.unstable),
        frontier: count(geometry.neighbours(board.empties(layout))),
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;

    #[test]
    fn every_disc_has_exactly_one_status() {
        let mut game = Game::new(Shape::STANDARD);
        while let Some(square) = game.position().legal_moves().first() {
            let Features { own, opponent } = features(game.position());
            for side in [own, opponent] {
                assert_eq!(side.discs, side.stable + side.semi_stable + side.unstable);
            }
            assert_eq!(own.mobility as usize, game.position().legal_moves().len());
            game.play(square).unwrap();
        }
        let Features { own, opponent } = features(game.position());
        assert_eq!((own.mobility, opponent.mobility), (0, 0));
        assert_eq!((own.unstable, opponent.unstable), (0, 0));
    }

    #[test]
    fn a_corner_within_reach_is_access() {
        // White's b1 stands between Black's c1 and the corner a1.
        let text = format!("-OX{} X", "-".repeat(61));
        let position = Position::parse_obf(&text, Shape::STANDARD).unwrap();
        let Features { own, opponent } = features(&position);
        assert_eq!((own.corner_access, own.mobility, own.frontier), (1, 1, 1));
        assert_eq!((opponent.corner_access, opponent.unstable), (0, 1));
        assert_eq!((own.corners, opponent.corners), (0, 0));
    }
}
