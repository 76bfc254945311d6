//! Unweighted term differences, for fitting weights.

use outflank_othello::{Bitboard, Board, Color, Layout, Shape};

use super::{EvaluationKind, ParameterError, components, phased};
use crate::geometry::Geometry;
use crate::othello_game::State;

/// The differences between the sides in each term of an evaluation, on boards of one
/// shape. The value is their sum weighted by the parameters.
///
/// ```
/// use outflank_textbook::{EvaluationKind, TermDifferences};
/// use outflank_othello::{Position, Shape};
///
/// let terms = TermDifferences::new(EvaluationKind::Phased, Shape::STANDARD)?;
/// assert_eq!(terms.names(), ["discs", "stability", "mobility", "corner access"]);
/// let position = Position::start(Shape::STANDARD).play("f5".parse()?)?;
/// // White, who is to move, has one disc and three moves; Black four and three.
/// assert_eq!(terms.of(position.widened_board()), [-3.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TermDifferences {
    is_phased: bool,
    geometry: AnyGeometry,
}

#[derive(Clone, Debug)]
enum AnyGeometry {
    Narrow(Box<Geometry<u64>>),
    Wide(Box<Geometry<u128>>),
}

impl TermDifferences {
    /// Returns the terms of an evaluation with weights.
    ///
    /// # Errors
    ///
    /// Returns an error if the evaluation has no weights.
    pub fn new(kind: EvaluationKind, shape: Shape) -> Result<Self, ParameterError> {
        let is_phased = match kind {
            EvaluationKind::Phased => true,
            EvaluationKind::Components => false,
            EvaluationKind::Discs | EvaluationKind::Positional => {
                return Err(ParameterError::NoParameters(kind));
            }
        };
        let geometry = match Layout::new(shape) {
            Some(layout) => AnyGeometry::Narrow(Box::new(Geometry::new(&layout))),
            None => AnyGeometry::Wide(Box::new(Geometry::new(&Layout::wide(shape)))),
        };
        Ok(Self {
            is_phased,
            geometry,
        })
    }

    /// Returns the names of the terms, in the order of [`of`](Self::of).
    #[must_use]
    pub const fn names(&self) -> [&'static str; 4] {
        if self.is_phased {
            phased::TERMS
        } else {
            components::TERMS
        }
    }

    /// Returns the differences for the mover of a board as
    /// [`Position::widened_board`](outflank_othello::Position::widened_board) returns it.
    /// Those of `components` are scaled to −1..1.
    #[must_use]
    pub fn of(&self, board: Board<u128>) -> [f64; 4] {
        match &self.geometry {
            AnyGeometry::Narrow(geometry) => self.on(geometry, board),
            AnyGeometry::Wide(geometry) => self.on(geometry, board),
        }
    }

    fn on<B: Bitboard>(&self, geometry: &Geometry<B>, board: Board<u128>) -> [f64; 4] {
        let layout = geometry.layout();
        let board = Board::<B>::narrow(board);
        let state = State {
            board,
            // No term depends on the colour or the path.
            mover: Color::Black,
            last: None,
            path_matters: false,
            moves: board.legal_moves(layout),
        };
        if self.is_phased {
            let difference = |[own, opponent]: [i32; 2]| f64::from(own - opponent);
            phased::pairs(geometry, &state).map(difference)
        } else {
            components::pairs(geometry, &state).map(share)
        }
    }
}

fn share(pair: [i32; 2]) -> f64 {
    match components::divisor(pair) {
        0 => 0.0,
        divisor => f64::from(pair[0] - pair[1]) / f64::from(divisor),
    }
}
