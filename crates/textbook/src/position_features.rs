//! Features of a position: mobility, corners, stability, frontier.

use outflank_othello::{Bitboard, Board, Position, with_board};

use crate::geometry::Geometry;
use crate::stability::Statuses;

/// The features of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SideFeatures {
    /// Number of discs.
    pub discs: u32,
    /// Legal moves that this side would have if it were to move.
    pub mobility: u32,
    /// Corners occupied.
    pub corners: u32,
    /// Corners that this side could take if it were to move.
    pub corner_access: u32,
    /// Stable discs.
    pub stable: u32,
    /// Discs that are neither stable nor unstable.
    pub semi_stable: u32,
    /// Discs that a legal move of the other side flips.
    pub unstable: u32,
    /// Discs next to an empty square.
    pub frontier: u32,
}

/// The features of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PositionFeatures {
    /// The side to move.
    pub own: SideFeatures,
    /// The other side.
    pub opponent: SideFeatures,
}

/// Returns the features of a position.
///
/// ```
/// use outflank_othello::{Position, Shape};
///
/// let features = outflank_textbook::position_features(&Position::start(Shape::STANDARD));
/// assert_eq!(features.own.mobility, 4);
/// assert_eq!(features.own, features.opponent);
/// ```
#[must_use]
pub fn position_features(position: &Position) -> PositionFeatures {
    with_board!(position, |layout, board| {
        let geometry = Geometry::new(layout);
        let statuses = Statuses::new(&geometry, board);
        PositionFeatures {
            own: side_features(&geometry, board, &statuses),
            opponent: side_features(&geometry, board.pass(), &statuses),
        }
    })
}

/// Returns the features of the mover.
fn side_features<B: Bitboard>(
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
            let PositionFeatures { own, opponent } = position_features(game.position());
            for side in [own, opponent] {
                assert_eq!(side.discs, side.stable + side.semi_stable + side.unstable);
            }
            assert_eq!(own.mobility as usize, game.position().legal_moves().len());
            game.play(square).unwrap();
        }
        let PositionFeatures { own, opponent } = position_features(game.position());
        assert_eq!((own.mobility, opponent.mobility), (0, 0));
        assert_eq!((own.unstable, opponent.unstable), (0, 0));
    }

    #[test]
    fn a_playable_corner_counts_as_corner_access() {
        // White's disc on b1 is between Black's on c1 and the corner a1.
        let text = format!("-OX{} X", "-".repeat(61));
        let position = Position::parse_obf(&text, Shape::STANDARD).unwrap();
        let PositionFeatures { own, opponent } = position_features(&position);
        assert_eq!((own.corner_access, own.mobility, own.frontier), (1, 1, 1));
        assert_eq!((opponent.corner_access, opponent.unstable), (0, 1));
        assert_eq!((own.corners, opponent.corners), (0, 0));
    }
}
